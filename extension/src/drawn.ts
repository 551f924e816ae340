/** A thread as it stands in the editor, and putting it where it is. */
import * as vscode from "vscode";
import type { ReviewComment } from "./comment";
import type { Lines } from "./position";
import type { Project } from "./project";
import type { Placement, ThreadDetail } from "./protocol";

const lineEnd = 1 << 30; // a character past the end of any line

export interface Drawn {
  project: Project;
  id: string;
  thread: vscode.CommentThread;
  comments: Map<string, ReviewComment>;
  /** What was assigned last, as assigning the same again disturbs an open form. */
  shown: string;
  workflow: string;
  /** Where it is; undefined above the file. */
  lines: Lines | undefined;
  /** Its head line. */
  label?: string;
  /** The editor has its widget elsewhere than its range says. */
  adrift: boolean;
  /** The last word in it. */
  last: string;
  /** What it was drawn from: the same again needs no drawing. */
  from?: ThreadDetail;
  at?: Placement;
}

/** Puts a thread where it is, before anything else of it is assigned: that would put it where its range says. */
export function put(d: Drawn): void {
  if (!d.adrift) return;
  d.adrift = false;
  const range = d.lines && rangeOf(d.lines);
  // VS Code takes no notice of the same range again.
  if (range && d.thread.range?.isEqual(range)) d.thread.range = undefined;
  d.thread.range = range;
  if (d.label !== undefined && d.thread.label !== d.label) d.thread.label = d.label;
}

/** How many lines a thread is from what is on the screen. */
export function fromScreen({ thread, lines }: Drawn): number {
  const uri = thread.uri.toString();
  const line = lines?.end ?? 0;
  const distances = vscode.window.visibleTextEditors
    .filter((e) => e.document.uri.toString() === uri)
    .flatMap((e) => e.visibleRanges.map((r) => Math.max(0, r.start.line - line, line - r.end.line)));
  return Math.min(Infinity, ...distances);
}

/** Whether two places are one. */
export const isSame = (a: Lines | undefined, b: Lines | undefined): boolean =>
  a?.start === b?.start && a?.end === b?.end;

/** The lines of one of VS Code's threads. */
export function linesIn({ range }: vscode.CommentThread): Lines | undefined {
  return range && { start: range.start.line, end: range.end.line };
}

/** Lines as VS Code takes them: it marks several from the first character to the last one, and one not at all. */
export function rangeOf({ start, end }: Lines): vscode.Range {
  return new vscode.Range(start, 0, end, start === end ? 0 : lineEnd);
}
