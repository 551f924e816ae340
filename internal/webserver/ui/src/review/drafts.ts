/**
 * Text that is written but not sent. It is on the server a third of a second after it was typed, and in the browser
 * while no server answers.
 *
 * A draft whose key begins with "kept-" was added to the review; one with "open-" is still being written. Both have the
 * id of their form, which it has from its opening. A draft that is being written ends with the name of its browser, and
 * no other browser writes to it.
 */
import { AgainFor } from "../shared/again";
import { ask, send, shared, Unreachable, type Failure } from "../shared/api";
import { quiet } from "../shared/dom";
import { keepText, keptText } from "../shared/kept";
import { adopt, keepHere, type Unsaved } from "./here";
import { failed } from "./say";
import { queryOf } from "./scopes";
import { state, tell } from "./state";
import type { Draft, Thread } from "./types";
import { about } from "./verbs";

const pause = 300;
const unsaved: Unsaved = new Map();
const refused = new Set<string>(); // reported once
let tabs: BroadcastChannel | undefined;
let writes = 0; // how often a draft was changed here

function random(): string {
  return crypto.getRandomValues(new Uint32Array(1))[0]?.toString(16).padStart(8, "0") ?? "";
}

export const browser = nameOfBrowser();
let others: string[] = []; // browsers that show a page of this review
let adopted = false;

function nameOfBrowser(): string {
  const name = keptText("localStorage", "consider.browser") ?? random();
  keepText("localStorage", "consider.browser", name); // without a memory, each page is a browser of its own
  return name;
}

export function newKey(kind: "open" | "review"): string {
  return `${kind}-${newForm()}-${browser}`;
}

function newForm(): string {
  return random() + random();
}

/** The id of the form of a reply: the one that its draft has, which another tab may have begun. */
export function replyForm({ key, form }: Draft): string {
  return state.drafts.get(key)?.form ?? form ?? newForm();
}

/** The id of the form in which a comment was written. */
export function formOf({ key }: { key: string }): string {
  return key.split("-")[1] ?? "";
}
export const keptKey = (d: Draft): string => `kept-${formOf(d)}`;
export const openKey = (d: Draft): string => `open-${formOf(d)}-${browser}`;

/** Whether a draft is in a form of another browser. */
export function isElsewhere({ key }: Draft): boolean {
  return /^(open|reply|edit|review)\b/.test(key) && key.split("-")[2] !== browser;
}

/** Goes on here with a draft of another browser, or of a version that did not note browsers. */
export function takeOver(d: Draft): void {
  const [start, id = ""] = d.key.split("-");
  const key = d.kind === "review" ? reviewDraft().key : `${start ?? "open"}-${id}-${browser}`;
  const here = state.drafts.get(key)?.body ?? "";
  saveDraft({ ...d, key, body: together(here, d.body) }, true);
  dropDraft(d.key);
}

export function isKept(d: Draft): boolean {
  return d.key.startsWith("kept-") && (d.kind === "line" || d.kind === "file");
}

/** Whether the server has exactly this text, with no later text on its way. */
export function isSaved(d: Draft): boolean {
  return !unsaved.has(d.key) && state.drafts.get(d.key)?.body === d.body;
}

/** Comments that are sent with the review: those that were added, and those whose form has no place any more. */
export function keptDrafts(): Draft[] {
  return [...state.drafts.values()].filter((d) => isKept(d) || (d.lost && !isElsewhere(d)));
}

/** Whether a comment was written in another comparison, and has no lines in this one. */
export function isApart(d: Draft): boolean {
  if (d.file === undefined || (d.scope ?? "") === queryOf(state.rounds)) return false;
  return d.lost === true || !state.fileAt({ file: d.file, side: d.side ?? "new" });
}

/** Orders comments as the diff; those on no file of the diff come last. */
export function byPlace(a: Draft, b: Draft): number {
  const at = (d: Draft) => {
    const file = state.fileAt({ file: d.file ?? "", side: d.side ?? "new" });
    return file ? state.files.indexOf(file) : state.files.length;
  };
  return at(a) - at(b) || (a.startLine ?? 0) - (b.startLine ?? 0) || (a.key < b.key ? -1 : 1);
}

export function reviewDraft(): Draft {
  const known = [...state.drafts.values()].find((d) => d.kind === "review" && !isElsewhere(d));
  return known ?? { key: newKey("review"), kind: "review", body: "" };
}

export function draftOf(kind: "reply" | "edit", thread: string): Draft {
  const key = `${kind}-${thread}-${browser}`;
  return { form: newForm(), ...(state.drafts.get(key) ?? { key, kind, thread, body: "" }) };
}

/** Saves soon, or at once with `now`. A draft without text is deleted. */
export function saveDraft(draft: Draft, now = false): void {
  const empty = draft.body.trim() === "";
  const before = state.drafts.get(draft.key);
  if (draft.kind === "reply") draft.form = replyForm(draft);
  if (empty) state.drafts.delete(draft.key);
  else state.drafts.set(draft.key, draft);
  if (empty && !before && !unsaved.has(draft.key)) return;
  keep(draft.key, empty ? null : draft, now);
  if (isKept(draft) || (before === undefined) !== empty) tell("drafts", undefined);
}

const flushSoon = quiet(pause, () => void flushAll());

/** Keeps a change in the browser until the server has it. */
function keep(key: string, draft: Draft | null, now: boolean): void {
  unsaved.set(key, draft);
  writes++;
  keepHere(unsaved);
  if (now) void sending.now(key);
  else flushSoon();
}

export function dropDraft(key: string): void {
  if (!state.drafts.delete(key) && !unsaved.has(key)) return;
  keep(key, null, true);
  tell("drafts", undefined);
}

/** One request per key at a time, so that the last text wins. */
const sending = new AgainFor(bring);

async function bring(key: string): Promise<void> {
  try {
    while (unsaved.has(key)) {
      const draft = unsaved.get(key);
      const path = about(`/api/drafts/${encodeURIComponent(key)}`);
      const answer = draft ? await send("PUT", path, wire(draft)) : await send("DELETE", path);
      if (!answer.ok) {
        // The text stays in this browser.
        if (!refused.has(key)) failed("Could not save your draft", new Error(await reasonOf(answer)));
        refused.add(key);
        return;
      }
      if (unsaved.get(key) === draft) unsaved.delete(key);
      keepHere(unsaved);
      tabs?.postMessage(key);
    }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error; // otherwise it is sent when the server is back
  }
}

async function reasonOf(answer: Response): Promise<string> {
  const said = (await answer.json().catch(() => null)) as { error?: Failure } | null;
  return said?.error?.message ?? `the server returned status ${answer.status}`;
}

interface Wire extends Omit<Draft, "lost"> {
  placed?: Thread["placement"];
}

function wire(draft: Draft): object {
  const { kind, file, side, startLine, endLine, thread, body, scope } = draft;
  const form = kind === "line" || kind === "file" ? formOf(draft) : draft.form;
  return { kind, file, side, startLine, endLine, thread, form, body, scope };
}

/** A draft with the present place of its lines. */
function unwire({ placed, ...rest }: Wire): Draft {
  const d: Draft = { ...rest };
  if (!placed) return d;
  if (placed.anchorState === "anchored" && placed.startLine !== undefined) {
    d.startLine = placed.startLine;
    d.endLine = placed.endLine ?? placed.startLine;
  } else d.lost = true;
  return d;
}

/** Sends everything that was not sent yet; resolves when the server has it, or cannot be reached. */
export async function flushAll(): Promise<void> {
  await Promise.all([...unsaved.keys()].map((key) => sending.now(key)));
}

export function unsavedDrafts(): Draft[] {
  return [...state.drafts.values()].filter((d) => d.body.trim() !== "");
}

/** Follows what other tabs write: two of them may show one form, side by side. */
export function followTabs(): void {
  tabs = new BroadcastChannel(shared("consider-drafts"));
  const read = quiet(50, () => void readDrafts().catch(() => undefined)); // they are read again when a tab becomes visible
  tabs.addEventListener("message", read);
}

/** Reads the server's drafts, and those that this browser could not send the last time. */
export async function readDrafts(): Promise<void> {
  const { snapshot } = state.boot;
  const drafts = await allDrafts(snapshot);
  if (snapshot !== state.boot.snapshot) return; // they are on the lines of another diff
  takeDrafts(drafts);
  // Drafts of a browser that shows no page any more are adopted once, by a page that was just opened.
  const left = adopted ? [] : drafts.filter((d) => isElsewhere(d) && !others.includes(d.key.split("-")[2] ?? ""));
  adopted = true;
  // One that was added as it is lost its page before it was deleted.
  left.forEach((d) => (state.drafts.get(keptKey(d))?.body === d.body ? dropDraft(d.key) : takeOver(d)));
  // The page of one that was sent may have been closed before it heard that the server has its text.
  const isSent = ({ key, body, form }: Draft): boolean =>
    drafts.some((d) => d.sent && d.key === key && d.body === body && (form ?? d.form) === d.form);
  await adopt(unsaved, isSent, (found) => {
    for (const draft of found) saveDraft(joined(draft), true);
  });
  tell("drafts", undefined);
}

/** All drafts, on the lines of a snapshot. Asks again if text was changed here since the request. */
export async function allDrafts(snapshot: string): Promise<Draft[]> {
  for (;;) {
    await flushAll();
    const before = writes;
    const { drafts, open } = await ask<{ drafts?: Wire[] | null; open?: string[] }>(
      "GET",
      about("/api/drafts", snapshot),
    );
    others = open ?? [];
    if (before === writes) return (drafts ?? []).map(unwire);
  }
}

/** Replaces the page's drafts, except those the server does not have yet. It draws nothing; the caller does. */
export function takeDrafts(drafts: Draft[]): void {
  const mine = new Set(unsaved.keys());
  for (const key of [...state.drafts.keys()]) if (!mine.has(key)) state.drafts.delete(key);
  for (const d of drafts) {
    if (mine.has(d.key)) continue;
    if (!d.sent) state.drafts.set(d.key, d);
    else if (!state.boot.readOnly) unsaved.set(d.key, null);
  }
  void flushAll();
}

/**
 * Joins the text of a tab that is closed or cut off with that of the server. A comment belongs to one tab, whose text
 * is newer; a reply or the note may have been written in two tabs, and neither text must be lost.
 */
function joined(left: Draft): Draft {
  const here = state.drafts.get(left.key)?.body ?? "";
  if (/^(open|kept)-/.test(left.key) || left.body.includes(here)) return left;
  return { ...left, body: together(here, left.body) };
}

function together(a: string, b: string): string {
  if (a.includes(b)) return a;
  return b.includes(a) ? b : `${a}\n\n${b}`;
}
