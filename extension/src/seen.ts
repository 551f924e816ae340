/** What the user has seen of the agents' answers. A mark on this machine, not part of the review. */
import type * as vscode from "vscode";
import type { ThreadDetail } from "./protocol";
import { isOpen, isPerson, lastWord } from "./threadWords";

const place = "consider.seen";

export class Seen {
  private marks: Record<string, string>;

  constructor(private readonly memory: vscode.Memento) {
    this.marks = memory.get<Record<string, string>>(place, {});
  }

  /** Whether the last word of an open thread is an agent's and was not on the screen. */
  isUnseen(t: ThreadDetail): boolean {
    return isOpen(t) && !isPerson(lastWord(t)) && this.marks[t.id] !== lastWord(t).id;
  }

  /** True when something was new. */
  mark(threads: readonly ThreadDetail[]): boolean {
    const fresh = threads.filter((t) => this.isUnseen(t));
    if (fresh.length === 0) return false;
    this.marks = { ...this.marks, ...Object.fromEntries(fresh.map((t) => [t.id, lastWord(t).id])) };
    void this.memory.update(place, this.marks);
    return true;
  }

  /** Forgets threads that are gone. */
  prune(exists: (id: string) => boolean): void {
    const kept = Object.entries(this.marks).filter(([id]) => exists(id));
    if (kept.length === Object.keys(this.marks).length) return;
    this.marks = Object.fromEntries(kept);
    void this.memory.update(place, this.marks);
  }
}
