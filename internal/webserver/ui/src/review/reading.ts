/** How much of a file has to be read, and the order that follows from it. Pure. */
import type { ChangedFile, FoldReport } from "./types";

const publicWeight = 5; // lines that a declaration for other files counts as

/** The changed lines of a file that are not mechanical, as far as that is known. */
export function linesToRead(f: ChangedFile, report: FoldReport | undefined): number {
  if (report) return report.hunks.reduce((sum, h) => sum + (h.proof === undefined ? h.lines : 0), 0);
  return f.collapsed && f.collapsed !== "large" ? 0 : f.additions + f.deletions;
}

/** The path that a file shares with its tests. */
const stemOf = (path: string): string =>
  path
    .replace(/(^|\/)(?:__)?(?:tests?|specs?|main)(?:__)?\//g, "$1")
    .replace(/(^|\/)test_([^/]+)$/, "$1$2")
    .replace(/(?:[._-](?:test|spec)|Tests?)?\.[^./]+$/, "");

/** Sorts files: those with most to read come first, and a file comes before its tests. Equal ones are in their order by path. */
export function sortByReading(files: ChangedFile[], folds: Map<string, FoldReport>): void {
  const weights = new Map<string, number>(); // by stem
  const stems = new Map(files.map((f) => [f, stemOf(f.path)]));
  const stem = (f: ChangedFile) => stems.get(f) ?? "";
  for (const f of files) {
    const report = folds.get(f.id);
    const lines = linesToRead(f, report) + publicWeight * (report?.public ?? 0);
    weights.set(stem(f), Math.max(weights.get(stem(f)) ?? 0, lines));
  }
  const weight = (f: ChangedFile) => weights.get(stem(f)) ?? 0;
  files.sort((a, b) => weight(b) - weight(a) || stem(a).localeCompare(stem(b)) || a.path.length - b.path.length);
}
