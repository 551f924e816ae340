/** Takes out of the code what a person typed there after a command that opens a form: see `strays.ts`. */
import * as vscode from "vscode";
import { asText } from "./delivery/words";
import { log } from "./log";
import { inform } from "./messages";
import { excerpt } from "./shown";
import { Strays } from "./strays";
import { isTabOf } from "./tabs";

const tries = 20; // an edit is refused when a key was pressed meanwhile

export class Catch implements vscode.Disposable {
  /** What was taken out so far. */
  words = "";
  private strays: Strays | undefined;
  private wasSaved = false;
  private letSave = (): void => undefined;
  private readonly since = Date.now();
  private readonly isReversed: boolean;
  private readonly text: string;
  private readonly wasDirty: boolean;
  private readonly listeners: vscode.Disposable[] = [];

  /** Begins to listen. The selection is still the one before anything was typed, as VS Code sends it all in order. */
  constructor(private readonly editor: vscode.TextEditor | undefined) {
    const document = editor?.document;
    this.text = document?.getText() ?? "";
    this.wasDirty = document?.isDirty === true;
    this.isReversed = editor?.selection.isReversed === true;
    if (!editor || !document || editor.selections.length > 1) return;
    this.strays = this.from(editor);
    const takenOut = new Promise<void>((resolve) => {
      this.letSave = resolve;
    });
    this.listeners.push(
      vscode.workspace.onDidChangeTextDocument((e) => {
        if (e.document !== document) return;
        const edits = e.contentChanges.map((c) => ({ at: c.rangeOffset, length: c.rangeLength, text: c.text }));
        this.strays?.change({ version: document.version, edits, mayBeTyped: e.reason === undefined }, Date.now());
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections, kind }) => {
        const [selection] = selections;
        // The text of the disk is never unsaved.
        if (textEditor !== editor || !selection || selections.length > 1 || !document.isDirty) return;
        const isByKey = kind === vscode.TextEditorSelectionChangeKind.Keyboard;
        if (!isByKey && kind !== undefined) return;
        this.strays?.moved(document.offsetAt(selection.start), document.offsetAt(selection.end), isByKey);
      }),
      vscode.workspace.onWillSaveTextDocument((e) => {
        if (e.document === document) e.waitUntil(takenOut); // VS Code waits for 1.5 s
      }),
      vscode.workspace.onDidSaveTextDocument((saved) => {
        if (saved !== document) return;
        this.wasSaved = true;
        this.strays?.saved();
      }),
    );
  }

  /** Takes out what was typed until now; what cannot be taken out is left, shown and copied. */
  async takeOut(): Promise<void> {
    const found = this.strays?.found;
    const isOut = !this.editor || !found || (await this.replace(this.editor));
    this.letSave();
    if (isOut) return;
    this.strays = undefined;
    const name = this.editor.document.uri.path.split("/").at(-1) ?? "";
    await keepWords(found.words, `was typed into ${name} before the form opened, and could not be moved`);
  }

  dispose(): void {
    this.letSave();
    for (const l of this.listeners) l.dispose();
  }

  private from({ document, selection }: vscode.TextEditor): Strays {
    const [start, end] = [document.offsetAt(selection.start), document.offsetAt(selection.end)];
    return new Strays(document.getText(), document.version, start, end, this.since);
  }

  private async replace(editor: vscode.TextEditor): Promise<boolean> {
    const { document } = editor;
    const at = (offset: number): vscode.Position => document.positionAt(offset);
    for (let i = 0; i < tries; i++) {
      const found = this.strays?.found;
      if (!found || !this.strays?.isIn(document.getText(), document.version)) return false;
      const { start, end, was, words } = found;
      try {
        const quiet = { undoStopBefore: false, undoStopAfter: false }; // undo then undoes the typing too
        const range = new vscode.Range(at(start), at(end));
        if (!(await editor.edit((edit) => edit.replace(range, was), quiet))) continue;
      } catch (error) {
        log.warn("add comment:", String(error)); // the editor is gone
        return false;
      }
      this.words += words;
      const [first, last] = [at(start), at(start + was.length)];
      editor.selection = this.isReversed ? new vscode.Selection(last, first) : new vscode.Selection(first, last);
      this.strays = this.from(editor);
      if (!this.wasDirty) void this.clean(editor);
      return true;
    }
    return false;
  }

  /**
   * A file that had no unsaved changes has none afterwards. VS Code does not save it if another program wrote to it, and
   * shows a message until the file is read again. After the typed text was saved, reading would bring it back.
   */
  private async clean(editor: vscode.TextEditor): Promise<void> {
    const { document } = editor;
    if ((await document.save()) || this.wasSaved || document.getText() !== this.text) return;
    if (isTabOf(vscode.window.tabGroups.activeTabGroup.activeTab, editor))
      await vscode.commands.executeCommand("workbench.action.files.revert");
  }
}

/** Shows words that have no other place, and copies them. */
export async function keepWords(words: string, what: string): Promise<void> {
  if (!words.trim()) return;
  await vscode.env.clipboard.writeText(words);
  void inform(`Consider: “${asText(excerpt(words))}” ${what}. It is copied to the clipboard.`);
}
