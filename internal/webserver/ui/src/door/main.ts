/**
 * A separate script, small and loaded first: the page's first request is on its way before the page's own script has
 * arrived.
 */
import { ask } from "../shared/api";
import { enter } from "../shared/door";
import type { Entered } from "../shared/entered";
import { firstQuery } from "../shared/first";

const path = document.currentScript?.dataset["first"];
const first = path === undefined ? undefined : path + firstQuery();

globalThis.considerEntered = enter().then((token): Entered => {
  const asked = first === undefined ? Promise.resolve(undefined) : ask("GET", first);
  asked.catch(() => undefined); // the page reports the error
  return { token, first: asked };
});
