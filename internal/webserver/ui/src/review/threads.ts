/** The threads of the store: after every change all are read, never patched. */
import { Again } from "../shared/again";
import { Refused } from "../shared/api";
import { plural } from "../shared/dom";
import * as words from "../shared/threadWords";
import { announce, failed, toast } from "./say";
import { state, tell } from "./state";
import { keepStill } from "./held";
import { shown } from "./text";
import type { Boot, Listener, Reply, Thread, ThreadsOutput, UndoOutput } from "./types";
import { verb } from "./verbs";

const reading = new Again(async () => {
  for (;;) {
    const { snapshot } = state.boot;
    const read = await allThreads(snapshot);
    if (snapshot !== state.boot.snapshot) continue; // they are on the lines of another diff
    takeThreads(read);
    tell("threads", undefined);
    return;
  }
});

/** Reads all threads. */
export const readThreads = (): Promise<void> => reading.now();

export const nothing: ThreadsOutput = { threads: [] };

/** The threads for a boot, on its lines. A project without threads has no store to ask. */
export async function threadsOf(boot: Boot): Promise<ThreadsOutput> {
  return boot.cursor === "" ? nothing : allThreads(boot.snapshot);
}

/** All threads, on the lines of a snapshot. */
async function allThreads(snapshot: string): Promise<ThreadsOutput> {
  try {
    return await verb<ThreadsOutput>("threads", { allWorktrees: true }, snapshot);
  } catch (error) {
    if (error instanceof Refused && error.failure.kind === "no_store") return nothing;
    throw error;
  }
}

let first = true;
let known: () => void;

/** Resolves when the threads were read for the first time: a key may be pressed earlier. */
export const threadsKnown = new Promise<void>((resolve) => (known = resolve));

/** Replaces the page's threads, and announces what is new. It draws nothing; the caller does. */
export function takeThreads({ threads, damaged = [], newer = [], ...hearing }: ThreadsOutput): void {
  state.hearing = hearing;
  const news: string[] = [];
  const had = new Map(state.threads);
  state.threads.clear(); // they are kept in the order of the server
  for (const t of threads) {
    const before = had.get(t.id);
    if (!first) {
      const replies = t.thread.slice(before?.thread.length ?? 0).filter((r) => !words.isPerson(r));
      if (replies.length > 0 || (!before && !words.isPerson(t))) state.fresh.add(t.id);
      for (const r of replies) news.push(`${nameOf(r)} replied on ${placeWords(t)}`);
      if (before && before.workflowState !== t.workflowState && t.workflowState === "resolved") {
        news.push(`Resolved: ${placeWords(t)}`);
      }
    }
    state.threads.set(t.id, t);
  }
  first = false;
  known();
  const told = new Set(state.damaged.map((d) => d.path));
  if (damaged.some((d) => !told.has(d.path))) toast("Some threads cannot be read. See the thread list.");
  state.damaged = damaged;
  state.newer = newer.length;
  keepStill();
  if (news.length > 0) announce(news.length > 3 ? plural(news.length, "thread update") : news.join(". "));
}

/** The author's name; a name may contain any characters. */
export const nameOf = (said: Pick<Reply, "author" | "authorName">): string => shown(words.nameOf(said));

/** The place of a thread, with the name of its file. */
export const placeWords = (t: Thread): string => shown(words.titleOf(t));

/** The worktree that a thread was made in; a name may contain any characters. */
export const worktreeOf = (t: Thread): string => shown(words.worktreeOf(t));

/** The agents that are running in the worktree of a thread. */
export function listenersOf(t: Thread): Listener[] {
  const { listeners = [], listenersElsewhere = [] } = state.hearing;
  return t.elsewhere ? listenersElsewhere.filter((l) => l.worktree === t.worktree) : listeners;
}

/** Changes a thread and reads all threads: the page always shows what the store says. */
export async function change<T>(name: string, input: object): Promise<T> {
  const answer = await verb<T>(name, input);
  await readThreads();
  return answer;
}

/** Reports what the reader did, and offers to undo its steps as long as they are the reader's last ones. */
export async function undoable(did: string, steps = 1, then?: () => void): Promise<void> {
  const last = async () => (await verb<UndoOutput>("undo", { dryRun: true })).undone.cursor;
  const mine = await last().catch(() => "");
  const undo = async () => {
    if ((await last()) !== mine) throw new Error("you have made other changes since");
    for (let n = steps; n > 0; n--) await change("undo", {});
    then?.();
  };
  toast(did, { label: "Undo", run: () => void undo().catch((e: unknown) => failed("Could not undo", e)) });
}
