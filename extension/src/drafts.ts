/**
 * Texts that could not be saved. VS Code keeps the text of an open form; this keeps text that was sent but did not
 * arrive, also over a reload, until it is saved or discarded.
 */
import type * as vscode from "vscode";
import type { Lines } from "./position";

export interface Draft {
  key: string;
  /** The file that it is on. */
  uri: string;
  /** Lines of a new thread; undefined for a thread on the file. */
  lines?: Lines;
  /** The thread that it replies to; undefined for the first message of a new thread. */
  thread?: string;
  /** The id that a new thread was sent with: sent again, it is not made twice. */
  id?: string;
  text: string;
}

/** A text before it is kept. */
export type Words = Omit<Draft, "key">;

const place = "consider.unsaved";

export class Drafts {
  constructor(private readonly memory: vscode.Memento) {}

  all(): Draft[] {
    return this.memory.get<Draft[]>(place, []);
  }

  /** Keeps a text. It is known at once, so that it can be shown before it is stored. */
  keep(words: Words): { draft: Draft; stored: Thenable<void> } {
    const draft = { ...words, key: `draft-${Date.now().toString(36)}-${this.all().length}` };
    return { draft, stored: this.memory.update(place, [...this.all(), draft]) };
  }

  async change(key: string, text: string): Promise<void> {
    const all = this.all().map((d) => (d.key === key ? { ...d, text } : d));
    await this.memory.update(place, all);
  }

  async drop(key: string): Promise<void> {
    const rest = this.all().filter((d) => d.key !== key);
    await this.memory.update(place, rest);
  }
}
