/**
 * A project's threads as they were read last. Reading again costs what has changed: the log since the last reading
 * says which threads have new words, and only those are asked for; where all others are, one `list` says, when files
 * have changed. The first time, the words of the files that are open come before all others.
 */
import type { Client } from "./client";
import { isKind } from "./kind";
import type { Damage, ThreadDetail, ThreadView } from "./protocol";

/** A thread, of which perhaps only the row of the list is known yet. */
export interface Thread extends ThreadDetail {
  /** Its replies have not been read. */
  partial?: true;
}

const few = 20; // threads that are asked for one by one; for more, whole files or all of it

export class Reading {
  /** By id. A thread that did not change is the same object as before. */
  threads = new Map<string, Thread>();
  /** What of the store cannot be read. */
  damaged: readonly Damage[] = [];
  /** How many more there are that only a newer program can read. */
  newer = 0;
  private rows = new Map<string, string>();
  private cursor = "";

  constructor(private readonly client: Client) {}

  /** Reads what was said since the last reading. False when that cannot be told, and all has to be read. */
  async words(): Promise<boolean> {
    const news = await this.changed();
    if (!news || news.ids.size > few) return false;
    const read = await Promise.all([...news.ids].map((id) => this.readOne(id)));
    if (read.includes(false)) return false;
    this.cursor = news.cursor;
    return true;
  }

  /**
   * Reads where all threads are, and the words that are not known. wanted are the files whose threads come first; soon
   * is called when they are there and others are not yet.
   */
  async all(wanted: () => readonly string[], soon: () => Promise<void>): Promise<void> {
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
      if (isKind(error, "no_store")) return { data: { threads: [], damaged: [], newer: [] }, cursor: "" }; // nobody has said anything yet
      throw error;
    });
    const [{ data, cursor }, news] = await Promise.all([list, this.changed()]);
    const threads = new Map<string, Thread>();
    const rows = new Map<string, string>();
    const missing: string[] = [];
    for (const row of data.threads) {
      const before = this.threads.get(row.id);
      const text = JSON.stringify(row);
      const known = before && !before.partial && news !== undefined && !news.ids.has(row.id);
      if (!known) missing.push(row.id);
      const same = known && this.rows.get(row.id) === text;
      threads.set(row.id, same ? before : withWords(row, before, !known));
      rows.set(row.id, text);
    }
    this.threads = threads;
    this.damaged = data.damaged ?? [];
    this.newer = data.newer?.length ?? 0;
    this.rows = rows;
    this.cursor = cursor;
    return missing;
  }

  /** The threads with new words since the last reading; undefined when that cannot be told. */
  private async changed(): Promise<{ ids: Set<string>; cursor: string } | undefined> {
    if (this.cursor === "") return undefined;
    try {
      const { data, cursor } = await this.client.askAll("log", { since: this.cursor, max: 1000 });
      const silent = ["checkpoint", "checkpoint-delete", "config", "memory"]; // about no thread
      if (data.more || data.events.some((e) => !e.threads && !silent.includes(e.kind))) return undefined;
      return { ids: new Set(data.events.flatMap((e) => e.threads ?? [])), cursor };
    } catch (error) {
      if (isKind(error, "not_found") || isKind(error, "no_store")) return undefined; // the store was made anew, or is gone
      throw error;
    }
  }

  /** False for a thread that only a newer program can read: the list tells how many there are. */
  private async readOne(id: string): Promise<boolean> {
    try {
      const { thread } = await this.client.ask("get", { id });
      if (thread.archived || thread.deleted) this.forget(id);
      else this.learn(thread, true);
    } catch (error) {
      if (!isKind(error, "not_found") && !isKind(error, "version")) throw error;
      this.forget(id);
      return !isKind(error, "version");
    }
    return true;
  }

  private forget(id: string): void {
    this.threads.delete(id);
    this.rows.delete(id);
  }

  /** `export` is the verb that has many threads with all that was said. */
  private async readMany(which: { file?: string }): Promise<void> {
    if (this.threads.size === 0) return;
    const answer = await this.client.ask("export", { format: "json", ...which });
    const { threads } = JSON.parse(answer.text) as { threads: ThreadDetail[] };
    for (const t of threads) this.learn(t);
  }

  /** Takes in a thread that was read whole; newest says that its row is not older than the one that is known. */
  private learn(detail: ThreadDetail, newest = false): void {
    const known = this.threads.get(detail.id);
    if (!newest && !known?.partial) return;
    this.threads.set(detail.id, withWords(newest ? detail : (known ?? detail), detail, false));
    if (newest) this.rows.set(detail.id, JSON.stringify(rowOf(detail)));
  }
}

/** What a whole thread has and its row in the list has not. The compiler asks for what is left out. */
const beyondRow: Readonly<Record<Exclude<keyof Thread, keyof ThreadView>, true>> = {
  anchor: true,
  reanchored: true,
  editedAt: true,
  agentLastSeenAt: true,
  seenBy: true,
  importedFrom: true,
  span: true,
  thread: true,
  code: true,
  checkedAt: true,
  partial: true,
};

/** What of a whole thread `list` has as well. */
function rowOf(detail: ThreadView): ThreadView {
  return Object.fromEntries(Object.entries(detail).filter(([key]) => !(key in beyondRow))) as unknown as ThreadView;
}

/** A row of the list with all that a thread which was read whole has beyond it. */
function withWords(row: ThreadView, words: ThreadDetail | undefined, partial: boolean): Thread {
  const known = Object.entries(words ?? {}).filter(([key]) => key in beyondRow);
  const thread: Thread = { thread: [], checkedAt: "", ...Object.fromEntries(known), ...rowOf(row) };
  delete thread.code; // of that moment; it is asked for when it is shown
  delete thread.partial;
  return partial ? { ...thread, partial } : thread;
}
