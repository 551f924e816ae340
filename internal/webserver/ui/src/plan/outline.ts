/** The headings of a plan. A heading is marked when something below it changed, or a thread is open there. */
import { button, h } from "../shared/dom";
import { shown } from "../shared/odd";
import { isOpen } from "../shared/threadWords";
import type { Shown } from "./types";

interface Heading {
  level: number;
  text: string;
  line: number;
}

export function outline(
  headings: Heading[],
  plan: Shown,
  changed: Set<number>,
  go: (line: number) => void,
): HTMLElement[] {
  return headings.map(({ level, text, line }, i) => {
    const end = headings[i + 1]?.line ?? Infinity;
    const inside = (n: number | undefined) => n !== undefined && n >= line && n < end;
    const open = plan.threads.filter((t) => isOpen(t) && t.passage !== "gone" && inside(t.startLine)).length;
    const news = [...changed].some(inside);
    const parts = [
      h("span", { class: "heading" }, shown(text)),
      news ? h("span", { class: "news", title: "Changed since the previous version" }, "changed") : null,
      open > 0 ? h("span", { class: "n", title: "Open threads", "aria-label": `${open} open` }, open) : null,
    ];
    return button(parts, () => go(line), { class: `link level-${level}`, "data-line": line });
  });
}
