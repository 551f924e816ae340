/** Sends what a person writes, and keeps it when it could not be sent. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { ReviewComment } from "./comment";
import type { Draft, Words } from "./drafts";
import { linesIn, selected } from "./drawn";
import { tell } from "./failure";
import { pause } from "./once";
import { toWire } from "./position";
import type { Project } from "./project";
import type { Session } from "./session";
import { documentAt } from "./tabs";
import { linesWords } from "./threadWords";

/** The first message of a new thread was sent. */
export const start = (s: Session, { thread, text }: vscode.CommentReply): Promise<void> =>
  begin(s, draftOf(thread, text), undefined, thread);

/** The first message of a thread, perhaps without a form; text is the text that its line numbers refer to. */
export async function begin(s: Session, draft: Words, text?: string, thread?: vscode.CommentThread): Promise<void> {
  try {
    await addThread(s, draft, thread, text);
  } catch (error) {
    const where = thread ? "your text is still where you wrote it" : "its text is kept in the editor";
    void tell(`the comment was not saved; ${where}`, error);
    await keep(s, draft, thread ?? s.threads.begin(vscode.Uri.parse(draft.uri), draft.lines));
  }
}

/** A reply was sent, with resolve as the last one. Returns whether it arrived. */
export async function reply(s: Session, r: vscode.CommentReply, resolve = false): Promise<boolean> {
  const at = s.threads.idOf(r.thread);
  if (!at) return false;
  try {
    await at.project.client.ask("reply", { id: at.id, message: r.text });
  } catch (error) {
    void tell("the reply was not saved; its text is kept in the thread", error);
    await keep(s, { ...draftOf(r.thread, r.text), thread: at.id }, r.thread);
    return false;
  }
  if (resolve) await at.project.client.ask("resolve", { ids: [at.id] });
  await at.project.refresh();
  return true;
}

/**
 * Shows a text with its form open, and keeps it. It is shown first: a redraw while it is stored would draw it a second
 * time, and a text that cannot be stored would be lost.
 */
export async function keep(s: Session, words: Words, thread: vscode.CommentThread): Promise<void> {
  const { draft, stored } = s.drafts.keep(words);
  s.threads.keepUnsaved(draft, thread);
  await stored;
}

export function edit(s: Session, comment: ReviewComment): void {
  comment.edit();
  s.threads.touch(comment);
}

export async function save(s: Session, comment: ReviewComment): Promise<void> {
  const unsaved = s.threads.unsavedOf(comment);
  if (unsaved) {
    const { thread, draft } = unsaved;
    const text = comment.form;
    if (!(await saveDraft(s, { ...draft, text }, thread)))
      await openAgain(comment, text, () => (thread.comments = [...thread.comments]));
    return;
  }
  const at = s.threads.ownerOf(comment);
  if (!at) return;
  const message = comment.form;
  try {
    await at.project.client.ask("edit", { id: comment.id, message, before: comment.replaces });
    comment.text = message;
    comment.preview();
    s.threads.touch(comment);
    await at.project.refresh();
  } catch (error) {
    void tell("the edit was not saved; your text is still in the comment box", error);
    await at.project.refresh().catch(() => undefined);
    comment.replaces = comment.text; // the person now knows of an edit elsewhere, and may save again
    await openAgain(comment, message, () => s.threads.touch(comment));
  }
}

/**
 * Opens the form that VS Code closed when Save was pressed. VS Code combines changes of 100 ms
 * (microsoft/vscode#71569), and must see both.
 */
async function openAgain(comment: ReviewComment, text: string, redraw: () => void): Promise<void> {
  comment.mode = vscode.CommentMode.Preview;
  redraw();
  await pause(200);
  comment.body = text;
  comment.mode = vscode.CommentMode.Editing;
  redraw();
}

export async function cancel(s: Session, comment: ReviewComment): Promise<void> {
  if (s.threads.unsavedOf(comment)) {
    s.threads.forgetUnsaved(comment.id, true);
    await s.drafts.drop(comment.id);
    return;
  }
  comment.preview();
  s.threads.touch(comment);
}

async function saveDraft(s: Session, draft: Draft, thread: vscode.CommentThread): Promise<boolean> {
  try {
    const at = s.threads.idOf(thread);
    if (draft.thread === undefined) await addThread(s, draft, thread);
    else if (at) await at.project.client.ask("reply", { id: at.id, message: draft.text });
    else throw new Error("the thread no longer exists");
    s.threads.forgetUnsaved(draft.key, false);
    await s.drafts.drop(draft.key);
    await at?.project.refresh();
    return true;
  } catch (error) {
    await s.drafts.change(draft.key, draft.text);
    void tell("still not saved", error);
    return false;
  }
}

async function addThread(s: Session, draft: Words, thread?: vscode.CommentThread, text?: string): Promise<void> {
  const uri = vscode.Uri.parse(draft.uri);
  const project = s.projectOf(uri);
  const file = project?.file(uri);
  if (!project || file === undefined) throw new Error(`${uri.fsPath} is not in an open project`);
  const lines = (thread && linesIn(thread)) ?? draft.lines;
  if (project.info?.ids) draft.id ??= `c_${randomBytes(4).toString("hex")}`;
  // The event of the store may be faster than the answer: then it finds the thread by its id.
  if (thread && draft.id !== undefined) s.threads.adopt(project, draft.id, thread);
  try {
    const answer = await project.client.ask("add", {
      place: file,
      ...(lines && toWire(lines)),
      ...(text === undefined ? textOf(uri) : { text }),
      ...(draft.id !== undefined && { form: draft.id }),
      message: draft.text,
    });
    if (thread) s.threads.adopt(project, answer.thread.id, thread);
    await project.refresh();
    s.threads.settle(project, answer.thread.id, true);
  } catch (error) {
    if (draft.id !== undefined) s.threads.settle(project, draft.id, false);
    throw error;
  }
}

/** The text that line numbers refer to, when it differs from the one on disk. */
function textOf(uri: vscode.Uri): { text?: string } {
  const document = documentAt(uri.toString());
  return document?.isDirty ? { text: document.getText() } : {};
}

function draftOf(thread: vscode.CommentThread, text: string): Words {
  const uri = thread.uri.toString();
  const lines = linesIn(thread);
  return { uri, text, ...(lines && { lines }) };
}

/** Puts a thread on the lines that are selected in an editor; returns these. */
export async function reanchor(project: Project, id: string): Promise<string> {
  const editor = vscode.window.activeTextEditor;
  const file = editor && project.file(editor.document.uri);
  if (!editor || file === undefined) throw new Error("open a project file and select where to move the thread");
  const lines = toWire(selected(editor));
  await project.change("reanchor", { id, place: file, ...lines, ...textOf(editor.document.uri) });
  return `${vscode.workspace.asRelativePath(editor.document.uri)}, ${linesWords(lines.startLine, lines.endLine)}`;
}
