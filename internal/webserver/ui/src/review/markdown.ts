/** Bodies as they are meant to be read. The server makes the HTML and leaves out all that could do something. */
import { ask } from "../shared/api";
import { h } from "../shared/dom";
import { markOdd } from "../shared/odd";
import { shown } from "./text";

const known = new Map<string, Promise<string>>();
const utf8 = new TextEncoder();
const waiting: { text: string; done: (html: string) => void; fail: (error: unknown) => void }[] = [];

/** All bodies that are asked for in one go make one request. */
function rendered(text: string): Promise<string> {
  let html = known.get(text);
  if (html) return html;
  html = new Promise<string>((done, fail) => {
    waiting.push({ text, done, fail });
    if (waiting.length === 1) setTimeout(() => void sendAll(), 0);
  });
  html.catch(() => known.delete(text));
  known.set(text, html);
  return html;
}

const most = 60_000; // bytes in one request: the server takes little more, and any single text

async function sendAll(): Promise<void> {
  while (waiting.length > 0) {
    let size = 0;
    const rest = waiting.findIndex((w, i) => {
      size += utf8.encode(w.text).length;
      return i > 0 && size > most;
    });
    const batch = waiting.splice(0, Math.min(rest < 0 ? waiting.length : rest, 100));
    try {
      const { html } = await ask<{ html: string[] }>("POST", "/api/markdown", { texts: batch.map((w) => w.text) });
      batch.forEach((w, i) => w.done(html[i] ?? ""));
    } catch (error) {
      for (const w of batch) w.fail(error);
    }
  }
}

/**
 * An element with the text, plain at first. `original` are the lines that a suggestion replaces, for it is shown as a
 * change of them.
 */
export function markdown(text: string, original: () => string[] | undefined): HTMLElement {
  const element = h("div", { class: "markdown plain" }, text);
  markOdd(element);
  rendered(text).then(
    (html) => {
      put(element, html);
      element.classList.remove("plain");
      for (const code of element.querySelectorAll<HTMLElement>("pre > code.language-suggestion")) {
        code.parentElement?.replaceWith(suggestion(original() ?? [], linesOf(code.textContent)));
      }
      markOdd(element);
    },
    () => undefined, // the plain text stays
  );
  return element;
}

/** The server's rendering of a text, in an element. */
export function place(element: HTMLElement, html: string): void {
  put(element, html);
  markOdd(element);
}

function put(element: HTMLElement, html: string): void {
  // eslint-disable-next-line no-restricted-properties -- the server's sanitised Markdown, below a strict policy
  element.innerHTML = html;
  for (const link of element.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  for (const box of element.querySelectorAll("input")) box.setAttribute("aria-label", box.checked ? "done" : "to do");
}

function linesOf(text: string | null): string[] {
  const lines = (text ?? "").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** A suggestion: the lines as they are, and as they should be. What is the same at both ends is not a change. */
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
  const lines = diff.split("\n");
  if (lines.at(-1) === "") lines.pop();
  let inside = false;
  for (const line of lines) {
    inside ||= line.startsWith("@@");
    if (!inside) continue; // the head with the names
    const kind = line.startsWith("@@") ? "hunk" : line.startsWith("+") ? "ins" : line.startsWith("-") ? "del" : "cntx";
    box.append(h("div", { class: kind }, shown(line) || " "));
  }
  return box;
}
