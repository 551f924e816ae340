/** Choosing lines: a click, a drag over line numbers, a click with Shift; and the row of the keyboard. */
import type { Comments } from "./comments";
import { moveCursor, rowWords } from "./cursor";
import type { Files } from "./files";
import { viewedWord } from "./folds";
import type { FileView } from "./fileview";
import { nextChange, numberAt, partOf, range, type Part, type Row } from "./rows";
import { failed } from "./say";
import { state } from "./state";
import { topHeight } from "./top";
import type { Side } from "./types";

interface Point {
  view: FileView;
  row: number;
  side: Side;
}

interface Chosen extends Point {
  to: number;
}

export class Select {
  private drag: Chosen | undefined;
  private last: Point | undefined;
  private pointer = { x: 0, y: 0 };
  private scrolling = false;
  /** The row of the keyboard, and the end of the range from it. */
  cursor: Chosen | undefined;

  constructor(
    private readonly files: Files,
    private readonly comments: Comments,
  ) {
    const { element } = files;
    element.addEventListener("pointerdown", (e) => this.down(e));
    element.addEventListener("click", (e) => this.click(e));
    // The browser shows the text that it found after this.
    element.addEventListener("beforematch", (e) => setTimeout(() => this.unfoldAt(e.target as Element)));
    window.addEventListener("pointermove", (e) => this.move(e));
    window.addEventListener("pointerup", () => this.up());
    window.addEventListener("pointercancel", () => this.cancel());
  }

  /** The row of the number under the pointer, and the side that its position means. */
  private pointAt(target: Element): Point | undefined {
    const cell = target.closest<HTMLTableCellElement>(".d2h-code-linenumber, .d2h-code-side-linenumber");
    const tr = cell?.closest<HTMLTableRowElement>("tr[data-r]");
    const view = this.files.ofElement(target);
    if (!cell || !tr || !view) return undefined;
    const row = Number(tr.dataset["r"]);
    const side: Side = state.prefs.view === "split" ? (cell.cellIndex < 2 ? "old" : "new") : view.sideOf(row);
    return numberAt(view.rows[row], side) === undefined ? undefined : { view, row, side };
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const point = this.pointAt(event.target as Element);
    if (!point) return;
    event.preventDefault(); // a drag must not select text
    this.pointer = { x: event.clientX, y: event.clientY };
    const from = event.shiftKey && this.last?.view === point.view ? this.last : point;
    this.drag = { ...from, to: nearest(point.view.rows, point.row, from.side) };
    this.show(this.drag);
  }

  private move(event: PointerEvent): void {
    if (!this.drag) return;
    this.pointer = { x: event.clientX, y: event.clientY };
    this.follow();
    this.scroll();
  }

  private follow(): void {
    if (!this.drag) return;
    const under = document.elementFromPoint(this.pointer.x, this.pointer.y);
    const tr = under?.closest<HTMLTableRowElement>("tr[data-r]");
    if (!tr || this.files.ofElement(tr) !== this.drag.view) return;
    const row = Number(tr.dataset["r"]);
    if (row === this.drag.to) return;
    this.drag.to = row;
    this.show(this.drag);
  }

  /** Scrolls while a drag is at the edge of the screen. */
  private scroll(): void {
    if (this.scrolling) return;
    const step = () => {
      const above = this.pointer.y - topHeight() - 50;
      const below = this.pointer.y - (window.innerHeight - 40);
      const by = above < 0 ? above : below > 0 ? below : 0;
      this.scrolling = this.drag !== undefined && by !== 0;
      if (!this.scrolling) return;
      window.scrollBy({ top: Math.max(-25, Math.min(25, by / 2)), behavior: "instant" });
      this.follow();
      requestAnimationFrame(step);
    };
    this.scrolling = true;
    requestAnimationFrame(step);
  }

  private up(): void {
    const chosen = this.drag;
    this.drag = undefined;
    if (!chosen) return;
    const shift = this.last?.view === chosen.view && this.last.row === chosen.row && this.last.side === chosen.side;
    this.comment(chosen, shift && chosen.to !== chosen.row);
    this.last = chosen;
  }

  cancel(): boolean {
    const had = this.drag !== undefined;
    this.drag = undefined;
    this.clear();
    return had;
  }

  private comment(chosen: Chosen, grow: boolean): void {
    const lines = range(chosen.view.rows, chosen.row, chosen.to, chosen.side);
    this.clear();
    if (!lines) return;
    const from = numberAt(chosen.view.rows[chosen.row], chosen.side) ?? 0;
    if (grow && this.comments.grow(chosen.view, chosen.side, from, lines.start, lines.end)) return;
    if (chosen.view.diff?.guessed) chosen.view.commentOnFile();
    else this.comments.open(chosen.view, chosen.side, lines.start, lines.end);
  }

  private clear(): void {
    for (const tr of this.files.element.querySelectorAll("tr.chosen")) {
      tr.classList.remove("chosen", "left", "right");
    }
  }

  private show(chosen: Chosen): void {
    this.clear();
    const [a, b] = [Math.min(chosen.row, chosen.to), Math.max(chosen.row, chosen.to)];
    for (let i = a; i <= b; i++) {
      const tr = chosen.view.chunkOf(i)?.row(i);
      tr?.classList.add("chosen", chosen.side === "old" ? "left" : "right");
    }
  }

  /** Unfolds the row that an element is in, or all rows with its reason. False if it is in no such row. */
  private unfoldAt(element: Element | null, all = false): boolean {
    const view = this.files.ofElement(element);
    const row = view?.rows[Number(element?.closest<HTMLElement>("tr[data-r]")?.dataset["r"] ?? -1)];
    if (!view || row?.kind !== "fold") return false;
    if (all) {
      state.unfolded.add(row.text);
      this.files.refold();
    } else {
      view.folding.unfold(row.blocks);
    }
    const line = row.blocks[0]?.lines.find((l) => l.type !== " ");
    const side = line?.type === "-" ? "old" : "new";
    this.setCursor(view, view.find(side, line?.[side] ?? 0));
    return true;
  }

  private click(event: MouseEvent): void {
    const fold = (event.target as Element).closest<HTMLElement>("button[data-fold]");
    if (fold && this.unfoldAt(fold, fold.dataset["fold"] === "all")) return;
    const tick = (event.target as Element).closest<HTMLElement>("button[data-view]");
    const ticked = this.files.ofElement(tick);
    if (tick && ticked)
      this.view(ticked, (tick.dataset["view"] ?? "").split(",").map(Number), tick.ariaPressed !== "true");
    const button = (event.target as Element).closest<HTMLElement>("button[data-expand]");
    const tr = button?.closest<HTMLElement>("tr[data-r]");
    const view = this.files.ofElement(button);
    const row = view?.rows[Number(tr?.dataset["r"] ?? -1)];
    if (!button || !view || row?.kind !== "gap") return;
    this.expand(view, row, button.dataset["expand"] as Part);
  }

  private expand(view: FileView, row: Row & { kind: "gap" }, what: Part): void {
    // The line above the hidden ones stays where it is on the screen; for "up", the one below.
    const at = view.rows.indexOf(row);
    const box = view.element(what === "up" || at === 0 ? at + 1 : at - 1);
    const before = box?.getBoundingClientRect().top;
    if (box && before !== undefined) this.files.scrollTo(box, () => before);
    view.reveal(...partOf(row.gap, what)).catch((error: unknown) => failed("Could not show the lines", error));
  }

  /** Marks hunks as viewed, or not. The keyboard stays at their row. */
  private view(view: FileView, hunks: number[], viewed: boolean): void {
    this.files.viewHunks(view, hunks, viewed);
    if (view.open)
      this.setCursor(
        view,
        view.rows.findIndex((r) => r.kind !== "gap" && view.folding.hunksOf(r).includes(hunks[0] ?? -1)),
      );
  }

  /** Marks the change at the row of the keyboard as viewed, or not. */
  viewHere(): void {
    const at = this.cursor;
    const row = at?.view.rows[at.row];
    const hunks = row ? at.view.folding.hunksOf(row) : [];
    if (at && row && hunks.length > 0) this.view(at.view, hunks, row.kind !== "fold" || row.text !== viewedWord);
  }

  /** Moves the row of the keyboard. It gets the focus and a name for screen readers. */
  setCursor(view: FileView, row: number, side?: Side, extend = false): void {
    const r = view.rows[row];
    if (!r) return;
    const from = extend && this.cursor?.view === view ? this.cursor : { view, row, side: side ?? view.sideOf(row) };
    this.cursor = { ...from, to: row };
    this.last = this.cursor;
    this.clear();
    if (extend) this.show(this.cursor);
    const tr = view.element(row);
    const column = state.prefs.view === "split" && this.cursor.side === "new" ? 3 : 1;
    const cell = moveCursor(this.files.element, tr, column, rowWords(r, this.cursor.side));
    if (!tr || !cell) return;
    this.files.reveal(tr);
    cell.focus({ preventScroll: true });
  }

  /** Gives an element the focus that the last diff took along, unless it is out of sight. */
  refocus(element: Element | undefined): void {
    if (!element || document.activeElement !== document.body) return;
    const view = this.files.ofElement(element);
    const { top, bottom } = element.getBoundingClientRect();
    if (!view || !element.matches("tr")) (element as HTMLElement).focus({ preventScroll: true });
    else if (top > topHeight() + 60 && bottom < window.innerHeight - 40)
      this.setCursor(view, Number((element as HTMLElement).dataset["r"]));
  }

  /** Moves one row up or down from the cursor, or to the first row on the screen when there is no cursor. */
  step(by: 1 | -1, extend: boolean): void {
    const at = this.cursor;
    if (!at || !this.files.shows(at.view)) {
      const view = this.files.current();
      if (view?.reading) window.scrollBy({ top: by * 60, behavior: "instant" });
      else if (view) this.setCursor(view, firstLine(view.rows));
      return;
    }
    for (let row = at.to + by; ; row += by) {
      const r = at.view.rows[row];
      if (!r) break;
      if (extend && numberAt(r, at.side) === undefined) continue;
      this.setCursor(at.view, row, extend ? at.side : undefined, extend);
      return;
    }
    if (extend) return;
    const next = this.files.next(at.view, by);
    if (!next) return;
    void next.load().then(() => {
      const row = by > 0 ? firstLine(next.rows) : next.rows.length - 1;
      if (row >= 0) this.setCursor(next, row);
      else this.files.scrollTo(next.section);
    });
  }

  setSide(side: Side): void {
    const at = this.cursor;
    if (at && numberAt(at.view.rows[at.row], side) !== undefined) this.setCursor(at.view, at.row, side);
  }

  /** Goes to the next change after the cursor, in this file or the next ones. */
  async nextChange(step: 1 | -1): Promise<void> {
    const start = this.cursor && this.files.shows(this.cursor.view) ? this.cursor.view : this.files.current();
    if (!start) return;
    let row = this.cursor?.view === start ? this.cursor.row : step > 0 ? -1 : start.rows.length;
    for (let view: FileView | undefined = start; view; view = this.files.next(view, step)) {
      if (view.open && !view.file.collapsed) await view.load().catch(() => undefined);
      if (view !== start) row = step > 0 ? -1 : view.rows.length;
      const found = view.open ? nextChange(view.rows, row, step) : -1;
      if (found >= 0) {
        this.setCursor(view, found);
        return;
      }
    }
  }

  /** Comments on the chosen rows. */
  commentHere(): boolean {
    const at = this.cursor;
    if (!at || !this.files.shows(at.view)) return false;
    if (at.view.rows[at.row]?.kind !== "code") return false;
    this.comment(at, false);
    return true;
  }

  /** Enter on a row of hidden lines shows them. */
  expandHere(): boolean {
    const at = this.cursor;
    const row = at?.view.rows[at.row];
    if (at && row?.kind === "fold") return this.unfoldAt(at.view.element(at.row) ?? null);
    if (!at || row?.kind !== "gap") return false;
    this.expand(at.view, row, row.gap.count > 0 && row.gap.count <= 20 ? "all" : "down");
    return true;
  }
}

const firstLine = (rows: Row[]): number => rows.findIndex((r) => r.kind !== "gap");

/** The row that has a line on this side and is the nearest to another one. */
function nearest(rows: Row[], row: number, side: Side): number {
  for (let d = 0; d < rows.length; d++) {
    if (numberAt(rows[row - d], side) !== undefined) return row - d;
    if (numberAt(rows[row + d], side) !== undefined) return row + d;
  }
  return row;
}
