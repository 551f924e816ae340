/** How many threads have a mark, kept while threads come, change and go. No editor objects here. */
import { askedIn, isWaiting, isWork } from "./delivery/words";
import type { ThreadDetail } from "./protocol";
import { fitsOf } from "./suggestions";
import { isDue, isFinding } from "./threadWords";

/** An open thread of this worktree, if it is not an approval without a reply. */
const isDueHere = (t: ThreadDetail): boolean => isDue(t) && !t.elsewhere;

export type Mark = "due" | "asked" | "unread" | "waiting" | "pending" | "found" | "suggested" | "labelled";

const marks: Readonly<Record<Mark, (t: ThreadDetail, isUnseen: boolean) => boolean>> = {
  due: isDueHere,
  asked: (t) => askedIn(t) !== undefined,
  /** A question is not counted a second time. */
  unread: (t, isUnseen) => isUnseen && askedIn(t) === undefined,
  waiting: (t) => isDueHere(t) && isWaiting(t),
  /** Its receipt may change without a change of the store. */
  pending: (t) => isWaiting(t) || isWork(t),
  found: isFinding,
  suggested: (t) => fitsOf(t).length > 0,
  labelled: (t) => t.labels !== undefined,
};

const names = Object.keys(marks) as Mark[];

export class Tally {
  /** By thread. */
  private readonly marked = new Map<string, readonly Mark[]>();
  private readonly counts = new Map<Mark, number>();

  count(mark: Mark): number {
    return this.counts.get(mark) ?? 0;
  }

  /** Counts a thread as it is now; undefined if it is gone. */
  set(id: string, t: ThreadDetail | undefined, isUnseen = false): void {
    const now = t ? names.filter((mark) => marks[mark](t, isUnseen)) : [];
    for (const mark of this.marked.get(id) ?? []) this.counts.set(mark, this.count(mark) - 1);
    for (const mark of now) this.counts.set(mark, this.count(mark) + 1);
    if (now.length > 0) this.marked.set(id, now);
    else this.marked.delete(id);
  }
}
