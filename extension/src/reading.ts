/**
 * A project's threads as they were read last. Reading again costs what has changed: one `list` says where every thread
 * is, the log since the last reading says which have new words, and only those are asked for. The first time, the words
 * of the files that are open come before all others.
 */
import type { Client } from "./client";
import { isKind } from "./kind";
import type { ThreadDetail, ThreadView } from "./protocol";

/** A thread, of which perhaps only the row of the list is known yet. */
export interface Thread extends ThreadDetail {
  /** Its replies have not been read. */
  partial?: true;
}

const few = 20; // threads that are asked for one by one; for more, whole files or all of it

export class Reading {
  /** By id. A thread that did not change is the same object as before. */
  threads = new Map<string, Thread>();
  private rows = new Map<string, string>();
  private cursor = "";

  constructor(private readonly client: Client) {}

  /**
   * Reads what changed. wanted are the files whose threads come first; soon is called when they are there and others
   * are not yet.
   */
  async again(wanted: () => readonly string[], soon: () => Promise<void>): Promise<void> {
    const missing = await this.readRows();
    if (missing.length <= few) {
      await Promise.all(missing.map((id) => this.readOne(id)));
      return;
    }
    const files = new Set([...this.threads.values()].flatMap((t) => t.placement.file ?? t.file ?? []));
    const first = wanted().filter((file) => files.has(file));
    await Promise.all(first.map((file) => this.readMany({ file })));
    await soon();
    await this.readMany({});
  }

  /** The files that threads are on. */
  get files(): string[] {
    return [...new Set([...this.threads.values()].flatMap((t) => t.placement.file ?? t.file ?? []))];
  }

  /** Reads where all threads are; returns those whose words are not known or not those of now. */
  private async readRows(): Promise<string[]> {
    const list = this.client.askAll("list", { workflow: "all" }).catch((error: unknown) => {
      if (isKind(error, "no_store")) return { data: { threads: [] }, cursor: "" }; // nobody has said anything yet
      throw error;
    });
    const [{ data, cursor }, changed] = await Promise.all([list, this.changed()]);
    const threads = new Map<string, Thread>();
    const rows = new Map<string, string>();
    const missing: string[] = [];
    for (const row of data.threads) {
      const before = this.threads.get(row.id);
      const text = JSON.stringify(row);
      const known = before && !before.partial && changed !== undefined && !changed.has(row.id);
      if (!known) missing.push(row.id);
      const same = known && this.rows.get(row.id) === text;
      threads.set(row.id, same ? before : withWords(row, before, !known));
      rows.set(row.id, text);
    }
    this.threads = threads;
    this.rows = rows;
    this.cursor = cursor;
    return missing;
  }

  /** The threads with new words since the last reading; undefined when that cannot be told. */
  private async changed(): Promise<Set<string> | undefined> {
    if (this.cursor === "") return undefined;
    try {
      const { events, more } = await this.client.ask("log", { since: this.cursor, max: 1000 });
      const whole = events.some(
        (e) => !e.threads && !["checkpoint", "checkpoint-delete", "config", "memory"].includes(e.kind),
      );
      return more || whole ? undefined : new Set(events.flatMap((e) => e.threads ?? []));
    } catch {
      return undefined; // the store was made anew
    }
  }

  private async readOne(id: string): Promise<void> {
    try {
      const { thread } = await this.client.ask("get", { id });
      this.learn(thread);
    } catch (error) {
      if (!isKind(error, "not_found")) throw error;
      this.threads.delete(id); // deleted meanwhile
    }
  }

  /** `export` is the verb that has many threads with all that was said. */
  private async readMany(which: { file?: string }): Promise<void> {
    if (this.threads.size === 0) return;
    const answer = await this.client.ask("export", { format: "json", ...which });
    const { threads } = JSON.parse(answer.text) as { threads: ThreadDetail[] };
    for (const t of threads) this.learn(t);
  }

  private learn(detail: ThreadDetail): void {
    const row = this.threads.get(detail.id);
    if (row?.partial) this.threads.set(detail.id, withWords(row, detail, false));
  }
}

/** A row of the list with the words of a thread that was read whole. */
function withWords(row: ThreadView, words: ThreadDetail | undefined, partial: boolean): Thread {
  const { partial: _, ...rest } = row as Thread;
  return {
    ...rest,
    ...(words?.anchor && { anchor: words.anchor }),
    ...(words?.editedAt !== undefined && { editedAt: words.editedAt }),
    thread: words?.thread ?? [],
    checkedAt: words?.checkedAt ?? "",
    ...(partial && { partial }),
  };
}
