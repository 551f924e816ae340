/** Estimates for a file before its lines are known. */
import { gapHeight, rowHeight } from "./chunk";
import type { ChangedFile } from "./types";

const small = { files: 200, rows: 3000 }; // a diff up to this size is drawn completely

/** Whether the file has no lines to show. */
export function isBare(f: ChangedFile): boolean {
  return f.binary || !!f.submodule || !!f.unread || f.additions + f.deletions === 0;
}

/** The estimated height of a file's lines, in px. */
export function guessLines(f: ChangedFile): number {
  if (isBare(f) || f.collapsed) return 0;
  const n = f.additions + f.deletions;
  const whole = f.status === "A" || f.status === "D";
  return n * rowHeight + (whole ? 0 : Math.ceil(n / 20) * (6 * rowHeight + gapHeight));
}

export function isSmall(files: ChangedFile[]): boolean {
  const rows = files.reduce((sum, f) => sum + guessLines(f), 0) / rowHeight;
  return files.length <= small.files && rows <= small.rows;
}

/** Whether the rows that are known are few, with those of folded files that were opened. */
export function areFew(views: Iterable<{ rows: unknown[] }>): boolean {
  let rows = 0;
  for (const view of views) rows += view.rows.length;
  return rows <= small.rows;
}
