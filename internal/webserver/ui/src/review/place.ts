/** The reader's position, kept for a reload: the line at the top of the screen, and its distance from the top. */
import type { Files } from "./files";
import { keepText, keptValue } from "../shared/kept";
import { numberAt } from "./rows";
import { state } from "./state";
import { topHeight } from "./top";
import type { Side } from "./types";

const name = "consider.place";

interface Kept {
  path: string;
  /** Of the file's head, and of the line: px from the top of the screen. */
  top: number;
  side?: Side;
  line?: number;
  lineTop?: number;
}

export class Place {
  constructor(private readonly files: Files) {}

  /** Whether this is a reload of a page with a stored position. */
  reloaded(): boolean {
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return entry?.type === "reload" && this.read() !== undefined;
  }

  private read(): Kept | undefined {
    return keptValue("sessionStorage", name) as Kept | undefined;
  }

  keep(): void {
    const view = this.files.current();
    if (!view || state.files.length === 0) return;
    const kept: Kept = { path: view.file.path, top: view.section.getBoundingClientRect().top };
    const { left, width } = this.files.element.getBoundingClientRect();
    for (let y = topHeight() + 60; y < window.innerHeight / 2; y += 20) {
      const tr = document.elementFromPoint(left + width / 2, y)?.closest<HTMLElement>("tr[data-r]");
      if (!tr || this.files.ofElement(tr) !== view) continue;
      const index = Number(tr.dataset["r"]);
      const side = view.sideOf(index);
      const line = numberAt(view.rows[index], side);
      if (line === undefined) continue;
      Object.assign(kept, { side, line, lineTop: tr.getBoundingClientRect().top });
      break;
    }
    keepText("sessionStorage", name, window.scrollY < 80 ? undefined : JSON.stringify(kept));
  }

  restore(): void {
    const kept = this.read();
    const view = kept && this.files.at(kept.path);
    if (!kept || !view || window.scrollY > 0) return;
    void view.load().finally(() => {
      const { side, line, top, lineTop = 0 } = kept;
      const row = side && line !== undefined ? view.element(view.find(side, line)) : undefined;
      this.files.scrollTo(row ?? view.section, () => (row ? lineTop : top));
    });
  }
}
