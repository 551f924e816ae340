/** Which threads are shown, in the tree as well as inline and in the Comments panel. */
import type { ThreadDetail } from "./protocol";
import { isFinding } from "./threadWords";

export interface Filter {
  resolved: boolean;
  /** Stale and orphaned threads: their present lines are not known for sure. */
  stale: boolean;
  /** Only findings of agents in which no person has spoken yet. */
  findings?: boolean;
  label?: string;
  author?: string;
}

export const everything: Filter = { resolved: true, stale: true };

export function passes(f: Filter, t: ThreadDetail): boolean {
  if (!f.resolved && t.workflowState === "resolved") return false;
  if (!f.stale && t.anchorState !== "anchored") return false;
  if (f.findings && !isFinding(t)) return false;
  if (f.label !== undefined && !(t.labels ?? []).includes(f.label)) return false;
  return f.author === undefined || authorsOf(t).includes(f.author);
}

export const narrows = (f: Filter): boolean => describe(f) !== "";

/** The authors of all messages in a thread. */
export function authorsOf(t: ThreadDetail): string[] {
  const of = (author: string, name: string | undefined): string => (name ? `${name} (${author})` : author);
  const said = [...t.thread, ...(t.lastReply ? [t.lastReply] : [])]; // the last reply is known before the others
  return [...new Set([of(t.author, t.authorName), ...said.map((r) => of(r.author, r.authorName))])];
}

export function describe(f: Filter): string {
  const words = [
    f.findings ? "to triage" : "",
    f.label === undefined ? "" : `label ${f.label}`,
    f.author === undefined ? "" : `by ${f.author}`,
    f.resolved ? "" : "resolved hidden",
    f.stale ? "" : "stale hidden",
  ];
  return words.filter(Boolean).join(", ");
}
