/** The agents' messages that the person has read. The store keeps the marks, for all windows and surfaces. */
import type { ThreadDetail } from "./protocol";
import { isOpen, lastWord } from "./threadWords";

/** The last message of a thread that is drawn; the store may have a newer one. */
export const lastDrawn = (t: ThreadDetail): string => t.thread.at(-1)?.id ?? t.id;

export class Seen {
  /** By thread: the last messages that were on this window's screen since the threads were read. */
  private readonly shown = new Map<string, string>();

  /** Whether the last message of an open thread is an agent's and was not on a screen. */
  isUnseen(t: ThreadDetail): boolean {
    return isOpen(t) && t.unread === true && this.shown.get(t.id) !== lastWord(t).id;
  }

  /** Notes threads on the screen; returns those that had something new. */
  note(threads: readonly ThreadDetail[]): ThreadDetail[] {
    const fresh = threads.filter((t) => this.isUnseen(t));
    for (const t of fresh) this.shown.set(t.id, lastDrawn(t));
    return fresh;
  }
}
