/**
 * The changes between two versions of a plan, line by line, with the rows, colours and words of the review's diff.
 * Hidden lines come from the text of the newer version, which the page has.
 */
import type { View } from "../shared/bar";
import { fill, h } from "../shared/dom";
import { Chunk, type Attachment } from "../review/chunk";
import { moveCursor, rowWords } from "../review/cursor";
import { chunks, Hunks, nextChange, numberAt, partOf, sideOf, type Part, type Row } from "../review/rows";
import { merged, type RenderedBlock } from "../review/merge";
import type { FileDiff, Side, SourceLine } from "../review/types";
import type { Target } from "./editor";
import type { PlanDiffOutput } from "./types";

const near = "1500px"; // distance to the screen from which rows are drawn
const columns = 90; // of a line, for the guess of heights

/** A card or form below a line. */
export interface Note {
  side: Side;
  line: number;
  element: HTMLElement;
}

export class Changes {
  readonly element = h("div", { class: "plan-changes" });
  private hunks = new Hunks({ id: "", blocks: [] }, false);
  private rows: Row[] = [];
  private chunks: Chunk[] = [];
  private notes: Note[] = [];
  private text: string[] = [];
  private view: View = "unified";
  private cursor = -1;
  private from = 0;
  private attachments: Attachment[] = []; // in the order of the notes
  private readonly seen = new IntersectionObserver(
    (entries) => {
      for (const e of entries) if (e.isIntersecting) this.drawChunk(this.chunks.find((c) => c.box === e.target));
    },
    { rootMargin: near },
  );

  constructor(private readonly comment: (on: Target) => void) {
    this.element.addEventListener("click", (e) => this.click(e.target as Element));
  }

  draw({ hunks = [], from }: PlanDiffOutput, text: string, view: View): void {
    this.text = text.split("\n");
    if (this.text.at(-1) === "") this.text.pop();
    this.hunks = new Hunks({ id: "", blocks: hunks as FileDiff["blocks"] }, from === 0);
    this.hunks.total = this.text.length;
    this.from = from;
    this.cursor = -1;
    this.notes = []; // their attachments go: a row of one fits only one view
    this.view = view;
    this.build();
  }

  private build(): void {
    this.seen.disconnect();
    this.rows = this.hunks.rows(this.view);
    this.chunks = chunks(this.rows).map((span) => new Chunk(this.rows, span, "plan.md", columns));
    const same = h("p", { class: "muted" }, "The two versions are identical.");
    fill(this.element, ...(this.chunks.length > 0 ? this.chunks.map((c) => c.box) : [same]));
    for (const c of this.chunks) this.seen.observe(c.box);
    this.attach();
    this.drawChunk(this.chunks[0]);
  }

  private drawChunk(chunk: Chunk | undefined): void {
    if (!chunk || chunk.table) return;
    chunk.draw(this.view);
    chunk.attach(this.attachments, this.view);
  }

  /** Puts these below their lines and removes all others. Returns those that have no line here. */
  show(notes: Note[]): HTMLElement[] {
    this.notes = notes;
    const more = notes.map((n) => this.uncover(n.side, n.line));
    if (more.includes(true)) this.build();
    else this.attach();
    return notes.filter((n) => this.find(n.side, n.line) < 0).map((n) => n.element);
  }

  private attach(): void {
    const had = this.attachments;
    this.attachments = this.notes.flatMap(({ side, line, element }) => {
      const row = this.find(side, line);
      const known = had.find((a) => a.element === element) ?? { id: element.id, side, element };
      return row < 0 ? [] : Object.assign(known, { row });
    });
    for (const c of this.chunks) {
      if (!c.table && this.attachments.some((a) => c.holds(a.row))) c.draw(this.view);
      c.attach(this.attachments, this.view);
    }
  }

  private find(side: Side, line: number): number {
    return this.rows.findIndex((r) => numberAt(r, side) === line);
  }

  /** Shows a hidden line. Returns whether the page has more rows now. */
  private uncover(side: Side, line: number): boolean {
    const hidden = this.hunks.withContext(side, line);
    if (hidden) this.reveal(...hidden);
    return hidden !== undefined;
  }

  private reveal(first: number, last: number): void {
    this.hunks.reveal(this.text.slice(first - 1, last).map((text, i) => ({ n: first + i, text })));
  }

  private click(target: Element): void {
    const tr = target.closest<HTMLElement>("tr[data-r]");
    const row = Number(tr?.dataset["r"] ?? -1);
    const expand = target.closest<HTMLElement>("button[data-expand]");
    const cell = target.closest<HTMLTableCellElement>("td.d2h-code-linenumber, td.d2h-code-side-linenumber");
    if (expand) this.expand(row, expand.dataset["expand"] as Part);
    else if (cell) this.on(row, this.view === "split" && cell.cellIndex === 0 ? "old" : sideOf(this.rows[row]));
  }

  private expand(index: number, what: Part): void {
    const row = this.rows[index];
    if (row?.kind !== "gap") return;
    this.reveal(...partOf(row.gap, what));
    this.build();
  }

  /** Begins a comment on a line, in the newer version if the line is unchanged. */
  private on(index: number, side: Side): void {
    const row = this.rows[index];
    if (row?.kind !== "code") return;
    const older = side === "old" && row.left !== row.right;
    const line = numberAt(row, older ? "old" : "new");
    if (line === undefined) return;
    this.comment({ start: line, end: line, ...(older && { version: this.from }) });
  }

  commentHere(): void {
    const row = this.rows[this.cursor];
    if (row?.kind === "code") this.on(this.cursor, sideOf(row));
    else this.nextChange(1);
  }

  /** Moves the keyboard one row up or down. */
  step(by: 1 | -1): void {
    this.go(this.cursor + by);
  }

  nextChange(by: 1 | -1): void {
    this.go(nextChange(this.rows, this.cursor, by));
  }

  /** Shows a line of the newer version. */
  goTo(line: number): void {
    if (this.uncover("new", line)) this.build();
    this.go(this.find("new", line));
  }

  /** Moves the keyboard to a row, if there is one. */
  private go(index: number): void {
    const row = this.rows[index];
    if (!row) return;
    this.cursor = index;
    const chunk = this.chunks.find((c) => c.holds(index));
    this.drawChunk(chunk);
    const tr = chunk?.row(index);
    const column = this.view === "split" && row.kind === "code" && row.right ? 3 : 1;
    const cell = moveCursor(this.element, tr, column, rowWords(row, "new"));
    if (!tr || !cell) return;
    tr.scrollIntoView({ block: "center" });
    cell.focus({ preventScroll: true });
  }

  /** Enter on a row of hidden lines shows them. */
  expandHere(): void {
    const row = this.rows[this.cursor];
    if (row?.kind === "gap") this.expand(this.cursor, row.gap.count <= 20 ? "all" : "down");
  }
}

/** The blocks of two versions, as they read; undefined if a text is too long. */
export function blocksOfBoth({ hunks = [] }: PlanDiffOutput, before: string, now: string): RenderedBlock[] | undefined {
  const lines = (text: string, sign: "+" | "-", side: Side): SourceLine[] => {
    const changed = new Set(hunks.flatMap((hunk) => hunk.lines.filter((l) => l.type === sign).map((l) => l[side])));
    return text.split("\n").map((line, i) => ({ text: line, changed: changed.has(i + 1) }));
  };
  return merged({ old: lines(before, "-", "old"), new: lines(now, "+", "new") });
}

/** The lines on which blocks of the newer version begin that changed, or lost the block after them. */
export function changedLines(both: RenderedBlock[]): Set<number> {
  const found = new Set<number>();
  let last = 1;
  both.forEach(({ side, start, changed }, i) => {
    if (side === "new") last = start;
    if (side === "new" ? changed : !both[i + 1]?.changed) found.add(last);
  });
  return found;
}
