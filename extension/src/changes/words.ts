/** The texts about changes. No editor objects here, so that unit tests can load this. */
import type { ChangedFile, ChangesInput, ChangesOutput, ScopeView, ThreadDetail } from "../protocol";
import { many } from "../shown";
import { isOpen } from "../threadWords";

export interface Scope {
  kind: "head" | "since" | "staged" | "unstaged" | "base" | "turn";
  /** The checkpoint, the revision or the turn. */
  from?: string;
}

/** The scope as the input of a verb on changes. */
export const asked = ({ kind, from }: Scope): ChangesInput =>
  from === undefined ? { scope: kind } : { scope: kind, from };

/** The flags with which the page in the browser compares the same. */
export function flagsOf({ kind, from }: Scope): string[] {
  if (kind === "turn") return [];
  if (kind === "since" || kind === "base") return [`--${kind}=${from ?? "last"}`];
  return kind === "head" ? [] : [`--${kind}`];
}

/** A few words for a heading. */
export function wordsOf({ kind, label, from }: Pick<ScopeView, "kind" | "label" | "from">): string {
  const words: Record<string, string> = { head: "uncommitted", since: `since ${from}`, staged: kind, unstaged: kind };
  return words[kind] ?? label.replace(/^Changes /, "");
}

/** Whether a thread is on a changed file. Most files have no old path, and a thread on the whole review has none at all. */
export function isOn(t: On, file: ChangedFile): boolean {
  const path = pathOf(t);
  return path !== undefined && (path === file.path || path === file.oldPath);
}

type On = Pick<ThreadDetail, "target" | "file" | "placement">;

const pathOf = (t: On): string | undefined => (t.target === "response" ? undefined : (t.placement.file ?? t.file));

/** The open threads by file: each of thousands of changed files asks for its own. */
export function openByFile(threads: Iterable<ThreadDetail>): Map<string, ThreadDetail[]> {
  const out = new Map<string, ThreadDetail[]>();
  for (const t of threads) {
    const path = pathOf(t);
    if (path === undefined || !isOpen(t)) continue;
    const there = out.get(path);
    if (there) there.push(t);
    else out.set(path, [t]);
  }
  return out;
}

/** The title of all changes in one editor. It counts the threads, because VS Code folds unchanged lines there. */
export function titleOf({ scope, files }: ChangesOutput, threads: Iterable<ThreadDetail>): string {
  const open = [...threads].filter((t) => isOpen(t) && files.some((file) => isOn(t, file))).length;
  return open > 0 ? `${scope.label} · ${many(open, "open thread")}` : scope.label;
}
