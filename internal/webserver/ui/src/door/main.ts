/**
 * A script of its own, small and first: what the page asks first is on its way before the page's script has arrived.
 */
import { ask } from "../shared/api";
import { enter } from "../shared/door";
import type { Entered } from "../shared/entered";
import { firstQuery } from "../shared/first";

const path = document.currentScript?.dataset["first"];
const first = path === undefined ? undefined : path + firstQuery();

globalThis.considerEntered = enter().then((token): Entered => {
  const asked = first === undefined ? Promise.resolve(undefined) : ask("GET", first);
  asked.catch(() => undefined); // the page says so
  return { token, first: asked };
});
