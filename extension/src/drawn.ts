/** A thread in the editor, and moving it to its place. */
import * as vscode from "vscode";
import type { ReviewComment } from "./comment";
import { fromSelection, type Lines } from "./position";
import type { Project } from "./project";
import type { Placement, ThreadDetail } from "./protocol";

const lineEnd = 1 << 30; // a character past the end of any line

export interface Drawn {
  project: Project;
  id: string;
  thread: vscode.CommentThread;
  comments: Map<string, ReviewComment>;
  /** The state that was assigned last: assigning the same again disturbs an open form. */
  shown: unknown;
  workflow: string;
  /** Its present lines; undefined above the file. */
  lines: Lines | undefined;
  /** Its head line. */
  label?: string;
  /** The editor has its widget at another place than its range says. */
  adrift: boolean;
  /** It was sent, and is not read yet. */
  sent?: boolean;
  /** The id of its last message. */
  last: string;
  /** The thread that it was drawn from: the same object need not be drawn again. */
  from?: ThreadDetail;
  at?: Placement;
}

/** Puts a thread at its place. This comes before any other assignment, which would move the widget to the old range. */
export function put(d: Drawn): void {
  if (!d.adrift) return;
  d.adrift = false;
  const range = d.lines && rangeOf(d.lines);
  // VS Code ignores a move between the file's head and a line: the thread is drawn anew once no words are lost with it.
  if ((range === undefined) === (d.thread.range === undefined)) {
    // VS Code ignores the same range.
    if (range && d.thread.range?.isEqual(range)) d.thread.range = undefined;
    d.thread.range = range;
  }
  if (d.label !== undefined && d.thread.label !== d.label) d.thread.label = d.label;
}

/** How many lines a thread is away from the visible part of its file. */
export function fromScreen({ thread, lines }: Drawn): number {
  const uri = thread.uri.toString();
  const line = lines?.end ?? 0;
  const distances = vscode.window.visibleTextEditors
    .filter((e) => e.document.uri.toString() === uri)
    .flatMap((e) => e.visibleRanges.map((r) => Math.max(0, r.start.line - line, line - r.end.line)));
  return Math.min(Infinity, ...distances);
}

/** Whether two places are equal. */
export const isSame = (a: Lines | undefined, b: Lines | undefined): boolean =>
  a?.start === b?.start && a?.end === b?.end;

/** The lines of one of VS Code's threads. */
export function linesIn({ range }: vscode.CommentThread): Lines | undefined {
  return range && { start: range.start.line, end: range.end.line };
}

/** The selected lines. */
export const selected = ({ selection: { start, end } }: vscode.TextEditor): Lines =>
  fromSelection(start.line, end.line, end.character);

/** Lines as VS Code wants them: several lines are marked up to the last character, a single one is not marked. */
export function rangeOf({ start, end }: Lines): vscode.Range {
  return new vscode.Range(start, 0, end, start === end ? 0 : lineEnd);
}
