/** Elements made by hand. Text is always set as text; nothing here parses HTML. */

export type Child = Node | string | number | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => unknown);

/**
 * An element with its attributes and children. Functions become listeners (`onclick`), `true` an attribute without a
 * value, and null, undefined or false no attribute at all.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attrs: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, attrs);
  add(element, ...children);
  return element;
}

function set(element: Element, attrs: Record<string, Value>): void {
  for (const [name, value] of Object.entries(attrs)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

export function add(element: Node, ...children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.appendChild(typeof child === "object" ? child : document.createTextNode(String(child)));
  }
}

/** Replaces the children. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  add(element, ...children);
}

/**
 * Replaces the children, unless the element looks the same with them: a button that is being pressed stays, and so does
 * a selection. Returns whether it did.
 */
export function refill(element: Element, ...children: Child[]): boolean {
  const now = element.cloneNode(false);
  add(now, ...children);
  if (now.isEqualNode(element)) return false;
  element.replaceChildren(...now.childNodes);
  return true;
}

/**
 * Makes these the children. Those already in place are not moved: moving an element takes its focus and breaks a click
 * in progress.
 */
export function arrange(element: Element, children: readonly Element[]): void {
  const wanted = new Set(children);
  for (const child of [...element.children]) if (!wanted.has(child)) child.remove();
  let before: Element | null = null;
  for (const child of children) {
    const expected: Element | null = before ? before.nextElementSibling : element.firstElementChild;
    if (expected !== child) element.insertBefore(child, expected);
    before = child;
  }
}

/**
 * A position in an element's text, between two characters, as a node and an offset: at the beginning of the next node,
 * or the end of the last.
 */
export function pointAt(within: Element, offset: number, begins: boolean): [Node, number] {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  let last: [Node, number] = [within, 0];
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (begins ? offset < node.data.length : offset <= node.data.length) return [node, offset];
    last = [node, node.data.length];
    offset -= node.data.length;
  }
  return last;
}

/** Our own small icons, drawn on a grid of 16 by 16 with a line width of 1.5. */
const pictures = {
  chevron: "M4 6l4 4 4-4",
  file: "M4 1.5h5.5L12.5 4.5v10h-8.5zM9 2v3h3",
  folder: "M1.5 3.5h4.5l1.5 2h7v7.5h-13z",
  comment: "M2 2.5h12v8.5h-6.5l-3 3v-3h-2.5z",
  link: "M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5l-1.5 1.5M9 11.5l-1.5 1.5a3 3 0 0 1-4.5-4.5l1.5-1.5",
  clock: "M8 2a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM8 5v3.5l2 1.5",
  check: "M3 8.5l3.5 3.5 6.5-8",
  copy: "M5.5 5.5h8v8.5h-8zM3 10.5h-.5v-8.5h8v.5",
  plus: "M8 3v10M3 8h10",
  cross: "M4 4l8 8M12 4l-8 8",
  up: "M8 13v-10M4.5 6.5l3.5-3.5 3.5 3.5",
  down: "M8 3v10M4.5 9.5l3.5 3.5 3.5-3.5",
  all: "M8 6v-4M6 4l2-2 2 2M8 10v4M6 12l2 2 2-2M2.5 8h11",
  side: "M2 2.5h12v11h-12zM6 2.5v11",
  help: "M5.5 6a2.5 2.5 0 1 1 3.8 2.1c-.9.6-1.3 1-1.3 2M8 13h.01",
  gear: "M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4",
} as const;

export type Picture = keyof typeof pictures;

export function icon(name: Picture, title = ""): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  set(svg, { class: `icon icon-${name}`, viewBox: "0 0 16 16", width: 16, height: 16 });
  set(svg, title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" });
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", pictures[name]);
  svg.appendChild(path);
  return svg;
}

/** A button with words, or with a picture and words. */
export function button(
  content: Child | Child[],
  run: () => unknown,
  attrs: Record<string, Value> = {},
): HTMLButtonElement {
  const children = Array.isArray(content) ? content : [content];
  return h("button", { type: "button", onclick: run, ...attrs }, ...children);
}

/** A button that is only a picture, with its name for screen readers and as a tooltip. */
export function iconButton(
  picture: Picture,
  label: string,
  run: () => unknown,
  attrs: Record<string, Value> = {},
): HTMLButtonElement {
  return button(icon(picture), run, { class: "icon-button", "aria-label": label, title: label || null, ...attrs });
}

/** A list to choose one of some values from, each with its words. */
export function choiceOf<T extends string>(
  label: string,
  values: readonly (readonly [value: T, words: string])[],
  now: T,
  chosen: (value: T) => void,
): HTMLSelectElement {
  const select = h("select", { "aria-label": label });
  for (const [value, words] of values) select.append(h("option", { value }, words));
  select.value = now;
  select.addEventListener("change", () => chosen(select.value as T));
  return select;
}

/**
 * Calls run when nothing more urgent waits, with a function that returns how many milliseconds are left. Safari has no
 * requestIdleCallback.
 */
export function idle(run: (left: () => number) => void): void {
  if (typeof requestIdleCallback === "function") {
    requestIdleCallback((deadline) => run(() => deadline.timeRemaining()), { timeout: 500 });
    return;
  }
  setTimeout(() => {
    const end = performance.now() + 8;
    run(() => end - performance.now());
  }, 30);
}

/** Runs after so many milliseconds without a further call. */
export function quiet(ms: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
}

/** A whole number in the English format: 12,345. The browser's own formatter takes 50 ms at its first use. */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A button that copies and says so. */
export function copyButton(label: string, text: () => string, attrs: Record<string, Value> = {}): HTMLButtonElement {
  const word = h("span", {}, label);
  const copy = async () => {
    word.textContent = (await copyText(text())) ? "Copied" : "Could not copy";
    setTimeout(() => (word.textContent = label), 1500);
  };
  return button([icon("copy"), word], copy, { class: "small", ...attrs });
}

/** A command that can be copied into a terminal. */
export function commandOf(command: string): Child[] {
  const copy = copyButton("", () => command, { class: "icon-button", "aria-label": `Copy ${command}` });
  return [h("code", {}, command), copy];
}

let ticking: ReturnType<typeof setInterval> | undefined;

/** "5 minutes ago", kept up to date on the page, with the exact time as its title. */
export function timeOf(iso: string): HTMLTimeElement {
  ticking ??= setInterval(() => {
    for (const time of document.querySelectorAll("time")) time.textContent = ago(time.dateTime);
  }, 60_000);
  return h("time", { datetime: iso, title: new Date(iso).toLocaleString() }, ago(iso));
}

function ago(iso: string): string {
  const then = new Date(iso);
  const seconds = Math.round((then.getTime() - Date.now()) / 1000);
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const steps = [
    [60, "second", 1],
    [3600, "minute", 60],
    [86400, "hour", 3600],
    [30 * 86400, "day", 86400],
  ] as const;
  const step = steps.find(([limit]) => Math.abs(seconds) < limit);
  if (!step) return then.toLocaleDateString("en", { dateStyle: "medium" });
  return Math.abs(seconds) < 45 ? "just now" : format.format(Math.round(seconds / step[2]), step[1]);
}
