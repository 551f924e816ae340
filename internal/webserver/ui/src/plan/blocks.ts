/** The text of the plan, block by block, with the comments on each block below it. */
import { blocksOf, type Block } from "../shared/blocks";
import { arrange, button, fill, h, iconButton } from "../shared/dom";
import { preformatted } from "../shared/markdown";
import { shown } from "../shared/odd";
import { isOpen, linesWords } from "../shared/threadWords";
import { place } from "../review/markdown";
import type { RenderedBlock } from "../review/merge";
import type { Side } from "../review/types";
import type { Note } from "./changes";
import type { Target } from "./editor";
import type { PlanThread } from "./types";

interface Part {
  side: Side;
  start: number;
  end: number;
  row: HTMLElement;
  notes: HTMLElement;
}

export class Blocks {
  readonly element = h("div", { class: "plan-text" });
  private parts: Part[] = [];
  private from = 0;

  constructor(private readonly comment: (on: Target) => void) {}

  /** Draws the blocks of a version, and of the one before it. `changed` has the lines on which changed blocks begin. */
  draw(text: string, blocks: RenderedBlock[] | undefined, changed: Set<number>, from: number): void {
    const whole: Block = { start: 1, end: text.split("\n").length, parts: [preformatted(text)] };
    const all: (Block & { side?: Side })[] = blocks ?? blocksOf(text) ?? [whole];
    this.from = from;
    this.parts = all.map((b) => {
      const { side = "new" } = b;
      const body = h("div", { class: "markdown" });
      place(body, b.parts);
      const words = `${linesWords(b.start, b.end)}${side === "old" ? " (before the change)" : ""}`;
      const add = iconButton("plus", `Comment on ${words}`, () => this.on(part), { class: "icon-button md-comment" });
      const marks = side === "old" ? " changed old" : changed.has(b.start) ? " changed" : "";
      const label = `${words}${marks === " changed" ? ", changed" : ""}`;
      const attrs = { class: `plan-block${marks}`, tabindex: -1, role: "group", "aria-label": label };
      const row = h("div", attrs, add, body);
      if (marks) row.title = side === "old" ? `Deleted since version ${from}` : `Changed since version ${from}`;
      const part: Part = { side, start: b.start, end: b.end, row, notes: h("div", { class: "md-notes" }) };
      return part;
    });
    fill(this.element, ...this.parts.flatMap((p) => [p.row, p.notes]));
  }

  /** Begins a comment on a block, and on the words that are selected in it. */
  private on(part: Part): void {
    const chosen = getSelection();
    const inside =
      chosen && !chosen.isCollapsed && part.row.contains(chosen.anchorNode) && part.row.contains(chosen.focusNode);
    const quote = inside ? chosen.toString().trim() : "";
    const older = part.side === "old" && { version: this.from };
    this.comment({ start: part.start, end: part.end, ...(quote && { quote }), ...older });
  }

  /** The block that has the focus, otherwise the one with the selection; -1 for none. */
  private here(): number {
    const at = this.parts.findIndex(
      (p) => p.row.contains(document.activeElement) || p.notes.contains(document.activeElement),
    );
    if (at >= 0) return at;
    return this.parts.findIndex((p) => p.row.contains(getSelection()?.anchorNode ?? null));
  }

  commentHere(): void {
    const part = this.parts[Math.max(0, this.here())];
    if (part) this.on(part);
  }

  step(by: 1 | -1): void {
    this.go(this.parts[Math.min(this.parts.length - 1, Math.max(0, this.here() + by))], "nearest");
  }

  /** Focuses the next block that begins a run of changed blocks. */
  nextChange(by: 1 | -1): void {
    const from = this.here();
    const changed = (i: number) => this.parts[i]?.row.classList.contains("changed") ?? false;
    const begins = (_: Part, i: number) => (i - from) * by > 0 && changed(i) && !changed(i - 1);
    this.go(by > 0 ? this.parts.find(begins) : this.parts.findLast(begins), "center");
  }

  /** Puts these below their blocks and removes all others. Returns those that have no block here. */
  show(notes: Note[]): HTMLElement[] {
    const places = notes.map((n) => this.at(n.side, n.line));
    const on = (part: Part | undefined) => notes.filter((_, i) => places[i] === part).map((n) => n.element);
    for (const part of this.parts) arrange(part.notes, on(part));
    return on(undefined);
  }

  /** The block of a line. In the newer version it is the one before, for a line between two. */
  private at(side: Side, line: number): Part | undefined {
    return this.parts.findLast((p) => p.side === side && p.start <= line && (side === "new" || line <= p.end));
  }

  /** Shows the block of a line. */
  goTo(line: number): void {
    this.go(this.at("new", line), "start");
  }

  private go(part: Part | undefined, block: ScrollLogicalPosition): void {
    part?.row.focus();
    part?.row.scrollIntoView({ block });
  }

  /** The headings. One is marked if something below it changed, or a thread is open there. */
  outline(threads: PlanThread[], changed: Set<number>, go: (line: number) => void): HTMLElement[] {
    const heads = this.parts.flatMap(({ row, start, side }) => {
      const head = side === "new" && row.querySelector("h1, h2, h3, h4, h5, h6");
      return head ? [{ head, start }] : [];
    });
    return heads.map(({ head, start }, i) => {
      const end = heads[i + 1]?.start ?? Infinity;
      const inside = (n = 0) => n >= start && n < end;
      const open = threads.filter((t) => isOpen(t) && t.passage !== "gone" && inside(t.startLine)).length;
      const news = [...changed].some(inside);
      const parts = [
        h("span", { class: "cut" }, shown(head.textContent)),
        news && h("span", { class: "badge good", title: "Changed since the previous version" }, "changed"),
        open > 0 && h("span", { class: "badge new", title: "Open threads", "aria-label": `${open} open` }, open),
      ];
      return button(parts, () => go(start), { class: `link level-${head.tagName.slice(1)}`, "data-line": start });
    });
  }
}
