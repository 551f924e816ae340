/** Removes text from the code that a person typed there after a command that opens a form: see `strays.ts`. */
import * as vscode from "vscode";
import { asText } from "./delivery/words";
import { log } from "./log";
import { inform } from "./messages";
import { Owner } from "./owner";
import { excerpt } from "./shown";
import { Strays, type Part } from "./strays";
import { isTabOf } from "./tabs";
import { pause } from "./once";

const tries = 20; // an edit is refused when a key was pressed meanwhile

export class Catch extends Owner {
  /** The text that was removed so far. */
  words = "";
  private strays: Strays | undefined;
  private letSave = (): void => undefined;
  private readonly since = Date.now();
  private wasSaved = false;
  private readonly isReversed: boolean;
  private readonly text: string;
  private readonly wasDirty: boolean;

  /** Begins to listen. The selection is still the one before anything was typed, as VS Code sends it all in order. */
  constructor(private readonly editor: vscode.TextEditor | undefined) {
    super();
    const document = editor?.document;
    this.text = document?.getText() ?? "";
    this.wasDirty = document?.isDirty === true;
    this.isReversed = editor?.selection.isReversed === true;
    if (!editor || !document || editor.selections.length > 1) return;
    this.strays = this.from(editor);
    const takenOut = new Promise<void>((resolve) => {
      this.letSave = resolve;
    });
    this.owned.push(
      new vscode.Disposable(() => this.letSave()),
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

  /** Removes the text that was typed until now. If it cannot be removed, it is shown and copied. */
  async takeOut(): Promise<void> {
    const { editor, strays } = this;
    const found = strays?.found;
    const isOut = !editor || !found || (await this.replace(editor, strays));
    this.letSave();
    if (!editor || !found) return;
    if (!isOut) this.strays = undefined;
    else if (this.wasDirty || (await this.clean(editor, strays))) return;
    const name = editor.document.uri.path.split("/").at(-1) ?? "";
    await keepWords(found.words, `was typed into ${name} before the comment form opened, and could not be removed`);
  }

  private from({ document, selection }: vscode.TextEditor): Strays {
    const [start, end] = [document.offsetAt(selection.start), document.offsetAt(selection.end)];
    return new Strays(document.getText(), document.version, start, end, this.since);
  }

  private async replace(editor: vscode.TextEditor, strays: Strays): Promise<boolean> {
    const { document } = editor;
    for (let i = 0; i < tries; i++) {
      const { found } = strays;
      if (!found || !strays.isIn(document.getText(), document.version)) return false;
      if (!(await this.put(editor, found, found.was))) continue;
      this.words += found.words;
      this.strays = this.from(editor);
      return true;
    }
    return false;
  }

  /** Replaces a part of the text, and selects it. False when a key was pressed meanwhile, or the editor is gone. */
  private async put(editor: vscode.TextEditor, { start, end }: Part, was: string): Promise<boolean> {
    const at = (offset: number): vscode.Position => editor.document.positionAt(offset);
    const range = new vscode.Range(at(start), at(end));
    const quiet = { undoStopBefore: false, undoStopAfter: false }; // undo then undoes the typing too
    try {
      if (editor.document.getText(range) !== was && !(await editor.edit((edit) => edit.replace(range, was), quiet)))
        return false;
    } catch (error) {
      log.warn("add comment:", String(error));
      return false;
    }
    const [first, last] = [at(start), at(start + was.length)];
    editor.selection = this.isReversed ? new vscode.Selection(last, first) : new vscode.Selection(first, last);
    return true;
  }

  /**
   * Leaves a file without unsaved changes if it had none before. If another program wrote to it, VS Code does not save
   * it. Then it is read again; typed words that automatic saving had already written are removed from it too. False if
   * they may still be in it.
   */
  private async clean(editor: vscode.TextEditor, strays: Strays): Promise<boolean> {
    const { document } = editor;
    const isUnsaved = (): boolean => document.isDirty;
    for (let i = 0, text = this.text; i < tries && isUnsaved(); i++) {
      const isTab = isTabOf(vscode.window.tabGroups.activeTabGroup.activeTab, editor);
      if (isTab) await vscode.commands.executeCommand("workbench.action.files.saveWithoutFormatting");
      else await document.save();
      if (!isUnsaved() || !isTab || document.getText() !== text) return true; // or others changed it
      // VS Code does not read a file while it saves it.
      for (let j = 0; j < tries && document.getText() === text; j++) {
        if (j > 0) await pause(50);
        await vscode.commands.executeCommand("workbench.action.files.revert");
      }
      const part = strays.partIn(document.getText());
      if (this.wasSaved && !(part && (await this.put(editor, part, strays.was)))) return false;
      text = document.getText();
    }
    return true;
  }
}

/** Copies text that cannot be put anywhere else to the clipboard, and shows it. */
export async function keepWords(words: string, what: string): Promise<void> {
  if (!words.trim()) return;
  await vscode.env.clipboard.writeText(words);
  void inform(`Consider: “${asText(excerpt(words))}” ${what}. It was copied to the clipboard.`);
}
