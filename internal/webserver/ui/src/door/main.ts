/**
 * A separate script, small and loaded first: the page's first request is on its way before the page's own script has
 * arrived, and the page has its theme before anything is shown.
 */
import { ask } from "../shared/api";
import { enter } from "../shared/door";
import type { Entered } from "../shared/entered";
import { firstQuery } from "../shared/first";
import { applyTheme } from "../shared/prefs";

applyTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme());

const path = document.currentScript?.dataset["first"];
const first = path === undefined ? undefined : path + firstQuery();

globalThis.considerEntered = enter().then((token): Entered => {
  const asked = first === undefined ? Promise.resolve(undefined) : ask("GET", first);
  asked.catch(() => undefined); // the page reports the error
  return { token, first: asked };
});
