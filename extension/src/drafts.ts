/**
 * Words that could not be saved. VS Code keeps what is in an open form; this keeps what was sent and did not arrive,
 * also over a reload, until it is saved or thrown away.
 */
import type * as vscode from "vscode";
import type { Lines } from "./position";

export interface Draft {
  key: string;
  /** The file it is on. */
  uri: string;
  /** Lines of a new thread; none: on the file. */
  lines?: Lines;
  /** The thread it answers; none: it is the first word of a new one. */
  thread?: string;
  text: string;
}

const place = "consider.unsaved";

export class Drafts {
  constructor(private readonly memory: vscode.Memento) {}

  all(): Draft[] {
    return this.memory.get<Draft[]>(place, []);
  }

  async keep(draft: Omit<Draft, "key">): Promise<Draft> {
    const kept = { ...draft, key: `draft-${Date.now().toString(36)}-${this.all().length}` };
    await this.memory.update(place, [...this.all(), kept]);
    return kept;
  }

  async change(key: string, text: string): Promise<void> {
    await this.memory.update(
      place,
      this.all().map((d) => (d.key === key ? { ...d, text } : d)),
    );
  }

  async drop(key: string): Promise<void> {
    await this.memory.update(
      place,
      this.all().filter((d) => d.key !== key),
    );
  }
}
