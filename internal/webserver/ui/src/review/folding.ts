/** Folds the hunks of one file, and unfolds them. */
import type { FileView } from "./fileview";
import { foldBlocks } from "./folds";
import type { Block, Row } from "./rows";

export class Folding {
  private readonly opened = new Set<number>(); // hunks that the reader unfolded

  constructor(private readonly view: FileView) {}

  /** Folds what is mechanical, but what the reader opened, or has a thread or a form. Returns whether anything changed. */
  fold(): boolean {
    const { asked, attachments, blocks, file, rows } = this.view;
    const busy = new Set([...attachments.values()].flatMap(({ row }) => rows[row] ?? []));
    const lines = new Set([...busy].flatMap((r) => (r.kind === "code" ? [r.left, r.right] : [])));
    const keep = (b: Block) => asked || b.hunks.some((i) => this.opened.has(i)) || b.lines.some((l) => lines.has(l));
    return foldBlocks(file, blocks, keep);
  }

  /** Folds and unfolds again, after more is known; also these hunks, if the reader had unfolded them. */
  refold(closed: number[] = []): void {
    for (const i of closed) this.opened.delete(i);
    if (!this.fold()) return;
    this.view.rebuild();
    if (this.view.section.isConnected) this.view.drawVisible();
  }

  /** The hunks that a row shows, or stands for. */
  hunksOf(row: Row): number[] {
    if (row.kind === "gap") return row.gap.hunks;
    const line = row.kind === "code" ? (row.left ?? row.right) : undefined;
    const blocks = row.kind === "fold" ? row.blocks : this.view.blocks.filter((b) => b.lines.some((l) => l === line));
    return blocks.flatMap((b) => b.hunks);
  }

  /** Shows the lines of folded blocks. */
  unfold(blocks: Block[]): void {
    for (const i of blocks.flatMap((b) => b.hunks)) this.opened.add(i);
    this.refold();
  }
}
