/**
 * A thread in words: its place, its state, its authors. The extension and the pages of the browser share them, so that
 * a state reads the same everywhere. No editor objects and no elements here. Values of a newer program are returned
 * unchanged; the code that draws them makes them harmless.
 */
import {
  ANCHOR_STATES,
  AUTHOR_KINDS,
  CODE_EDITED,
  FINDING_STATES,
  NOT_HERE,
  PERHAPS,
  SIDES,
  TARGETS,
  valueOf,
  WORKFLOW_STATES,
} from "./enums";
import type { Placement, Reply, ThreadDetail } from "./protocol";

/** Whether a thread needs attention. A state that only a newer program knows counts as open. */
export const isOpen = (t: { workflowState: string }): boolean => t.workflowState !== "resolved";

/** Whether a thread waits for a person or an agent: an approval does once it has a reply. */
export const isDue = (t: { workflowState: string; approval?: boolean; replies: number }): boolean =>
  isOpen(t) && (!t.approval || t.replies > 0);

/** Whether an author is a person. A kind that only a newer program knows does not count. */
export const isPerson = (said: { author: string }): boolean => said.author === "human";

/** Whether a thread is a finding of an agent or a linter: begun without a question, open, and answered by no person. */
export const isFinding = (t: ThreadDetail): boolean =>
  isOpen(t) && !isPerson(t) && t.target !== "response" && !t.question && !t.thread.some((r) => isPerson(r));

/** Whether a human can confirm or reject the outcome of a finding. */
export const isJudged = (t: ThreadDetail): boolean => {
  const state = t.finding?.state;
  const claimed = t.thread.some((r) => r.outcome !== undefined);
  return isOpen(t) && (state === "claimed" || (state === "undecided" && claimed));
};

/** Whether an open thread waits for a human: an agent proposes to resolve it or spoke last. A finding has a state. */
export const awaitsHuman = (t: ThreadDetail): boolean =>
  !!t.resolveProposedBy || (t.finding ? ["held", "undecided"].includes(t.finding.state) : !isPerson(lastWord(t)));

/** Who spoke last, and in which message. */
export const lastWord = (t: Pick<ThreadDetail, "id" | "author" | "lastReply">): { id: string; author: string } =>
  t.lastReply ?? t;

type Placed = Pick<ThreadDetail, "target" | "file" | "placement" | "anchor">;

/** Whether a thread is on no file and on no response. */
export const isWhole = (t: Placed, p = t.placement): boolean =>
  t.target === "review" || (t.target !== "response" && (p.file ?? t.file ?? "") === "");

/** The author's name above a message. */
export function nameOf(said: Pick<Reply, "author" | "authorName">): string {
  if (said.authorName) return said.authorName;
  return isPerson(said) ? "You" : valueOf(AUTHOR_KINDS, said.author).word;
}

/** "line 4", "lines 4-6"; "" when none is known. */
export function linesWords(start: number | undefined, end: number | undefined): string {
  if (!start) return "";
  return !end || end === start ? `line ${start}` : `lines ${start}-${end}`;
}

/** Where a thread is in its file. For lost lines it says where they were, never where they may be. */
export function placeWords(t: Placed, p = t.placement): string {
  if (isWhole(t, p)) return t.target === "review" ? valueOf(TARGETS, t.target).says : t.target;
  if (t.target === "response") return "a response";
  if (t.target === "file") return "the file";
  return p.anchorState === "anchored" ? linesWords(p.startLine, p.endLine) : wasWords(t);
}

/** The original lines of a thread: "was lines 4-6"; "" when it was on none. */
export function wasWords(t: Pick<ThreadDetail, "anchor">): string {
  const lines = linesWords(t.anchor?.startLine, t.anchor?.endLine);
  return lines && `was ${lines}`;
}

/** The same with the name of the file: "handler.ts line 14", "handler.ts, was line 14". */
export function titleOf(t: Placed, p = t.placement): string {
  const where = placeWords(t, p);
  if (isWhole(t, p) || t.target === "response") return where;
  const file = (p.file ?? t.file ?? "").split("/").at(-1) ?? "";
  if (t.target === "file" || !where) return file;
  return p.anchorState === "anchored" ? `${file} ${where}` : `${file}, ${where}`;
}

/** The worktree that a thread was made in. */
export const worktreeOf = (t: Pick<ThreadDetail, "worktree">): string =>
  t.worktree ? `Worktree ${t.worktree}` : "Main worktree";

/**
 * Where a thread is, as on the command line: `src/a.ts:4-6`, `HEAD:src/a.ts:4` for a removed line, only `src/a.ts` when
 * it is on no line or no line is sure.
 */
export function placeOf(t: Placed & Pick<ThreadDetail, "side">, p = t.placement): string {
  if (isWhole(t, p) || t.target === "response") return placeWords(t, p);
  const kind = TARGETS.has(t.target) ? "" : `${t.target} `;
  const side = t.side === "old" ? `${oldSideOf(p)}:` : !t.side || SIDES.has(t.side) ? "" : `${t.side}:`;
  const end = p.endLine && p.endLine !== p.startLine ? `-${p.endLine}` : "";
  return `${kind}${side}${p.file ?? t.file ?? ""}${p.startLine ? `:${p.startLine}${end}` : ""}`;
}

/** Where the removed lines of a thread are: HEAD, another commit by the first digits of its id, or a name. */
export function oldSideOf({ from = "HEAD" }: Pick<Placement, "from">): string {
  return from.length >= 40 ? from.slice(0, 8) : from;
}

/** One state of a thread. */
export interface State {
  word: string;
  /** The class of its badge. */
  badge: string;
  why: string;
}

/** The workflow state of a thread. */
export function workflowOf(t: Pick<ThreadDetail, "workflowState">): State {
  const { word, says, badge } = valueOf(WORKFLOW_STATES, t.workflowState);
  return { word, badge, why: says };
}

/** The state of a thread's place; undefined when it is surely on its unchanged lines. */
export function anchorOf(p: Placement, otherBranch?: string): State | undefined {
  const anchored = p.anchorState === "anchored";
  if (anchored && !p.edited && !p.perhaps && !p.notCheckedOut) return undefined;
  const found = p.perhaps ? PERHAPS : p.notCheckedOut ? NOT_HERE : CODE_EDITED;
  const { word, says, badge } = anchored ? found : valueOf(ANCHOR_STATES, p.anchorState);
  const from = p.reason && otherBranch ? `; the thread is from branch ${otherBranch}` : "";
  return { word, badge, why: (p.reason ?? says) + from };
}

/** Where a lost thread may be: a place that the reader can confirm. */
export const mayBeAt = (p: Placement): { file?: string; startLine: number; endLine?: number } | undefined =>
  p.anchorState === "anchored" ? undefined : (p.candidate ?? p.guess);

/** The state of a finding, with its kind and how sure its finders are. */
export function findingOf({ finding: f }: Pick<ThreadDetail, "finding">): State | undefined {
  if (!f) return undefined;
  const { word, says, badge } = valueOf(FINDING_STATES, f.state);
  const finders = f.finders.length > 1 ? `${f.finders.length} finders` : "";
  const parts = [word, f.unproven && "unproven", f.kind, f.confidence && `${f.confidence}%`, finders];
  const tree = f.tree ? `; it is about another tree: ${f.tree}` : "";
  return { word: [...parts, tree && "another tree"].filter(Boolean).join(" · "), badge, why: says + tree };
}

/** The states that a reader must not overlook: all except open, and unchanged lines. */
export function statesOf(t: Pick<ThreadDetail, "workflowState" | "placement" | "otherBranch" | "finding">): State[] {
  const workflow = t.workflowState === "open" ? undefined : workflowOf(t);
  return [workflow, findingOf(t), anchorOf(t.placement, t.otherBranch)].filter((s) => s !== undefined);
}
