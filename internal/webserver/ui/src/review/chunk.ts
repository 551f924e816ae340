/**
 * A box of rows that is drawn when it comes near the screen and emptied when it is far away. In a small diff its text
 * stays on the page, without layout and colours, so that the browser's own search finds it.
 */
import { h } from "../shared/dom";
import { colourLater } from "./colour";
import { draw } from "./draw";
import type { ChunkSpan, Row, Span } from "./rows";
import { cells } from "./text";
import type { Line } from "./types";

export const rowHeight = 20; // the style sheet has the same
export const gapHeight = 32;

/** Something between the rows: a thread, a pending comment, a form. */
export interface Attachment {
  id: string;
  /** The row above it; -1 for the top of the file. */
  row: number;
  side: "old" | "new";
  element: HTMLElement;
  tr?: HTMLTableRowElement;
}

export class Chunk {
  readonly box = h("div", { class: "chunk" });
  table: HTMLTableElement | undefined;
  private plain = false; // drawn without colours: it was never on screen
  /** The estimated height of the rows before they are drawn: px. */
  readonly guess: number;

  constructor(
    readonly rows: Row[],
    readonly span: ChunkSpan,
    readonly path: string,
    columns: number,
  ) {
    this.guess = height(rows, span, columns);
    this.box.style.height = `${this.guess}px`;
  }

  draw(view: "unified" | "split"): void {
    this.setFar(false);
    if (!this.table) this.put(view);
    else if (!this.plain) return;
    this.plain = false;
    if (this.table) colourLater({ table: this.table, rows: this.rows, span: this.span, path: this.path });
  }

  /** Draws the text for the browser's own search. */
  drawFar(view: "unified" | "split"): void {
    this.setFar(true, this.guess);
    this.put(view);
    this.plain = true;
  }

  private put(view: "unified" | "split"): void {
    this.table = draw(this.rows, this.span, view);
    this.box.replaceChildren(this.table);
    // From here on the content decides the height.
    this.box.style.height = "";
  }

  /** Far from the screen it has no layout, but keeps its height. */
  setFar(far: boolean, height = 0): void {
    this.box.classList.toggle("far", far);
    this.box.style.containIntrinsicSize = far ? `auto none auto ${height}px` : "";
  }

  undraw(height: number): void {
    if (!this.table || this.table.querySelector(".attached")) return;
    if (this.table.contains(document.activeElement)) return;
    this.box.style.height = `${height}px`;
    this.table = undefined;
    this.box.replaceChildren();
  }

  row(index: number): HTMLTableRowElement | undefined {
    return this.table?.querySelector<HTMLTableRowElement>(`tr[data-r="${index}"]`) ?? undefined;
  }

  holds(row: number): boolean {
    return row >= this.span.from && row < this.span.to;
  }

  /** Puts the attachments of these rows in their places, those of a row in their order. Those already in place are not moved. */
  attach(all: Attachment[], view: "unified" | "split"): void {
    if (!this.table) return;
    const mine = all.filter((a) => this.holds(a.row)).sort((a, b) => a.row - b.row);
    const wanted = new Set(mine.map((a) => a.tr));
    for (const tr of this.table.querySelectorAll<HTMLTableRowElement>("tr.attached")) {
      if (!wanted.has(tr)) tr.remove();
    }
    let after: Element | undefined;
    let row = -1;
    for (const a of mine) {
      if (a.row !== row) after = this.row(a.row);
      row = a.row;
      a.tr ??= rowOf(a, view);
      if (after && after.nextElementSibling !== a.tr) after.after(a.tr);
      after = a.tr;
    }
  }
}

/** In split view a comment is below its own side, as the code is. */
function rowOf(a: Attachment, view: "unified" | "split"): HTMLTableRowElement {
  const cells = [h("td", { colspan: 2 }, a.element)];
  if (view === "split") cells.splice(a.side === "old" ? 1 : 0, 0, h("td", { colspan: 2 }));
  return h("tr", { class: "attached" }, ...cells);
}

function height(rows: Row[], span: Span, columns: number): number {
  const linesOf = (line?: Line) => (line && line.text.length > columns / 2 ? Math.ceil(cells(line.text) / columns) : 1);
  const heightOf = (row: Row) =>
    row.kind === "code" ? Math.max(linesOf(row.left), linesOf(row.right)) * rowHeight : gapHeight;
  return rows.slice(span.from, span.to).reduce((sum, row) => sum + heightOf(row), 0);
}
