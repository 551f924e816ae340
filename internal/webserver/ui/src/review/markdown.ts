/** Message bodies as rendered Markdown. */
import { h, idle } from "../shared/dom";
import { nodesOf, type Inert } from "../shared/inert";
import { loadLater } from "../shared/later";
import { markdownOf } from "../shared/markdown";
import { markOdd } from "../shared/odd";
import { colourCode } from "./colour";
import { drawImages } from "./images";
import { shown } from "./text";
import type { Suggestion } from "./types";

/**
 * An element with the text. A suggestion in it is shown as a change of the `original` lines or, once it was applied, as
 * the change that it made.
 */
export function markdown(text: string, original: () => string[] | undefined, known: Suggestion[] = []): HTMLElement {
  const element = h("div", { class: "markdown" });
  const show = () => {
    element.replaceChildren(...nodesOf(markdownOf(text)));
    drawImages(element);
    for (const code of element.querySelectorAll<HTMLElement>("pre > code.language-suggestion")) {
      const lines = linesOf(code.textContent);
      const { before, after = [] } = known.find((s) => s.text.join("\n") === lines.join("\n")) ?? {};
      code.parentElement?.replaceWith(before ? suggestion(before, after) : suggestion(original() ?? [], lines));
    }
    colourCode(element);
    markOdd(element);
  };
  if (canRead()) show();
  else {
    element.append(h("p", { class: "as-written" }, shown(text)));
    void ready().then(() => canRead() && show());
  }
  return element;
}

const canRead = () => globalThis.considerMarkdown !== undefined;

let coming: Promise<void> | undefined;

/** Waits for the library, which is loaded after the next paint. */
export function ready(): Promise<void> {
  coming ??= new Promise<void>((go) => requestAnimationFrame(() => idle(() => go()))).then(() => loadLater("markdown"));
  return coming;
}

/** Shows parsed Markdown in an element. */
export function place(element: HTMLElement, parts: readonly Inert[]): void {
  element.replaceChildren(...nodesOf(parts));
  colourCode(element);
  markOdd(element);
}

function linesOf(text: string | null): string[] {
  const lines = (text ?? "").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** A suggestion: the lines before and after. Equal lines at both ends are not part of the change. */
export function suggestion(before: string[], after: string[]): HTMLElement {
  let head = 0,
    tail = 0;
  const least = Math.min(before.length, after.length);
  while (head < least && before[head] === after[head]) head++;
  while (tail < least - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const body = h("tbody");
  const row = (sign: string, text: string) => {
    const kind = sign === "+" ? "ins" : sign === "-" ? "del" : "cntx";
    const word = sign === "+" ? "added: " : sign === "-" ? "removed: " : "";
    body.append(
      h(
        "tr",
        { class: kind },
        h("td", { class: "sign", "aria-hidden": "true" }, sign),
        h("td", {}, h("span", { class: "sr" }, word), shown(text) || " "),
      ),
    );
  };
  for (const l of before.slice(0, head)) row(" ", l);
  for (const l of before.slice(head, before.length - tail)) row("-", l);
  for (const l of after.slice(head, after.length - tail)) row("+", l);
  for (const l of before.slice(before.length - tail)) row(" ", l);
  return h(
    "figure",
    { class: "suggestion" },
    h("figcaption", {}, "Suggested change"),
    h("div", { class: "scroll-x", tabindex: 0, role: "group", "aria-label": "Suggested change" }, h("table", {}, body)),
  );
}

/** A unified diff as text, coloured by its signs. */
export function diffText(diff: string): HTMLElement {
  const box = h("div", { class: "mini-diff", tabindex: 0, role: "group", "aria-label": "Changes" });
  let inside = false;
  for (const line of linesOf(diff)) {
    inside ||= line.startsWith("@@");
    if (!inside) continue; // the head with the names
    const kind = line.startsWith("@@") ? "hunk" : line.startsWith("+") ? "ins" : line.startsWith("-") ? "del" : "cntx";
    box.append(h("div", { class: kind }, shown(line) || " "));
  }
  return box;
}
