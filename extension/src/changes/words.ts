/** What of the changes is said in words. No editor objects here: this is what the unit tests read. */
import type { ChangesInput, ScopeView } from "../protocol";

export interface Scope {
  kind: "head" | "since" | "staged" | "unstaged" | "base";
  /** The checkpoint, or the revision. */
  from?: string;
}

/** What a verb on changes is told of the scope. */
export const asked = ({ kind, from }: Scope): ChangesInput =>
  from === undefined ? { scope: kind } : { scope: kind, from };

/** The flags by which the page in the browser compares the same. */
export function flagsOf({ kind, from }: Scope): string[] {
  if (kind === "since" || kind === "base") return [`--${kind}=${from ?? "last"}`];
  return kind === "head" ? [] : [`--${kind}`];
}

/** In a few words, for a heading. */
export function wordsOf({ kind, label, from }: Pick<ScopeView, "kind" | "label" | "from">): string {
  switch (kind) {
    case "head":
      return "uncommitted";
    case "since":
      return `since ${from}`;
    case "staged":
      return "staged";
    case "unstaged":
      return "not staged";
    default:
      return label.replace(/^Changes /, "");
  }
}
