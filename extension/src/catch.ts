/** Takes out of the code what a person typed there after a command that opens a form: see `strays.ts`. */
import * as vscode from "vscode";
import { asText } from "./delivery/words";
import { log } from "./log";
import { inform } from "./messages";
import { excerpt } from "./shown";
import { Strays } from "./strays";

const tries = 20; // an edit is refused when a key was pressed meanwhile

export class Catch implements vscode.Disposable {
  /** What was taken out so far. */
  words = "";
  private strays: Strays | undefined;
  private wasSaved = false;
  private readonly text: string;
  private readonly wasDirty: boolean;
  private readonly listeners: vscode.Disposable[] = [];

  /** Begins to listen. The selection is still the one before anything was typed, as VS Code sends it all in order. */
  constructor(private readonly editor: vscode.TextEditor | undefined) {
    const document = editor?.document;
    this.text = document?.getText() ?? "";
    this.wasDirty = document?.isDirty === true;
    if (!editor || !document || editor.selections.length > 1) return;
    this.strays = this.from(editor);
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
      vscode.workspace.onDidSaveTextDocument((saved) => {
        this.wasSaved ||= saved === document;
      }),
    );
  }

  /** Takes out what was typed until now; what cannot be taken out is left, shown and copied. */
  async takeOut(): Promise<void> {
    const found = this.strays?.found;
    if (!this.editor || !found) return;
    if (await this.replace(this.editor)) return;
    this.strays = undefined;
    const name = this.editor.document.uri.path.split("/").at(-1) ?? "";
    await keepWords(found.words, `went into “${name}” before there was a form, and could not be taken out`);
  }

  dispose(): void {
    for (const l of this.listeners) l.dispose();
  }

  private from({ document, selection }: vscode.TextEditor): Strays {
    const [start, end] = [document.offsetAt(selection.start), document.offsetAt(selection.end)];
    return new Strays(document.getText(), document.version, start, end, Date.now());
  }

  private async replace(editor: vscode.TextEditor): Promise<boolean> {
    const { document } = editor;
    const at = (offset: number): vscode.Position => document.positionAt(offset);
    const { isReversed } = editor.selection;
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
      editor.selection = isReversed ? new vscode.Selection(last, first) : new vscode.Selection(first, last);
      this.strays = this.from(editor);
      await this.save(document);
      return true;
    }
    return false;
  }

  /** A file that was saved before is saved again, unless VS Code does that. */
  private async save(document: vscode.TextDocument): Promise<void> {
    const auto = vscode.workspace.getConfiguration("files", document.uri).get("autoSave");
    if (this.wasDirty || auto === "afterDelay") return;
    if (this.wasSaved) await document.save();
    else if (document.getText() === this.text && vscode.window.activeTextEditor?.document === document)
      await vscode.commands.executeCommand("workbench.action.files.revert");
  }
}

/** Shows words that have no other place, and copies them. */
export async function keepWords(words: string, what: string): Promise<void> {
  if (!words.trim()) return;
  await vscode.env.clipboard.writeText(words);
  void inform(`Consider: “${asText(excerpt(words))}” ${what}. It is in the clipboard.`);
}
