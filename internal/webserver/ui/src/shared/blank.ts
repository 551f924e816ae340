/** A page that has nothing to show: a title, a sentence, and one button that goes on, if there is one. */
import { h, type Child } from "./dom";

export function blankOf(kind: string, title: string, sentence: Child[], ...more: Child[]): HTMLElement {
  return h("section", { class: `blank ${kind}` }, h("h2", {}, title), h("p", {}, ...sentence), ...more);
}
