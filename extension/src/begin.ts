/**
 * Opens the form for a new thread: VS Code's own, or an input box if VS Code opens none. A form takes a moment to open.
 * Text that is typed until then gets into the code, and is removed again.
 */
import * as vscode from "vscode";
import { Catch, keepWords } from "./catch";
import { asLabel } from "./delivery/words";
import { rangeOf, selected } from "./drawn";
import { isForm } from "./forms";
import { log } from "./log";
import { inform, withButtons } from "./messages";
import { toWire, type Lines } from "./position";
import type { Session } from "./session";
import * as write from "./write";

/** Opens the form of a new thread at the selection, or on the file. */
export async function addComment(s: Session, onFile: boolean): Promise<void> {
  const editor = editorAtHand();
  const caught = new Catch(editor); // first: keys pressed from now on may be meant for the form
  try {
    await begin(s, onFile, editor, caught);
  } finally {
    caught.dispose();
  }
}

async function begin(s: Session, onFile: boolean, editor: vscode.TextEditor | undefined, caught: Catch): Promise<void> {
  const document = editor?.document;
  const file = document && s.projectOf(document.uri)?.file(document.uri);
  if (!document || file === undefined) {
    const notebook = vscode.window.activeNotebookEditor?.notebook.uri;
    const open: [string, () => unknown] = notebook
      ? ["Open as Text", () => vscode.commands.executeCommand("vscode.openWith", notebook, "default")]
      : ["Open File…", () => vscode.commands.executeCommand("workbench.action.quickOpen")];
    void withButtons(inform, `Consider: ${s.faults[0] ?? whyNot(editor)}`, open);
    return;
  }
  const lines = onFile ? undefined : selected(editor);
  const uri = document.uri.toString();
  const place = `${uri}#${lines?.end ?? ""}`;
  const there = s.forms.at(place);
  const text = document.getText(); // the text that the line numbers refer to, even if it changes meanwhile
  // On a line with a thread or a form, VS Code's command only folds it, and leaves the focus in the code. Letters that were
  // typed into the code move the threads in it, as soon as there is time for them.
  const isTaken = s.threads.standsAt(document.uri, lines);
  if (there && (await s.forms.hasFocus(there))) return;
  const { words, ready, isOver } = ask(s, place, `Comment on ${nameOf(file, lines)}`, caught);
  await ready;
  if (onFile) editor.revealRange(new vscode.Range(0, 0, 0, 0), vscode.TextEditorRevealType.InCenter);
  if (!isTaken && !there?.getText() && !isOver()) {
    s.forms.await(place);
    if (there) await command(editor, lines); // an empty form disappears when it is folded
    await command(editor, lines);
  }
  const message = await words;
  if (message?.trim()) await write.begin(s, { uri, ...(lines && { lines }), text: message }, lines && text);
}

/** An input box for the text until a form opens. */
interface Asked {
  /** The text to send; undefined if it was moved to the form, or if there is none. */
  words: Promise<string | undefined>;
  /** The box has the focus, and text that was typed into the code has been removed. */
  ready: Promise<void>;
  /** The form has the focus, or the box is closed. */
  isOver: () => boolean;
}

/**
 * Asks for the text in an input box. If the form at its place opens, it takes over the text: first the part that was
 * typed into the code, then that of the box.
 */
export function ask(s: Session, place: string, title: string, caught: Catch, value = ""): Asked {
  const box = vscode.window.createInputBox();
  Object.assign(box, { title, value, placeholder: "Write a comment…", ignoreFocusOut: true });
  let isOver = false;
  const words = new Promise<string | undefined>((resolve) => {
    const end = (words: string | undefined | Promise<string | undefined>): void => {
      isOver = true;
      resolve(words);
      parts.dispose();
    };
    const all = async (): Promise<string> => {
      const { value } = box;
      await caught.takeOut(); // a letter that an input method composed may come late
      return caught.words + value;
    };
    const again = (words: string): Promise<string | undefined> => {
      caught.words = "";
      return ask(s, place, title, caught, words).words;
    };
    let form: vscode.TextEditor | undefined; // the form that takes over
    const takeOver = async (): Promise<string | undefined> => {
      const words = await all();
      if (!form) await keepWords(caught.words && words, "was not sent");
      else if (words && !(await putFirst(form, words))) return again(words);
      return undefined;
    };
    const parts = vscode.Disposable.from(
      box,
      box.onDidAccept(() => end(all())),
      box.onDidHide(() => end(takeOver())),
      s.forms.onOpened((opened) => {
        if (s.forms.at(place) !== opened.document) return; // it is for something else
        form = opened;
        isOver = true;
        box.hide(); // Letters may be on their way from the box; all have arrived when the box reports that it is hidden.
      }),
    );
    box.show();
  });
  return { words, ready: receive(box, caught), isOver: () => isOver };
}

/** After one command VS Code has shown the box, and all letters that it got before have arrived here. */
async function receive(box: vscode.InputBox, caught: Catch): Promise<void> {
  await vscode.commands.executeCommand("noop");
  await caught.takeOut();
  if (caught.words) box.prompt = `Typed so far: “${asLabel(caught.words)}”`; // in its value it could overwrite a letter
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
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  const name = (notebook ?? editor?.document)?.uri.path.split("/").at(-1) ?? "";
  if (notebook) return `notebooks are not supported. To comment on “${name}”, open it as text.`;
  if (editor) return `“${name}” is not a file in the project.`;
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (!tab) return "open a file in the project to comment on it.";
  return `“${tab.label}” is not open in a text editor, so you cannot comment on it here.`;
}

function nameOf(file: string, lines: Lines | undefined): string {
  if (!lines) return `the whole file ${file}`;
  const { startLine, endLine } = toWire(lines);
  return `${file}:${startLine === endLine ? startLine : `${startLine}-${endLine}`}`;
}
