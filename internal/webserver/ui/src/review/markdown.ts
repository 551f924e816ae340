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

type Line = [sign: string, text: string];

const withSign = (sign: string, lines: string[]) => lines.map((text): Line => [sign, text]);

const kinds: Record<string, [kind: string, words: string]> = {
  "+": ["ins", "added: "],
  "-": ["del", "removed: "],
  " ": ["cntx", ""],
};

/** Lines with their signs, in a box that scrolls sideways. */
function signed(label: string, lines: Line[]): HTMLElement {
  const rows = lines.map(([sign, text]) => {
    const [kind, words] = kinds[sign] ?? ["hunk", ""];
    const cell = h("td", {}, h("span", { class: "sr" }, words), shown(text) || " ");
    return h("tr", { class: kind }, h("td", { class: "sign", "aria-hidden": "true" }, sign), cell);
  });
  const table = h("table", {}, h("tbody", {}, ...rows));
  return h("div", { class: "scroll-x", tabindex: 0, role: "group", "aria-label": label }, table);
}

/** Lines without a change. */
export function plainLines(label: string, lines: string[]): HTMLElement {
  return h("figure", { class: "mini-diff" }, signed(label, withSign(" ", lines)));
}

/** A suggestion: the lines before and after. Equal lines at both ends are not part of the change. */
function suggestion(before: string[], after: string[]): HTMLElement {
  let head = 0,
    tail = 0;
  const least = Math.min(before.length, after.length);
  while (head < least && before[head] === after[head]) head++;
  while (tail < least - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const lines = [
    ...withSign(" ", before.slice(0, head)),
    ...withSign("-", before.slice(head, before.length - tail)),
    ...withSign("+", after.slice(head, after.length - tail)),
    ...withSign(" ", before.slice(before.length - tail)),
  ];
  const title = "Suggested change";
  return h("figure", { class: "mini-diff suggestion" }, h("figcaption", {}, title), signed(title, lines));
}

/** A unified diff as text, without its head with the names. */
export function diffText(diff: string): HTMLElement {
  const all = linesOf(diff);
  const first = all.findIndex((line) => line.startsWith("@@"));
  const lines = all.slice(first < 0 ? all.length : first).map((line): Line => {
    const sign = line.charAt(0);
    return sign in kinds ? [sign, line.slice(1)] : ["", line];
  });
  return h("figure", { class: "mini-diff" }, signed("Changes", lines));
}
