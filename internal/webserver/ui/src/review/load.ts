/** Hunks and lines of the snapshot, each requested once. */
import { ask } from "../shared/api";
import { once } from "../shared/once";
import { state } from "./state";
import { about } from "./verbs";
import type { ChangedFile, FileDiff, FileLines, RenderedFile, Side } from "./types";

const diffs = new Map<string, Promise<FileDiff>>();
const most = 4; // concurrent requests: a browser has six connections to a server, and events and drafts need some
let running = 0;
const queue: (() => void)[] = [];

/** Requests something of a file when it is its turn, by default in the diff that is shown then. */
async function get<T>(what: string, f: ChangedFile, query = "", snapshot?: string): Promise<T> {
  // The latest request is for what is on the screen now.
  if (running >= most) await new Promise<void>((go) => queue.push(go));
  running++;
  try {
    return await ask<T>("GET", about(`/api/${what}/${encodeURIComponent(f.id)}`, snapshot) + query);
  } finally {
    running--;
    queue.pop()?.();
  }
}

/** The same change has the same hash in every snapshot. */
function keyOf(f: ChangedFile): string {
  return `${state.prefs.space ? "" : "-"}${f.hash}:${f.path}`;
}

export function keepDiff(f: ChangedFile, diff: FileDiff): void {
  if (state.prefs.space) diffs.set(keyOf(f), Promise.resolve(diff));
}

/** Frees the memory of a change that is not shown any more. */
export function dropDiff(f: ChangedFile): void {
  for (const key of diffs.keys()) if (key.includes(`${f.hash}:`)) diffs.delete(key);
}

/**
 * The diff under the rule for white space that holds when it comes. With `full`, nothing is shortened, however long it
 * is.
 */
export async function fetchDiff(f: ChangedFile, full = false, snapshot?: string): Promise<FileDiff> {
  for (;;) {
    const { space } = state.prefs;
    const diff = await diffOf(f, full, snapshot);
    if (space === state.prefs.space) return diff;
  }
}

/** The diff of this snapshot and rule, however long it waits for its turn. */
function diffOf(f: ChangedFile, full: boolean, snapshot = state.boot.snapshot): Promise<FileDiff> {
  const query = (state.prefs.space ? "" : "&ws=ignore") + (full ? "&full=1" : "");
  return once(diffs, keyOf(f) + (full ? ":full" : ""), () => get<FileDiff>("file", f, query, snapshot));
}

export function fetchPicture(f: ChangedFile, side: Side): Promise<{ type: string; data: string }> {
  return get("picture", f, `&side=${side}`);
}

const renderings = new Map<string, Promise<RenderedFile>>();

export function fetchRendered(f: ChangedFile): Promise<RenderedFile> {
  return once(renderings, `${f.hash}:${f.path}`, () => get<RenderedFile>("rendered", f));
}

export function fetchLines(f: ChangedFile, side: Side, from: number, to: number): Promise<FileLines> {
  return get("lines", f, `&side=${side}&from=${from}&to=${to}`);
}
