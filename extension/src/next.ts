/** Going to a thread, and from one that waits for the person to the next, by the keyboard. */
import * as vscode from "vscode";
import { ask, editorAtHand } from "./begin";
import { Catch, keepWords } from "./catch";
import type { Target } from "./commands";
import { tell } from "./failure";
import { isForm } from "./forms";
import { either, pause, until } from "./once";
import type { Session } from "./session";
import { subjectOf } from "./shown";
import { documentAt } from "./tabs";
import { awaitsHuman, isOpen } from "./threadWords";
import type { ThreadDetail } from "./protocol";
import { showThen, showThread } from "./texts";
import * as write from "./write";

export async function sent(s: Session, r: vscode.CommentReply, resolve: boolean): Promise<void> {
  const next = r.text === s.submitted;
  s.submitted = undefined;
  const id = s.threads.idOf(r.thread)?.id;
  const form = vscode.window.activeTextEditor?.document;
  if ((await write.reply(s, r, resolve)) && next) void goOn(s, id, form);
}

/**
 * Goes to the next thread after VS Code has emptied the sent form, which happens when the form's command is done. A
 * form that leaves the screen before that would come back with the sent text.
 */
async function goOn(s: Session, id: string | undefined, form: vscode.TextDocument | undefined): Promise<void> {
  try {
    const isSent = (): boolean => !form || !isForm(form) || form.isClosed || form.getText() === "";
    const changed = either(vscode.workspace.onDidChangeTextDocument, vscode.workspace.onDidCloseTextDocument);
    await until(changed, isSent, 2000);
    await showNext(s, id);
  } catch (error) {
    void tell("could not go to the next thread", error);
  }
}

/** Sends the focused reply, and goes to the next thread that waits for the user. */
export async function submitNext(s: Session): Promise<void> {
  const form = vscode.window.activeTextEditor?.document;
  s.submitted = form && isForm(form) ? form.getText() : undefined; // VS Code does not wait for the form's command
  await vscode.commands.executeCommand("editor.action.submitComment");
}

/** Goes to the next thread, by file and line, in which an agent spoke last, and there into the field for the reply. */
export async function showNext(s: Session, after: string | undefined): Promise<void> {
  const caught = new Catch(editorAtHand()); // first: keys pressed from now on may be meant for the reply
  try {
    await replyToNext(s, after, caught);
  } finally {
    caught.dispose();
  }
}

async function replyToNext(s: Session, after: string | undefined, caught: Catch): Promise<void> {
  const all = s.all.sort((a, b) => inOrder(a.thread, b.thread));
  const from = all.findIndex(({ thread }) => thread.id === after) + 1;
  const next = [...all.slice(from), ...all.slice(0, from)].find(({ thread }) => waits(thread) && thread.id !== after);
  if (!next) {
    void vscode.window.setStatusBarMessage("$(check) No threads awaiting you", 4000);
    return;
  }
  const { thread } = next;
  const asked = ask(s, thread.id, `Reply to “${subjectOf(thread)}”`, caught);
  await asked.ready;
  const isShown = vscode.window.visibleTextEditors.some((e) => isOn(e, s, thread.id));
  const uri = s.threads.drawnAs(thread.id)?.uri;
  const drawn = isShown || !uri ? undefined : s.threads.untilAsked(uri);
  await open(next, s, true);
  await drawn;
  // Repeated until the form has the focus.
  for (const wait of isShown ? [0, drawing] : [drawing, 2 * drawing, 4 * drawing]) {
    await pause(wait);
    await vscode.commands.executeCommand("noop"); // after its answer it is known whether the form has the focus
    const editor = vscode.window.visibleTextEditors.find((e) => isOn(e, s, thread.id));
    const end = s.threads.linesOf(thread.id)?.end;
    if (asked.isOver() || !editor || end === undefined) break;
    editor.selection = new vscode.Selection(end, 0, end, 0); // the command finds a thread only on its last line
    s.forms.await(thread.id, true);
    await vscode.commands.executeCommand("runCommands", { commands: toForm });
  }
  const message = await asked.words;
  const on = s.threads.drawnAs(thread.id);
  if (message?.trim() && on) await write.reply(s, { thread: on, text: message });
  else await keepWords(message ?? "", "was not sent");
}

/** From the code to the messages of a thread, and from there to its form, without a moment in between. */
const toForm = ["workbench.action.focusCommentOnCurrentLine", "widgetNavigation.focusNext"];

const isOn = ({ document }: vscode.TextEditor, s: Session, id: string): boolean =>
  document.uri.toString() === s.threads.drawnAs(id)?.uri.toString();

/**
 * ms in which VS Code draws the threads of a file after it has asked about the file, or the rows of a view. It reports
 * neither, and gives the focus to no form (microsoft/vscode#233414, microsoft/vscode#96089).
 */
export const drawing = 250;

const waits = (t: ThreadDetail): boolean => isOpen(t) && awaitsHuman(t);

const inOrder = ({ placement: a }: ThreadDetail, { placement: b }: ThreadDetail): number =>
  (a.file ?? "").localeCompare(b.file ?? "") || (a.startLine ?? 0) - (b.startLine ?? 0);

export async function open({ project, thread }: Target, s: Session, preserveFocus = false): Promise<void> {
  const placement = s.placer.placement(project, thread);
  const file = placement.file ?? thread.file;
  if (file === undefined || (placement.anchorState === "orphaned" && !documentAt(project.key(file)))) {
    s.markSeen([thread]);
    if (file === undefined) await showThread(project, thread, preserveFocus);
    else await showThen(project, thread, preserveFocus);
    s.threads.unfold(project, thread.id);
    return;
  }
  const lines = s.threads.linesOf(thread.id);
  const at = lines && new vscode.Range(lines.start, 0, lines.start, 0);
  const editor = await vscode.window.showTextDocument(project.uri(file), {
    preserveFocus,
    ...(at && { selection: at }),
  });
  if (at) editor.revealRange(at, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  s.threads.unfold(project, thread.id);
}
