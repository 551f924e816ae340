/**
 * Where a new thread is written: in VS Code's form, or in an input box when VS Code opens none. A form takes a moment
 * to open; text that is typed meanwhile must not get into the code, least of all over the selected lines.
 */
import * as vscode from "vscode";
import { rangeOf } from "./drawn";
import { isForm } from "./forms";
import { log } from "./log";
import { inform } from "./messages";
import { fromSelection, toWire, type Lines } from "./position";
import type { Session } from "./session";
import * as write from "./write";

const slow = 1000; // ms after which a form counts as slow to open

/** The argument of our key binding: VS Code has then moved the focus out of the code before it runs the command. */
const fromKey = "key";

/** Opens the form of a new thread at the selection, or on the file. */
export async function addComment(s: Session, onFile: boolean, from?: unknown): Promise<void> {
  try {
    await begin(s, onFile, from === fromKey);
  } finally {
    if (from === fromKey && !s.forms.isFocused())
      await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
  }
}

async function begin(s: Session, onFile: boolean, isHeld: boolean): Promise<void> {
  const editor = editorAtHand();
  const document = editor?.document;
  const file = document && s.projectOf(document.uri)?.file(document.uri);
  if (!document || file === undefined) {
    const other = "Open File…";
    const why = `Consider: ${s.faults[0] ?? whyNot(editor)}`;
    void inform(why, other).then((answer) => {
      if (answer === other) void vscode.commands.executeCommand("workbench.action.quickOpen");
    });
    return;
  }
  const { start, end } = editor.selection;
  const lines = onFile ? undefined : fromSelection(start.line, end.line, end.character);
  const uri = document.uri.toString();
  const place = `${uri}#${lines?.end ?? ""}`;
  const there = s.forms.at(place);
  if (there && (await s.forms.hasFocus(there))) return;
  // On a line with a thread or a form, VS Code's command only folds it, and leaves the focus in the code.
  const taken = s.threads.standsAt(document.uri, lines) || (there !== undefined && there.getText() !== "");
  const title = `Comment on ${nameOf(file, lines)}`;
  const text = document.getText(); // the text that the lines are of, whatever is changed while the box is open
  // While the focus is still in the code, the box opens at once; otherwise only when the form is slow.
  const wait = isHeld && !onFile && !taken && !there ? slow : 0;
  const words = ask(s, place, title, "", wait);
  if (onFile) editor.revealRange(new vscode.Range(0, 0, 0, 0), vscode.TextEditorRevealType.InCenter);
  if (!taken) {
    s.forms.await(place);
    if (there) await command(editor, lines); // an empty form disappears when it is folded
    await command(editor, lines);
  }
  const message = await words;
  if (message?.trim()) await write.begin(s, { uri, ...(lines && { lines }), text: message }, lines && text);
}

/**
 * Asks for the text in a box, after some ms. When the form of its place opens, it takes over with the text typed so
 * far.
 */
function ask(s: Session, place: string, title: string, value = "", wait = 0): Promise<string | undefined> {
  const box = vscode.window.createInputBox();
  Object.assign(box, { title, value, placeholder: "Write a comment…", ignoreFocusOut: true });
  return new Promise((resolve) => {
    const end = (words?: string | Promise<string | undefined>): void => {
      resolve(words);
      parts.dispose();
    };
    let isShown = false;
    let form: vscode.TextEditor | undefined; // the form that takes over
    const show = (): void => {
      isShown = true;
      box.show();
    };
    const takeOver = (): void => {
      const words = box.value;
      if (!form || !words) end();
      else end(putFirst(form, words).then((done) => (done ? undefined : ask(s, place, title, words))));
    };
    const timer = wait > 0 ? setTimeout(show, wait) : undefined;
    const parts = vscode.Disposable.from(
      box,
      new vscode.Disposable(() => {
        clearTimeout(timer);
      }),
      box.onDidAccept(() => {
        end(box.value);
      }),
      box.onDidHide(takeOver),
      s.forms.onOpened((opened) => {
        if (s.forms.at(place) !== opened.document) return; // it is for something else
        form = opened;
        // Letters may be on their way from the box; all have arrived when the box reports that it is hidden.
        if (isShown) box.hide();
        else takeOver();
      }),
    );
    if (!timer) show();
  });
}

/** Puts text before that of a form. An edit is refused when a key was pressed meanwhile, and is then tried again. */
async function putFirst(form: vscode.TextEditor, words: string): Promise<boolean> {
  try {
    for (let i = 0; i < 1000 && !form.document.isClosed; i++)
      if (await form.edit((edit) => edit.insert(new vscode.Position(0, 0), words))) return true;
  } catch (error) {
    log.warn("add comment:", String(error)); // the form is gone
  }
  return false;
}

/** VS Code's own command. It gives the focus to the form; the form of a thread made by an extension does not get it. */
async function command(editor: vscode.TextEditor, lines: Lines | undefined): Promise<void> {
  const { selections } = editor;
  const range = lines && rangeOf(lines);
  if (range) editor.selection = new vscode.Selection(range.start, range.end); // the command comments on the selection
  try {
    await vscode.commands.executeCommand("workbench.action.addComment", { fileComment: !lines });
  } catch (error) {
    log.warn("add comment:", String(error)); // the box is there
  } finally {
    if (range) editor.selections = selections;
  }
}

/** The current text editor. While a form has the focus, VS Code calls the form the active editor. */
export function editorAtHand(): vscode.TextEditor | undefined {
  const active = vscode.window.activeTextEditor;
  if (active && !isForm(active.document)) return active;
  const { activeTab, viewColumn } = vscode.window.tabGroups.activeTabGroup;
  const input: unknown = activeTab?.input;
  const uri =
    input instanceof vscode.TabInputTextDiff ? input.modified : input instanceof vscode.TabInputText && input.uri;
  return vscode.window.visibleTextEditors.find(
    (e) => uri && e.viewColumn === viewColumn && e.document.uri.toString() === uri.toString(),
  );
}

export function whyNot(editor: vscode.TextEditor | undefined): string {
  if (editor) return `“${editor.document.uri.path.split("/").at(-1) ?? ""}” is not a file of the project.`;
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (!tab) return "open a file of the project to comment on it.";
  return `comments are written in a text editor, and “${tab.label}” is not open in one.`;
}

function nameOf(file: string, lines: Lines | undefined): string {
  if (!lines) return `the whole of ${file}`;
  const { startLine, endLine } = toWire(lines);
  return `${file}:${startLine === endLine ? startLine : `${startLine}-${endLine}`}`;
}
