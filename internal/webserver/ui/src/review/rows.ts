/**
 * From a file's hunks to the rows that are drawn, and their chunks. Pure.
 *
 * A row is a line of code, on one side or both, or a gap: hidden lines that can be requested. Gaps are not stored: a
 * gap is the space between two blocks, so showing more lines only makes a block longer.
 */
import type { FileDiff, Line, NumberedLine, Side } from "./types";

export interface Block {
  header: string;
  lines: Line[];
  /** The indices of its hunks in the diff: several after the lines between them were shown. */
  hunks: number[];
  /** Why it is only one row; undefined if its lines are rows. */
  fold?: string | undefined;
}

/** Hidden lines: the first one and their number; -1 while the number of lines to the end is not known. */
export interface Gap {
  /** Index of the next block; the number of blocks for the gap at the end. */
  before: number;
  old: number;
  new: number;
  count: number;
  header: string;
  /** The hunks of the next block. */
  hunks: number[];
}

export type Row =
  | { kind: "code"; left: Line | undefined; right: Line | undefined }
  | { kind: "gap"; gap: Gap }
  /** Blocks that are folded for one reason, with what is between them. */
  | { kind: "fold"; text: string; blocks: Block[] };

const around = 3; // lines of context that git puts around a change
const atOnce = 20; // hidden lines that a button shows

/** Which of the hidden lines of a gap are shown: the last ones, the first ones, or all. */
export type Part = "up" | "down" | "all";

/** Those lines, the first and the last, in the new file. */
export function partOf(gap: Gap, part: Part): [first: number, last: number] {
  const last = gap.new + (gap.count < 0 ? atOnce : gap.count) - 1;
  if (part === "down") return [gap.new, Math.min(last, gap.new + atOnce - 1)];
  return [part === "up" ? Math.max(gap.new, last - atOnce + 1) : gap.new, last];
}

/** The hunks of one file. They grow when more of their surroundings is shown. */
export class Hunks {
  readonly blocks: Block[];
  /** Lines of the new file, once known. */
  total: number | undefined;

  constructor(
    diff: FileDiff,
    /** Whole files (added, deleted) have nothing around their hunks. */
    readonly whole: boolean,
  ) {
    this.blocks = (diff.blocks ?? []).map((b, i) => ({ header: b.header, lines: [...b.lines], hunks: [i] }));
  }

  gaps(): Gap[] {
    if (this.whole || this.blocks.length === 0) return [];
    const gaps: Gap[] = [];
    let old = 1,
      now = 1;
    this.blocks.forEach((block, i) => {
      const [o, n] = starts(block);
      if (n > now) gaps.push({ before: i, old, new: now, count: n - now, header: block.header, hunks: block.hunks });
      [old, now] = ends(block, o, n);
    });
    const left = this.total === undefined ? -1 : this.total - now + 1;
    if (left > 0 || (left < 0 && this.goesOn())) {
      gaps.push({ before: this.blocks.length, old, new: now, count: left, header: "", hunks: [] });
    }
    return gaps;
  }

  /** A hidden line with a few around it, as the first and the last line in the new file; undefined if it is shown. */
  withContext(side: Side, line: number): [first: number, last: number] | undefined {
    const gap = this.gaps().find((g) => line >= g[side] && (g.count < 0 || line < g[side] + g.count));
    if (!gap) return undefined;
    const n = line - gap[side] + gap.new;
    const last = gap.count < 0 ? Infinity : gap.new + gap.count - 1;
    return [Math.max(gap.new, n - around), Math.min(n + around, last)];
  }

  /** Whether the file may go on below the last block: git shows fewer lines of context only at its end. */
  private goesOn(): boolean {
    const last = this.blocks.at(-1)?.lines ?? [];
    const tail = last.slice(-around);
    return tail.length === around && tail.every((l) => l.type === " ");
  }

  /**
   * Puts consecutive lines of the new file into their gaps. Some may already be shown, because another request included
   * them.
   */
  reveal(lines: NumberedLine[]): void {
    const within = (n: number, g: Gap) => n >= g.new && (g.count < 0 || n < g.new + g.count);
    const gap = this.gaps().find((g) => lines.some((l) => within(l.n, g)));
    if (!gap) return;
    const inside = lines.filter((l) => within(l.n, gap));
    const [first] = inside;
    if (!first) return;
    const last = inside.at(-1)?.n ?? first.n;
    const rest = lines.filter((l) => l.n > last);
    const shown = inside.map(({ n, ...l }): Line => ({ ...l, type: " ", old: n - gap.new + gap.old, new: n }));
    // They become one block with those that they touch.
    const above = first.n === gap.new ? this.blocks.slice(Math.max(0, gap.before - 1), gap.before) : [];
    const below = last === gap.new + gap.count - 1 ? this.blocks.slice(gap.before, gap.before + 1) : [];
    const touched = [...above, ...below];
    const block = {
      header: touched[0]?.header ?? "",
      lines: [...above, { lines: shown }, ...below].flatMap((b) => b.lines),
      hunks: touched.flatMap((b) => b.hunks),
    };
    this.blocks.splice(gap.before - above.length, above.length + below.length, block);
    this.reveal(rest);
  }

  /** The folded block that has a line. */
  folded(side: Side, line: number): Block | undefined {
    return this.blocks.find((b) => b.fold !== undefined && b.lines.some((l) => l[side] === line));
  }

  rows(view: "unified" | "split"): Row[] {
    const gaps = new Map(this.gaps().map((g) => [g.before, g]));
    const rows: Row[] = [];
    this.blocks.forEach((block, i) => {
      const { fold } = block;
      const last = rows.at(-1);
      if (fold !== undefined && last?.kind === "fold" && last.text === fold) {
        last.blocks.push(block);
        return;
      }
      const gap = gaps.get(i);
      if (gap) rows.push({ kind: "gap", gap: fold === undefined ? gap : { ...gap, hunks: [] } });
      if (fold !== undefined) {
        rows.push({ kind: "fold", text: fold, blocks: [block] });
        return;
      }
      for (const row of view === "split" ? paired(block.lines) : single(block.lines)) rows.push(row);
    });
    const end = gaps.get(this.blocks.length);
    if (end) rows.push({ kind: "gap", gap: end });
    return rows;
  }
}

/** The first old and new line of a block. A block of additions alone has no old line, and starts after the last one. */
function starts(block: Block): [number, number] {
  const old = block.lines.find((l) => l.old !== undefined);
  const now = block.lines.find((l) => l.new !== undefined);
  const range = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(block.header);
  // When a side has no line, the header names the line before.
  return [old?.old ?? Number(range?.[1] ?? 0) + 1, now?.new ?? Number(range?.[2] ?? 0) + 1];
}

function ends(block: Block, o: number, n: number): [number, number] {
  for (const l of block.lines) {
    if (l.old !== undefined) o = l.old + 1;
    if (l.new !== undefined) n = l.new + 1;
  }
  return [o, n];
}

function single(lines: Line[]): Row[] {
  return lines.map((l) => ({
    kind: "code",
    left: l.type === "+" ? undefined : l,
    right: l.type === "-" ? undefined : l,
  }));
}

/** Puts removed lines next to the added ones that replace them, one to one, as diff2html does. */
function paired(lines: Line[]): Row[] {
  const rows: Row[] = [];
  let removed: Line[] = [],
    added: Line[] = [];
  const flush = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++) {
      rows.push({ kind: "code", left: removed[i], right: added[i] });
    }
    removed = [];
    added = [];
  };
  for (const l of lines) {
    if (l.type === " ") {
      flush();
      rows.push({ kind: "code", left: l, right: l });
    } else if (l.type === "-") {
      if (added.length) flush();
      removed.push(l);
    } else {
      added.push(l);
    }
  }
  flush();
  return rows;
}

export interface Span {
  from: number; // index of a row
  to: number; // after the last row
}

/** Rows that are drawn at once. */
export interface ChunkSpan extends Span {
  /** The rows that are coloured with them as one text, and whose changed lines are paired. */
  stretch: Span;
}

const usual = 120;
const most = 360;
const drawnAtOnce = 40; // laying out more takes longer than a frame

/** Cuts rows into chunks of at most 40. */
export function chunks(rows: Row[]): ChunkSpan[] {
  const all: ChunkSpan[] = [];
  for (const stretch of stretches(rows)) {
    const long = stretch.to - stretch.from;
    const step = Math.ceil(long / Math.ceil(long / drawnAtOnce));
    for (let { from } = stretch; from < stretch.to; from += step) {
      all.push({ from, to: Math.min(from + step, stretch.to), stretch });
    }
  }
  return all;
}

/** Cuts rows into stretches of about 120. To keep a run of changed lines together, one may be three times as long. */
function stretches(rows: Row[]): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (let i = 1; i <= rows.length; i++) {
    const long = i - from;
    if (i === rows.length || (long >= usual && !joined(rows[i - 1], rows[i])) || long >= most) {
      if (i > from) spans.push({ from, to: i });
      from = i;
    }
  }
  return spans;
}

function joined(a: Row | undefined, b: Row | undefined): boolean {
  return isChange(a) && isChange(b);
}

function isChange(row: Row | undefined): boolean {
  return row?.kind === "code" && (row.left?.type === "-" || row.right?.type === "+");
}

/** The next row that begins a run of changes or stands for some, from a row on, in a direction; -1 for none. */
export function nextChange(rows: Row[], from: number, step: 1 | -1): number {
  for (let i = from + step; i >= 0 && i < rows.length; i += step) {
    if (rows[i]?.kind === "fold" || (isChange(rows[i]) && !isChange(rows[i - 1]))) return i;
  }
  return -1;
}

/** Where a row is in a later diff of its file: as far as before from the nearest text that both diffs have once. */
export function rowAfter(before: Row[], row: number, after: Row[]): number {
  const textOf = (r: Row) => (r.kind === "code" ? (r.right ?? r.left)?.text : undefined);
  const [was, now] = [before.map(textOf), after.map(textOf)];
  const isOnce = (all: typeof was, text?: string) => all.includes(text) && all.indexOf(text) === all.lastIndexOf(text);
  const near = [...was.keys()].sort((a, b) => Math.abs(a - row) - Math.abs(b - row)).slice(0, 100);
  const anchor = near.find((i) => isOnce(was, was[i]) && isOnce(now, was[i]));
  return anchor === undefined ? row : now.indexOf(was[anchor]) + row - anchor;
}

/** The number of a row on a side, undefined when it has none. */
export function numberAt(row: Row | undefined, side: Side): number | undefined {
  if (row?.kind !== "code") return undefined;
  return side === "old" ? row.left?.old : row.right?.new;
}

/** The side of a comment on a row by default: removed lines belong to the old file. */
export function sideOf(row: Row | undefined): Side {
  return row?.kind === "code" && row.right === undefined ? "old" : "new";
}

/** The lines on a side between two rows, in either order; undefined when there are none. */
export function range(rows: Row[], a: number, b: number, side: Side): { start: number; end: number } | undefined {
  const between = rows.slice(Math.min(a, b), Math.max(a, b) + 1);
  const numbers = between.flatMap((row) => numberAt(row, side) ?? []);
  const [start, end] = [numbers[0], numbers.at(-1)];
  return start === undefined || end === undefined ? undefined : { start, end };
}
