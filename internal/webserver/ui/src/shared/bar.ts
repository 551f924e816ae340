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
  /** Shows which value is chosen, and other words for the values if they are given. */
  show: (now: T, words?: (value: T) => string) => void;
}

/** Some values as buttons in a row, always visible. */
export function segmented<T>(
  label: string,
  values: readonly (readonly [T, string])[],
  choose: (value: T) => void,
  title: string | null = null,
): Choice<T> {
  const all = values.map(([value, words]) => ({ value, it: button(words, () => choose(value), { title }) }));
  return {
    element: h("div", { class: "segmented", role: "group", "aria-label": label }, ...all.map(({ it }) => it)),
    show: (now, words) => {
      for (const { value, it } of all) {
        it.setAttribute("aria-pressed", String(value === now));
        if (words && it.textContent !== words(value)) it.textContent = words(value);
      }
    },
  };
}

/** The choice of a layout. */
export function layoutChoice<T>(views: readonly (readonly [T, string])[], choose: (view: T) => void): Choice<T> {
  return segmented("Layout", views, choose, "Switch layout (u)");
}

/** The settings of the view, behind a button. A click elsewhere and Escape close them. */
function menu(settings: Child[]): HTMLElement {
  const box = h("div", { class: "menu", role: "group", "aria-label": "View", hidden: true }, ...settings);
  const toggle = (open: boolean) => {
    box.hidden = !open;
    gear.setAttribute("aria-expanded", String(open));
  };
  const gear = iconButton("gear", "View", () => toggle(!!box.hidden), { "aria-expanded": "false" });
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
