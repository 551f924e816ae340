/**
 * The last threads of a project that were read. Reading again costs only what has changed: the log since the last
 * reading names the threads with new messages, and when files have changed, one `list` shows which threads have moved.
 * Only those are requested, and replaced as a whole. The first time, the threads of open files come before all others.
 */
import { isDeepStrictEqual } from "node:util";
import type { Client } from "./client";
import { isWaiting, isWork, type Heard } from "./delivery/words";
import { isKind } from "./kind";
import type { Damage, ThreadDetail, ThreadsOutput, ThreadView } from "./protocol";
import { titleOf } from "./threadWords";

/** A thread, perhaps with only its row of the list read. */
export interface Thread extends ThreadDetail {
  /** Its replies have not been read. */
  partial?: true;
  /** The place of a thread whose code is in another worktree. */
  place?: string;
}

/** All in an answer except its threads. */
type Rest = Omit<ThreadsOutput, "threads">;

const few = 20; // threads that are read at once; with more, those of open files come first

export class Reading {
  /** By id. An unchanged thread stays the same object. */
  threads = new Map<string, Thread>();
  /** The parts of the store that cannot be read. */
  damaged: readonly Damage[] = [];
  /** The number of threads that only a newer program can read. */
  newer = 0;
  /** The agents that were listening when last asked. */
  heard: Heard = {};
  /** Grows whenever something other than the threads has changed. */
  version = 0;
  private fresh = new Set<string>();
  private cursor = "";

  constructor(private readonly client: Client) {}

  /** The threads that changed, came or went since the last call, by id. */
  takeFresh(): ReadonlySet<string> {
    const { fresh } = this;
    this.fresh = new Set();
    return fresh;
  }

  /** Asks again which agents listen while messages wait, or work, because that changes without the store. */
  async hear(): Promise<void> {
    const waiting = [...this.threads.values()].filter((t) => isWaiting(t) || isWork(t)).slice(0, few);
    await this.read(waiting.map(({ id }) => id));
  }

  /**
   * Reads what is new since the last reading; meanwhile runs at the same time. False when the changes are not known,
   * and everything has to be read.
   */
  async words(meanwhile: () => Promise<void>): Promise<boolean> {
    const news = await this.changed();
    if (!news) return false;
    await Promise.all([this.read([...news.ids]), news.ids.size > 0 ? meanwhile() : undefined]);
    this.cursor = news.cursor;
    return true;
  }

  /**
   * Reads where all threads are, and the messages that are not known. Threads of the wanted files come first; soon is
   * called when they have been read and others have not.
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
    this.cursor = cursor; // only now: threads that could not be read are requested again
  }

  /** The files that threads are on. */
  get files(): string[] {
    return [...new Set([...this.threads.values()].flatMap((t) => fileOf(t) ?? []))];
  }

  /** Reads where all threads are; returns the rows of those that have to be read. */
  private async readRows(): Promise<{ missing: ThreadView[]; cursor: string }> {
    const list = this.client.askAll("list", { workflow: "all", allWorktrees: true }).catch((error: unknown) => {
      if (isKind(error, "no_store"))
        return { data: { threads: [], damaged: [], newer: [], listeners: [] }, cursor: "" }; // there are no threads yet
      throw error;
    });
    const [{ data, cursor }, news] = await Promise.all([list, this.changed()]);
    const before = this.threads;
    const rows = data.threads.map(shownHere);
    const known = (row: ThreadView): boolean => {
      const t = before.get(row.id);
      return t !== undefined && !t.partial && news !== undefined && !news.ids.has(row.id) && agrees(t, row);
    };
    this.threads = new Map(rows.map((row) => [row.id, before.get(row.id) ?? unread(row)]));
    for (const id of new Set([...before.keys(), ...this.threads.keys()]))
      if (before.get(id) !== this.threads.get(id)) this.fresh.add(id);
    this.keep(data);
    return { missing: rows.filter((row) => !known(row)), cursor };
  }

  /** The threads with new messages since the last reading; undefined when that is not known. */
  private async changed(): Promise<{ ids: Set<string>; cursor: string } | undefined> {
    if (this.cursor === "") return undefined;
    try {
      const { data, cursor } = await this.client.askAll("log", { since: this.cursor, max: 1000, all: true });
      const silent = ["checkpoint", "checkpoint-delete", "config", "memory"]; // not about threads
      if (data.more || data.events.some((e) => !e.threads && !silent.includes(e.kind))) return undefined;
      return { ids: new Set(data.events.flatMap((e) => e.threads ?? [])), cursor };
    } catch (error) {
      if (isKind(error, "not_found") || isKind(error, "no_store")) return undefined; // the store was created anew, or is gone
      throw error;
    }
  }

  /** Reads whole threads. Those that no longer exist are forgotten. */
  private async read(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const answer = await this.client.ask("threads", { ids: [...ids] });
    const gone = new Set(ids);
    for (const t of answer.threads.map(shownHere)) {
      gone.delete(t.id);
      const before = this.threads.get(t.id);
      if (before && isSame(before, t)) continue;
      this.threads.set(t.id, t);
      this.fresh.add(t.id);
    }
    for (const id of gone) if (this.threads.delete(id)) this.fresh.add(id);
    this.keep(answer);
  }

  /** Each answer lists the agents that listen, which is not in the store, and the parts that cannot be read. */
  private keep({ listeners = [], listenersElsewhere = [], damaged = [], newer = [] }: Rest): void {
    const elsewhere = listenersElsewhere.map(({ agent, worktree = "" }) => ({ agent, ...(worktree && { worktree }) }));
    const now = { heard: { agents: listeners.map(({ agent }) => agent), elsewhere }, damaged, newer: newer.length };
    const before = { heard: this.heard, damaged: this.damaged, newer: this.newer };
    if (!isDeepStrictEqual(now, before)) this.version++;
    Object.assign(this, now);
  }
}

const fileOf = (t: ThreadView): string | undefined => t.placement.file ?? t.file;

/**
 * A thread whose code is in another worktree is on no file here. It is shown below a text with its place, as a comment on the
 * whole review is.
 */
function shownHere<T extends ThreadView>(t: T): T & Pick<Thread, "place"> {
  if (!t.elsewhere) return t;
  const { file = "", placement, ...rest } = t;
  const place = titleOf({ ...rest, file, placement });
  return { ...rest, target: "review", placement: { anchorState: "anchored" }, place } as T & Pick<Thread, "place">;
}

/** A thread of which only the row is known. */
const unread = (row: ThreadView): Thread => ({ ...row, thread: [], checkedAt: "", partial: true });

/** Whether a thread agrees with its row. The rest changes only with new messages, which the log reports. */
const agrees = (t: Thread, row: ThreadView): boolean =>
  Object.entries(row).every(([name, now]) => isDeepStrictEqual(now, t[name as keyof Thread]));

/** Whether two readings of a thread are equal. */
const isSame = (a: Thread, b: Thread): boolean => isDeepStrictEqual({ ...a, checkedAt: "" }, { ...b, checkedAt: "" });
