/** The texts that show a thread. No editor objects here, so that unit tests can load this. */
import { askedIn, choicesAsText, choiceWords, receiptFor, receiptWords, type Heard } from "./delivery/words";
import { AUTHOR_KINDS, OUTCOMES, PROOFS, STANCES, valueOf } from "./enums";
import { fromWire, type Lines } from "./position";
import type { Change, CheckpointView, FsckOutput, Image, Placement } from "./protocol";
import type { Question, Reply, Suggestion, ThreadDetail } from "./protocol";
import { fitsOf, standing, suggestedIn } from "./suggestions";
import {
  anchorOf,
  findingOf,
  isFinding,
  isJudged,
  isOpen,
  isPerson,
  linesWords,
  mayBeAt,
  nameOf,
  oldSideOf,
  wasWords,
  workflowOf,
} from "./threadWords";

/** One message of a thread: the first one, or a reply. */
export interface Entry {
  id: string;
  author: string;
  authorName: string;
  body: string;
  at: string;
  /** Small print next to the name. */
  label: string;
  mine: boolean;
  /** A reply of the person that can be deleted. */
  deletable?: boolean;
  /** It has a suggestion that can be applied now. */
  applies: boolean;
  /** Set for an entry that is not a message but shows the choices of an open question. */
  asks?: Question;
  /** Set for an entry that is not a message but leads to what was changed for one. */
  proves?: Claim;
  /** The suggestions in its text. */
  suggestions?: readonly Suggestion[];
  /** The thread's images, which the text may show. */
  images?: readonly Image[];
}

/** An agent's claim for which there are changes. */
export interface Claim {
  thread: string;
  reply: string;
  /** Where the changes are, in a few words. */
  word: string;
}

/**
 * The messages of a thread, below an agent's claim the changes for it if the program can show them, and the choices for
 * the person. heard has the agents that listen.
 */
export function entriesOf(t: ThreadDetail, heard: Heard = {}, shows = false): Entry[] {
  const on = receiptFor(t);
  const receipt = (id: string): string => (id === on ? receiptWords(t, heard) : "");
  const asks = askedIn(t);
  const replies = t.thread.flatMap((r) => {
    const evidence = shows ? evidenceFor(t, r) : [];
    return [entryOf(t, r, evidence.length > 0 ? "" : proofOf(r), receipt(r.id)), ...evidence];
  });
  return [entryOf(t, t, "", receipt(t.id)), ...replies, ...(asks ? [choicesOf(t, asks)] : [])];
}

/** The parts of an entry that is not a message. */
const none = { author: "consider", mine: false, applies: false };

/** The changes for a claim, below it. */
function evidenceFor(t: ThreadDetail, { id, proof, unchanged, createdAt: at }: Reply): Entry[] {
  const word = proof && PROOFS.get(proof)?.word;
  if (!word || proof === "nothing" || (unchanged && proof !== "before")) return [];
  const proves = { thread: t.id, reply: id, word };
  return [{ ...none, id: `${id}#changes`, authorName: "Evidence", label: "", body: word, at, proves }];
}

/** The choices of a question, below all messages. */
function choicesOf(t: ThreadDetail, asks: Question): Entry {
  const body = choicesAsText(asks);
  return { ...none, id: `${t.id}#choices`, authorName: "Choices", label: "awaiting you", body, at: asks.at, asks };
}

function entryOf(t: ThreadDetail, said: ThreadDetail | Reply, proof: string, receipt: string): Entry {
  const { id, author, body, createdAt: at } = said;
  const mine = isPerson(said);
  const suggestions = suggestedIn(t, id);
  return {
    id,
    author,
    authorName: nameOf(said),
    body,
    at,
    label: labelOf(said, proof, standing(t, id), "choice" in said ? choiceWords(said) : "", receipt),
    mine,
    deletable: mine && said !== t && !("deletedAt" in said),
    applies: fitsOf(t, id).length > 0,
    ...(suggestions.length > 0 && { suggestions }),
    ...(t.images && { images: t.images }),
  };
}

/** The evidence for an agent's claim, in words for the person. */
function proofOf(said: Pick<Reply, "proof" | "unchanged">): string {
  if (said.unchanged && said.proof !== "before") return "nothing changed since your message";
  return said.proof ? valueOf(PROOFS, said.proof).word.toLowerCase() : "";
}

function labelOf(said: Pick<Reply, "author" | "editedAt" | "outcome" | "stance">, ...more: string[]): string {
  const words = [
    isPerson(said) ? "" : valueOf(AUTHOR_KINDS, said.author).word,
    said.outcome ? valueOf(OUTCOMES, said.outcome).word : "",
    said.stance ? valueOf(STANCES, said.stance).word : "",
    said.editedAt ? "edited" : "",
    ...more,
  ];
  return words.filter(Boolean).join(" · ");
}

/** Where a thread is drawn in the editor: on lines, or above the file when it is on no line or none is known. */
export function drawnAt(t: ThreadDetail, p: Placement): Lines | undefined {
  if (t.target === "file" || t.target === "review" || t.target === "response" || t.side === "old") return undefined;
  if (p.anchorState === "anchored") return fromWire(p.startLine, p.endLine);
  return fromWire(p.guess?.startLine, p.guess?.endLine);
}

/** The lines of a thread in the old text of its file. */
export function thenAt(t: ThreadDetail): Lines | undefined {
  return fromWire(t.anchor?.startLine, t.anchor?.endLine);
}

/** The head line of a thread's widget: its place and authors, then states that must not be overlooked. */
export function headOf(t: ThreadDetail, p: Placement): string {
  const names = [...new Set([t, ...t.thread].map(nameOf))].join(", ");
  const words = [placeIn(t, p), names, t.workflowState === "open" ? "" : workflowOf(t).word];
  if (!["lines", "file", "review", "response"].includes(t.target)) words.push(t.target);
  const anchor = anchorOf(p, t.otherBranch);
  if (anchor && p.anchorState === "anchored") words.push(anchor.word);
  else if (anchor) words.push(`${[anchor.word, wasWords(t)].filter(Boolean).join(", ")} (${anchor.why})`);
  if (t.side === "old" && t.target === "lines")
    words.push(`On deleted ${linesWords(p.startLine, p.endLine) || "lines"} of ${oldSideOf(p)}`);
  words.push(findingOf(t)?.word ?? "");
  if (askedIn(t)) words.push("Question for you");
  if (t.resolveProposedBy && isOpen(t)) words.push(`${t.resolveProposedBy} proposes resolving this thread`);
  if (t.labels?.length) words.push(t.labels.join(", "));
  return words.filter(Boolean).join(" · ");
}

/** "Lines 38 to 45", as in VS Code's own comment titles; "" when no line is sure. */
function placeIn(t: ThreadDetail, { anchorState, startLine, endLine }: Placement): string {
  if (t.target === "file") return "Whole file";
  if (t.target !== "lines" || t.side === "old" || anchorState !== "anchored" || !startLine) return "";
  return !endLine || endLine === startLine ? `Line ${startLine}` : `Lines ${startLine} to ${endLine}`;
}

/** Words for the `when` clauses of menus. */
export function contextOf(t: ThreadDetail, p: Placement): string {
  const outcome = t.thread.at(-1)?.outcome === "addressed" ? "addressed" : "";
  const suggests = fitsOf(t).length > 0 ? "suggests" : "";
  return [
    "thread",
    isOpen(t) ? "open" : "resolved",
    p.anchorState,
    p.edited ? "edited" : "",
    p.perhaps ? "perhaps" : "",
    mayBeAt(p) ? "guessed" : "",
    t.target,
    outcome,
    suggests,
    askedIn(t) ? "asks" : "",
    t.receipt?.state === "working" ? "working" : "",
    isFinding(t) ? "finding" : "",
    isJudged(t) ? "judged" : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** One checkpoint in a line. */
export function roundOf(c: CheckpointView): string {
  const words = [
    new Date(c.createdAt).toLocaleString(),
    many(c.threads, "thread"),
    many(c.files.length, "changed file"),
  ];
  return [...words, c.auto ? "saved before a restore" : "", plain(c.note ?? "")].filter(Boolean).join(" · ");
}

/** The findings of a check of the store, as Markdown. */
export function findings({ sound, threads, problems }: FsckOutput): string {
  const found = problems.map((d) => `## ${d.path}\n\n${d.problem}.\n${d.hint ? `\n${d.hint}.\n` : ""}`);
  const head = sound
    ? "The review data is sound."
    : "The review data is damaged. Everything not listed here still works.";
  return [`# ${head}\n`, `${many(threads, "thread")} can be read.\n`, ...found].join("\n");
}

/** The changes that setup or uninstall made, one line for each file; files in the project have short names. */
export function changesOf(root: string, changes: readonly Change[]): string {
  const short = (path: string): string =>
    path.startsWith(root) && /^[/\\]/.test(path.slice(root.length)) ? path.slice(root.length + 1) : path;
  const touched = changes.filter((c) => c.done !== "unchanged");
  const same = changes.length - touched.length;
  const lines = touched.map((c) => `${c.done} ${short(c.path)}${c.why ? ` (${c.why})` : ""}`);
  return [...lines, ...(same > 0 ? [`${same} unchanged`] : [])].join("\n") || "nothing to do";
}

export function many(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

/** The first line of a text, to distinguish threads. */
export function excerpt(text: string, max = 80): string {
  const line = text.trim().split(/\s*\n/, 1)[0] ?? "";
  return line.length > max ? line.slice(0, max - 1) + "…" : line;
}

/** The subject of a thread as a label, in one line: the marked quote of a response, otherwise its first words. */
export function subjectOf(t: ThreadDetail): string {
  return plain(excerpt(t.span ? `${t.span.mark}: ${t.span.quote}` : t.body));
}

/** The label of a thread's row. The line comes first, because the end of a row may be cut off. */
export const rowOf = (t: ThreadDetail, line: number | undefined): string => `${line ? `:${line} ` : ""}${subjectOf(t)}`;

/** The first lines of a thread's messages, the first and the last one, for a tooltip. */
export function gistOf(t: ThreadDetail): string[] {
  const said = t.thread.at(-1)?.body;
  const last = t.lastReply;
  return [t.body, ...(last && said ? [`${last.authorName ?? last.author}: ${said}`] : [])].map((x) => excerpt(x, 400));
}

/**
 * Markdown that is safe to show. Fetching an image from an address that its author chose reveals to the author that it
 * was read (and, with text in the address, more). So an invisible character turns an image into a link. `images.ts`
 * lets images of the store through.
 */
export function harmless(markdown: string): string {
  return markdown.replaceAll(turns, "◆").replaceAll("![", "!\u200b[");
}

/** Characters that change the order of letters: a text must not read differently than it is. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Words for a row: without icons, and read as they are. Joined letters and emoji, which `asLabel` marks, stay. */
const plain = (words: string): string => words.replaceAll(turns, "◆").replaceAll("$(", "$\u200b(");
