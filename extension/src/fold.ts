/** Which threads are unfolded automatically. */
import * as vscode from "vscode";
import { askedIn } from "./delivery/words";
import type { ThreadDetail } from "./protocol";
import { isOpen } from "./threadWords";

const fewEnough = 12; // open threads in a file that are unfolded; more would bury the code

/** Files with too many open threads to unfold them all. */
export function crowdedFiles(threads: readonly ThreadDetail[]): Set<string> {
  const counts = new Map<string, number>();
  for (const t of threads) {
    const file = t.placement.file ?? t.file ?? "";
    if (isOpen(t)) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, n]) => n > fewEnough).map(([file]) => file));
}

/** Whether threads are unfolded automatically. */
export const unfolds = (): boolean =>
  vscode.workspace.getConfiguration("consider").get<string>("expandThreads", "open") === "open";

export function foldOf(t: ThreadDetail, crowded: ReadonlySet<string>): vscode.CommentThreadCollapsibleState {
  const { Collapsed, Expanded } = vscode.CommentThreadCollapsibleState;
  const quiet = t.workflowState === "resolved" || t.anchorState !== "anchored";
  const buries = crowded.has(t.placement.file ?? t.file ?? "") && !askedIn(t);
  return !unfolds() || quiet || buries ? Collapsed : Expanded;
}
