/** A rendered Markdown file, block by block, each with its source. A comment on a block is a comment on its lines. */
import { arrange, button, fill, h, iconButton, plural } from "../shared/dom";
import { linesWords } from "../shared/threadWords";
import type { Attachment } from "./chunk";
import { place } from "./markdown";
import { numberAt, type Row } from "./rows";
import { shown } from "./text";
import type { RenderedBlock } from "./merge";
import type { Side } from "./types";

interface Part {
  block: RenderedBlock;
  row: HTMLElement;
  notes: HTMLElement;
  /** Shows the block when it is folded with others. */
  unfold: (() => void) | undefined;
}

const least = 3; // blocks that are worth folding

export class Rendered {
  readonly element = h("div", { class: "rendered" });
  private readonly parts: Part[];

  constructor(
    blocks: RenderedBlock[],
    private readonly comment: (side: Side, start: number, end: number) => void,
  ) {
    this.parts = blocks.map((block) => ({
      block,
      row: h("div", { class: classOf(block), role: "group", "aria-label": wordsOf(block) }),
      notes: h("div", { class: "md-notes" }),
      unfold: undefined,
    }));
    const near = nearOf(blocks);
    for (let i = 0; i < this.parts.length;) {
      let end = i;
      while (end < this.parts.length && !near[end]) end++;
      if (end - i >= least) this.fold(this.parts.slice(i, end));
      else for (const part of this.parts.slice(i, Math.max(end, i + 1))) this.element.append(...this.draw(part));
      i = Math.max(end, i + 1);
    }
  }

  private fold(parts: Part[]): void {
    const box = h("div", { class: "md-fold" });
    const unfold = () => {
      for (const part of parts) part.unfold = undefined;
      box.replaceWith(...parts.flatMap((part) => this.draw(part)));
    };
    for (const part of parts) part.unfold = unfold;
    box.append(button(`Show ${plural(parts.length, "unchanged block")}`, unfold, { class: "link" }));
    this.element.append(box);
  }

  private draw({ block, row, notes }: Part): HTMLElement[] {
    const text = h("div", { class: "markdown" });
    place(text, block.parts);
    const label = `Comment on ${linesWords(block.start, block.end)}${block.side === "old" ? " (before the change)" : ""}`;
    const comment = () => this.comment(block.side, block.start, block.end);
    const source = h("div", { class: "md-source" });
    block.lines.forEach((line, i) => {
      const sign = !line.changed ? " " : block.side === "old" ? "-" : "+";
      const n = block.start + i;
      // A line of the source is chosen by its number, as in the diff.
      const number = h("span", { class: "md-number", onclick: () => this.comment(block.side, n, n) }, n);
      source.append(h("div", { class: line.changed ? "changed" : "" }, number, `${sign} ${shown(line.text)}`));
    });
    fill(row, source, iconButton("plus", label, comment, { class: "icon-button md-comment" }), text);
    return [row, notes];
  }

  /** The block of a line. */
  boxAt(side: Side, line: number): HTMLElement | undefined {
    const part = this.partAt(side, line);
    part?.unfold?.();
    return part?.row;
  }

  private partAt(side: Side, line: number): Part | undefined {
    return this.parts.find(({ block: b }) => b.side === side && line >= b.start && line <= b.end);
  }

  /** Puts attachments of source rows below their blocks. Those already in place are not moved. */
  attach(all: Attachment[], rows: Row[]): void {
    const below = all.filter((a) => a.row >= 0).sort((a, b) => a.row - b.row);
    const placed = below.map((a) => ({ part: this.partOf(a, rows) ?? this.parts[0], element: a.element }));
    for (const part of this.parts) {
      const mine = placed.filter((p) => p.part === part).map((p) => p.element);
      if (mine.length > 0) part.unfold?.();
      arrange(part.notes, mine);
    }
  }

  /** The block of a row, otherwise that of the nearest row above. */
  private partOf({ row, side }: Attachment, rows: Row[]): Part | undefined {
    for (let i = row; i >= 0; i--) {
      for (const s of [side, "new", "old"] as const) {
        const line = numberAt(rows[i], s);
        const part = line === undefined ? undefined : this.partAt(s, line);
        if (part) return part;
      }
    }
    return undefined;
  }
}

/** Which blocks are shown at first: changed ones, their neighbours, and the headings above them. */
function nearOf(blocks: RenderedBlock[]): boolean[] {
  const near = blocks.map((b, i) => b.changed || !!blocks[i - 1]?.changed || !!blocks[i + 1]?.changed);
  let heading = -1;
  blocks.forEach((b, i) => {
    if (b.changed && heading >= 0) near[heading] = true;
    const [first] = b.parts;
    if (typeof first === "object" && /^h[1-6]$/.test(first.tag)) heading = i;
  });
  return near;
}

function classOf(b: RenderedBlock): string {
  return `md-row ${b.side}${b.changed ? " changed" : ""}`;
}

function wordsOf(b: RenderedBlock): string {
  const what = b.side === "old" ? ", before the change" : b.changed ? ", changed" : "";
  const lines = linesWords(b.start, b.end);
  return `${lines.charAt(0).toUpperCase()}${lines.slice(1)}${what}`;
}
