/**
 * The drafts that the server does not have yet, kept in this browser. Every tab has its own key in the local storage,
 * so that none overwrites the drafts of another. An open tab holds a lock for its server's run. Other tabs adopt the
 * drafts of a closed tab, and of one that still waits for a server that ended.
 */
import { shared } from "../shared/api";
import { keepText, keptValue } from "../shared/kept";
import { state } from "./state";
import type { Draft } from "./types";

/** By key; null for a draft to be deleted. */
export type Unsaved = Map<string, Draft | null>;

const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
let held = false;

/** The only key of older versions, and the prefix of the keys of tabs. */
function common(): string {
  return `consider.review.drafts:${state.boot.project}`;
}

export function keepHere(unsaved: Unsaved): void {
  const place = `${common()}:tab-${tab}`;
  if (!held) hold(place, unsaved);
  held = true;
  store(place, [...unsaved]);
}

function hold(place: string, unsaved: Unsaved): void {
  if ("locks" in navigator) void navigator.locks.request(shared(place), () => new Promise(() => undefined));
  addEventListener("storage", (e) => {
    if (e.key !== place) return;
    const left = new Map(read(place)); // another tab adopted the rest
    for (const key of unsaved.keys()) if (!left.has(key)) unsaved.delete(key);
  });
}

function store(place: string, entries: [string, Draft | null][]): void {
  keepText("localStorage", place, entries.length === 0 ? undefined : JSON.stringify(entries));
}

/**
 * Passes on the drafts of tabs that cannot send them any more, except those that have unsaved text in this tab. Sent ones are
 * deleted.
 */
export async function adopt(
  unsaved: Unsaved,
  isSent: (draft: Draft) => boolean,
  take: (found: Draft[]) => void,
): Promise<void> {
  for (const place of places()) {
    await ifAlone(place, () => {
      const left = read(place).filter(([, draft]) => draft && !isSent(draft));
      const waits = left.filter(([key]) => unsaved.has(key));
      const found = left.flatMap(([key, draft]) => (draft && !unsaved.has(key) ? [draft] : []));
      store(place, waits);
      if (found.length > 0) take(found);
    });
  }
}

/** The keys of other tabs, open or closed. */
function places(): string[] {
  const start = `${common()}:tab-`;
  try {
    return Object.keys(localStorage).filter((p) => p === common() || (p.startsWith(start) && p !== start + tab));
  } catch {
    return []; // this browser keeps nothing
  }
}

async function ifAlone(place: string, act: () => void): Promise<void> {
  if ("locks" in navigator)
    await navigator.locks.request(shared(place), { ifAvailable: true }, (lock) => lock && act());
  else act();
}

/** The drafts of a tab; unreadable ones are dropped. */
function read(place: string): [string, Draft | null][] {
  return (keptValue("localStorage", place) ?? []) as [string, Draft | null][];
}
