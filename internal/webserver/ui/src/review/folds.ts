/** Which hunks of the diff are one row, and why. The server proves it after the first rows are on the screen. */
import { ask } from "../shared/api";
import { linesToRead } from "./reading";
import type { Block } from "./rows";
import { state, tell } from "./state";
import type { ChangedFile, FoldReport } from "./types";
import { about } from "./verbs";

let counts = new Map<string, number>(); // hunks by their proof

/** Reads what is known of the diff. Without it, all hunks are shown. */
export async function readFolds(): Promise<void> {
  const { snapshot } = state.boot;
  if (state.files.length === 0) return;
  const { files } = await ask<{ files: Record<string, FoldReport> }>("GET", about("/api/folds", snapshot));
  if (snapshot !== state.boot.snapshot) return;
  state.folds = new Map(Object.entries(files));
  counts = new Map();
  for (const { proof } of Object.values(files).flatMap((f) => f.hunks))
    if (proof !== undefined) counts.set(proof, (counts.get(proof) ?? 0) + 1);
  tell("folds", undefined);
}

/** The number of hunks with a proof. */
export const hunksFoldedBy = (proof: string): number => counts.get(proof) ?? 0;

/** The reason of hunks that the reader has viewed. */
export const viewedWord = "Viewed";

/** How many lines of each hunk were not viewed; nothing as long as its hunks are not known. */
function linesLeft(file: ChangedFile): number[] {
  const left = state.left.get(file.id);
  return (state.folds.get(file.id)?.hunks ?? []).map((h, i) => left?.hunks[i]?.n ?? h.lines);
}

/** Marks hunks as viewed, or not. Returns whether nothing of the file is left to read. */
export function markHunks(file: ChangedFile, hunks: number[], viewed: boolean): boolean {
  const all = state.folds.get(file.id)?.hunks ?? [];
  const was = state.left.get(file.id);
  const left = all.map((h, i) => (hunks.includes(i) ? { n: viewed ? 0 : h.lines } : (was?.hunks[i] ?? { n: h.lines })));
  state.left.set(file.id, { ...was, hunks: left });
  return left.every(({ n }, i) => n === 0 || all[i]?.proof !== undefined);
}

/** The lines of the diff that have to be read, and how many of them were viewed. */
export function linesViewed(): { viewed: number; all: number } {
  const sum = { viewed: 0, all: 0 };
  for (const f of state.files) {
    const report = state.folds.get(f.id);
    const lines = linesToRead(f, report);
    const left = linesLeft(f).reduce((n, l, i) => n + (report?.hunks[i]?.proof === undefined ? l : 0), 0);
    sum.all += lines;
    sum.viewed += state.viewed.has(f.hash) ? lines : report ? Math.max(0, lines - left) : 0;
  }
  return sum;
}

/** Why a hunk is folded. */
function reasonOf(file: ChangedFile, hunk: number): string | undefined {
  const { proof, lines = 0 } = state.folds.get(file.id)?.hunks[hunk] ?? {};
  if (lines > 0 && linesLeft(file)[hunk] === 0 && !state.viewed.has(file.hash)) return viewedWord;
  const folds = state.prefs.fold && !state.boot.noFold && !state.unfolded.has(proof ?? "");
  return folds ? proof : undefined;
}

/**
 * Folds the blocks of a file that can be, and unfolds the others; `keep` says which have to stay open. Returns whether
 * anything changed.
 */
export function foldBlocks(file: ChangedFile, blocks: Block[], keep: (block: Block) => boolean): boolean {
  let changed = false;
  for (const block of state.folds.size > 0 ? blocks : []) {
    // until they are known, all stays as it is
    const [hunk = -1, ...more] = block.hunks;
    const usable = state.prefs.space && more.length === 0;
    const report = usable ? state.folds.get(file.id)?.hunks[hunk] : undefined;
    const fold = report && !keep(block) ? reasonOf(file, hunk) : undefined;
    const [old, now] = [new Set(report?.pale?.[0]), new Set(report?.pale?.[1])];
    for (const line of block.lines) {
      const pale = line.type === "-" ? old.has(line.old ?? 0) : line.type === "+" && now.has(line.new ?? 0);
      changed ||= pale !== (line.pale ?? false);
      line.pale = pale;
    }
    changed ||= fold !== block.fold;
    block.fold = fold;
  }
  return changed;
}

/** The files that were not analysed, by the reasons. */
export function skippedFiles(): [why: string, files: number][] {
  const skipped = new Map<string, number>();
  for (const { skipped: why } of state.folds.values()) if (why) skipped.set(why, (skipped.get(why) ?? 0) + 1);
  return [...skipped];
}
