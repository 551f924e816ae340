/** The text of the plan, block by block, with the comments on each block below it. */
import { blocksOf } from "../shared/blocks";
import { fill, h, iconButton } from "../shared/dom";
import { preformatted } from "../shared/markdown";
import { linesWords } from "../shared/threadWords";
import { place } from "../review/markdown";
import type { Target } from "./editor";

interface Part {
  start: number;
  end: number;
  row: HTMLElement;
  notes: HTMLElement;
}

export class Blocks {
  readonly element = h("div", { class: "plan-text" });
  private parts: Part[] = [];

  constructor(private readonly comment: (on: Target) => void) {}

  draw(text: string): void {
    const blocks = blocksOf(text) ?? [];
    const all = blocks.length > 0 ? blocks : [{ start: 1, end: text.split("\n").length, parts: [preformatted(text)] }];
    this.parts = all.map((b) => {
      const body = h("div", { class: "markdown" });
      place(body, b.parts);
      const words = linesWords(b.start, b.end);
      const add = iconButton("plus", `Comment on ${words}`, () => this.on(part), { class: "icon-button md-comment" });
      const row = h("div", { class: "plan-block", tabindex: -1, role: "group", "aria-label": words }, add, body);
      const part: Part = { start: b.start, end: b.end, row, notes: h("div", { class: "md-notes" }) };
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
    this.comment({ start: part.start, end: part.end, ...(quote ? { quote } : {}) });
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
    const next = this.parts[Math.min(this.parts.length - 1, Math.max(0, this.here() + by))];
    next?.row.focus();
    next?.row.scrollIntoView({ block: "nearest" });
  }

  /** Focuses the next block that begins a run of changed blocks. */
  nextChange(by: 1 | -1): void {
    const changed = (i: number) => this.parts[i]?.row.classList.contains("changed") ?? false;
    for (let i = this.here() + by; i >= 0 && i < this.parts.length; i += by) {
      if (!changed(i) || changed(i - 1)) continue;
      this.parts[i]?.row.focus();
      this.parts[i]?.row.scrollIntoView({ block: "center" });
      return;
    }
  }

  /** The box for comments on a line; undefined when the line does not exist. */
  notes(line: number): HTMLElement | undefined {
    return (
      this.parts.find((p) => line >= p.start && line <= p.end)?.notes ??
      this.parts.findLast((p) => p.start <= line)?.notes
    );
  }

  /** All boxes for comments, in the order of the text. */
  boxes(): HTMLElement[] {
    return this.parts.map((p) => p.notes);
  }

  /** Marks the blocks that have one of these lines. */
  mark(lines: Set<number>, title: string): void {
    for (const { start, end, row } of this.parts) {
      let on = false;
      for (let n = start; n <= end && !on; n++) on = lines.has(n);
      row.classList.toggle("changed", on);
      if (on) row.title = title;
      else row.removeAttribute("title");
    }
  }

  /** Shows the block of a line. */
  goTo(line: number): void {
    const part = this.parts.findLast((p) => p.start <= line);
    part?.row.scrollIntoView({ block: "start" });
    part?.row.focus({ preventScroll: true });
  }

  /** The headings with their lines, for the outline. */
  headings(): { level: number; text: string; line: number }[] {
    return this.parts.flatMap(({ row, start }) => {
      const head = row.querySelector("h1, h2, h3, h4, h5, h6");
      return head ? [{ level: Number(head.tagName.slice(1)), text: head.textContent, line: start }] : [];
    });
  }
}
