/** The bar at the top of every page, with its parts in the same order. */
import { button, h, iconButton, type Child } from "./dom";
import { inVSCode } from "./host";
import { themeChoice } from "./prefs";

interface Parts {
  /** The names of the project and of what the page shows. */
  what: Child[];
  pages: Child;
  /** How it is shown. */
  tools: Child[];
  live: HTMLElement;
  settings?: Child[];
  help: () => void;
  /** The main action is the last one. */
  acts: Child[];
}

export const layouts = [
  ["unified", "Unified"],
  ["split", "Split"],
] as const;

export type View = (typeof layouts)[number][0];

export function topBar({ what, pages, tools, live, settings = [], help, acts }: Parts): HTMLElement {
  return h(
    "header",
    { class: "top" },
    ...what,
    pages,
    h("span", { class: "grow" }),
    ...tools,
    live,
    inVSCode() ? null : menu([h("label", {}, "Theme ", themeChoice()), ...settings]), // VS Code has a theme of its own
    iconButton("help", "Keyboard shortcuts", help, { title: "Keyboard shortcuts (?)" }),
    ...acts,
  );
}

export const liveLabel = (): HTMLElement => h("span", { class: "live", role: "status" });

/** Shows whether the server answers. */
export function showLive(label: HTMLElement, reached: boolean): void {
  const word = reached ? "Live" : "Stopped";
  if (label.textContent === word) return; // it would be announced again
  label.className = `live ${reached ? "on" : "off"}`;
  label.textContent = word;
}

export interface Choice<T> {
  element: HTMLElement;
  /** Shows which one is chosen. */
  show: (now: T) => void;
}

/** The choice of a layout, always visible. */
export function layoutChoice<T>(views: readonly (readonly [T, string])[], choose: (view: T) => void): Choice<T> {
  const buttons = views.map(([view, word]) => button(word, () => choose(view), { title: "Switch layout (u)" }));
  return {
    element: h("div", { class: "segmented", role: "group", "aria-label": "Layout" }, ...buttons),
    show: (now) => buttons.forEach((b, i) => b.setAttribute("aria-pressed", String(views[i]?.[0] === now))),
  };
}

/** The settings of the view, behind a button. A click elsewhere and Escape close them. */
function menu(settings: Child[]): HTMLElement {
  const box = h("div", { class: "menu", role: "group", "aria-label": "View", hidden: true }, ...settings);
  const toggle = (open: boolean) => {
    box.hidden = !open;
    gear.setAttribute("aria-expanded", String(open));
  };
  const gear = iconButton("gear", "View", () => toggle(!!box.hidden), { title: "View", "aria-expanded": "false" });
  const holder = h("div", { class: "menu-holder" }, gear, box);
  document.addEventListener("pointerdown", (e) => {
    if (!holder.contains(e.target as Node)) toggle(false);
  });
  holder.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || box.hidden) return;
    e.stopPropagation();
    toggle(false);
    gear.focus();
  });
  return holder;
}
