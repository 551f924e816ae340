/**
 * A project's threads as they were read last. Reading again costs what has changed: the log since the last reading
 * says which threads have new words, and one `list`, when files have changed, which have moved; only those are asked
 * for, and replaced whole. The first time, the threads of the files that are open come before all others.
 */
import { isDeepStrictEqual } from "node:util";
import type { Client } from "./client";
import { isWaiting, type Heard } from "./delivery/words";
import { isKind } from "./kind";
import type { Damage, Hearing, ThreadDetail, ThreadView } from "./protocol";

/** A thread, of which perhaps only the row of the list is known yet. */
export interface Thread extends ThreadDetail {
  /** Its replies have not been read. */
  partial?: true;
}

const few = 20; // threads that are read at once; of more, those of open files come first

export class Reading {
  /** By id. A thread that did not change is the same object as before. */
  threads = new Map<string, Thread>();
  /** What of the store cannot be read. */
  damaged: readonly Damage[] = [];
  /** How many more there are that only a newer program can read. */
  newer = 0;
  /** Which agents were there to hear, when it was asked last. */
  heard: Heard = {};
  private cursor = "";

  constructor(private readonly client: Client) {}

  /** Asks anew who hears of words that wait: that changes without a change of the store. Whether it has changed. */
  async hear(): Promise<boolean> {
    const waiting = [...this.threads.values()].filter(isWaiting).slice(0, few);
    if (waiting.length === 0) return false;
    const before = this.heard;
    await this.read(waiting.map(({ id }) => id));
    return !isDeepStrictEqual(before, this.heard) || waiting.some((t) => this.threads.get(t.id) !== t);
  }

  /**
   * Reads what was said since the last reading; meanwhile is done at the same time. False when that cannot be told, and
   * all has to be read.
   */
  async words(meanwhile: () => Promise<void>): Promise<boolean> {
    const news = await this.changed();
    if (!news) return false;
    await Promise.all([this.read([...news.ids]), news.ids.size > 0 ? meanwhile() : undefined]);
    this.cursor = news.cursor;
    return true;
  }

  /**
   * Reads where all threads are, and the words that are not known. wanted are the files whose threads come first; soon
   * is called when they are there and others are not yet.
   */
  async all(wanted: () => readonly string[], soon: () => Promise<void>): Promise<void> {
    const { missing, cursor } = await this.readRows();
    if (missing.length > few) {
      const open = new Set<string | undefined>(wanted());
      await this.read(missing.filter((row) => open.has(fileOf(row))).map((row) => row.id));
      await soon();
      await this.read(missing.filter((row) => !open.has(fileOf(row))).map((row) => row.id));
    } else {
      await this.read(missing.map((row) => row.id));
    }
    this.cursor = cursor; // not before: what could not be read is asked for again
  }

  /** The files that threads are on. */
  get files(): string[] {
    return [...new Set([...this.threads.values()].flatMap((t) => fileOf(t) ?? []))];
  }

  /** Reads where all threads are; returns the rows of those that have to be read. */
  private async readRows(): Promise<{ missing: ThreadView[]; cursor: string }> {
    const list = this.client.askAll("list", { workflow: "all" }).catch((error: unknown) => {
      if (isKind(error, "no_store"))
        return { data: { threads: [], damaged: [], newer: [], listeners: [] }, cursor: "" }; // nothing has been said yet
      throw error;
    });
    const [{ data, cursor }, news] = await Promise.all([list, this.changed()]);
    const before = this.threads;
    const known = (row: ThreadView): boolean => {
      const t = before.get(row.id);
      return t !== undefined && !t.partial && news !== undefined && !news.ids.has(row.id) && agrees(t, row);
    };
    this.threads = new Map(data.threads.map((row) => [row.id, before.get(row.id) ?? unread(row)]));
    this.keepUnreadable(data);
    this.keepHearing(data);
    return { missing: data.threads.filter((row) => !known(row)), cursor };
  }

  /** The threads with new words since the last reading; undefined when that cannot be told. */
  private async changed(): Promise<{ ids: Set<string>; cursor: string } | undefined> {
    if (this.cursor === "") return undefined;
    try {
      const { data, cursor } = await this.client.askAll("log", { since: this.cursor, max: 1000, all: true });
      const silent = ["checkpoint", "checkpoint-delete", "config", "memory"]; // about no thread
      if (data.more || data.events.some((e) => !e.threads && !silent.includes(e.kind))) return undefined;
      return { ids: new Set(data.events.flatMap((e) => e.threads ?? [])), cursor };
    } catch (error) {
      if (isKind(error, "not_found") || isKind(error, "no_store")) return undefined; // the store was made anew, or is gone
      throw error;
    }
  }

  /** Reads threads whole. Those that are not there any more are forgotten. */
  private async read(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const answer = await this.client.ask("threads", { ids: [...ids] });
    const gone = new Set(ids);
    for (const t of answer.threads) {
      gone.delete(t.id);
      const before = this.threads.get(t.id);
      if (!before || !isSame(before, t)) this.threads.set(t.id, t);
    }
    for (const id of gone) this.threads.delete(id);
    this.keepUnreadable(answer);
    this.keepHearing(answer);
  }

  /** A store does not hold which agents listen: each answer says it as of its own moment. */
  private keepHearing({ listeners = [] }: Hearing): void {
    this.heard = { agents: listeners.map(({ agent }) => agent) };
  }

  private keepUnreadable({ damaged, newer }: { damaged?: Damage[]; newer?: Damage[] }): void {
    this.damaged = damaged ?? [];
    this.newer = newer?.length ?? 0;
  }
}

const fileOf = (t: ThreadView): string | undefined => t.placement.file ?? t.file;

/** A thread of which no more than its row is known. */
const unread = (row: ThreadView): Thread => ({ ...row, thread: [], checkedAt: "", partial: true });

/** Whether a thread is where its row says. What a row does not have changes with what was said, which the log tells. */
const agrees = (t: Thread, row: ThreadView): boolean =>
  Object.entries(row).every(([name, now]) => JSON.stringify(now) === JSON.stringify(t[name as keyof Thread]));

/** Whether two readings of a thread say the same. */
const isSame = (a: Thread, b: Thread): boolean =>
  JSON.stringify({ ...a, checkedAt: "" }) === JSON.stringify({ ...b, checkedAt: "" });
