/** What the person has read of the agents' answers. The mark is the store's, the same in all windows and surfaces. */
import type { ThreadDetail } from "./protocol";
import { isOpen, lastWord } from "./threadWords";

export class Seen {
  /** The last words by thread that were on this window's screen since the threads were read. */
  private readonly shown = new Map<string, string>();

  /** Whether the last word of an open thread is an agent's and was not on a screen. */
  isUnseen(t: ThreadDetail): boolean {
    return isOpen(t) && t.unread === true && this.shown.get(t.id) !== lastWord(t).id;
  }

  /** Takes note of threads on the screen; returns those in which something was new. */
  note(threads: readonly ThreadDetail[]): ThreadDetail[] {
    const fresh = threads.filter((t) => this.isUnseen(t));
    for (const t of fresh) this.shown.set(t.id, lastWord(t).id);
    return fresh;
  }
}
