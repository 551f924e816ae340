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
  settings?: Child[];
  help: () => void;
  /** The main action is the last one. */
  acts?: Child[];
}

interface Bar {
  element: HTMLElement;
  /** Shows whether the server answers. */
  reach: (reached: boolean) => void;
}

export const layouts = [
  ["unified", "Unified"],
  ["split", "Split"],
] as const;

export type View = (typeof layouts)[number][0];

export function topBar({ what, pages, tools, settings = [], help, acts = [] }: Parts): Bar {
  const live = h("span", { class: "live on", role: "status" }, "Live");
  const element = h(
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
  const reach = (reached: boolean) => {
    const word = reached ? "Live" : "Stopped";
    if (live.textContent === word) return; // it would be announced again
    live.className = `live ${reached ? "on" : "off"}`;
    live.textContent = word;
  };
  return { element, reach };
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
