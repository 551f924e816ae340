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
  private next: Strays | undefined; // follows the keys after a removal that is under way
  private taking = Promise.resolve();
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
    const [start, end] = [document.offsetAt(editor.selection.start), document.offsetAt(editor.selection.end)];
    this.strays = new Strays(this.text, document.version, start, end, this.since);
    const takenOut = new Promise<void>((resolve) => {
      this.letSave = resolve;
    });
    this.owned.push(
      new vscode.Disposable(() => this.letSave()),
      vscode.workspace.onDidChangeTextDocument((e) => {
        if (e.document !== document) return;
        const edits = e.contentChanges.map((c) => ({ at: c.rangeOffset, length: c.rangeLength, text: c.text }));
        const change = { version: document.version, edits, mayBeTyped: e.reason === undefined };
        for (const strays of [this.strays, this.next]) strays?.change(change, Date.now());
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections, kind }) => {
        const [selection] = selections;
        // The text of the disk is never unsaved.
        if (textEditor !== editor || !selection || selections.length > 1 || !document.isDirty) return;
        const isByKey = kind === vscode.TextEditorSelectionChangeKind.Keyboard;
        if (!isByKey && kind !== undefined) return;
        const [start, end] = [document.offsetAt(selection.start), document.offsetAt(selection.end)];
        for (const strays of [this.strays, this.next]) strays?.moved(start, end, isByKey);
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
  takeOut(): Promise<void> {
    this.taking = this.taking.catch(() => undefined).then(() => this.takeNow());
    return this.taking;
  }

  private async takeNow(): Promise<void> {
    const { editor, strays } = this;
    const before = this.words.length;
    const isOut = !editor || (await this.remove(editor));
    this.letSave();
    const last = this.strays;
    if (!editor || !last || (isOut && last === strays)) return; // nothing was typed
    const words = this.words.slice(before) + (last.found?.words ?? "");
    if (!isOut) this.strays = undefined;
    else if (this.wasDirty || (await this.clean(editor, last))) return;
    const name = editor.document.uri.path.split("/").at(-1) ?? "";
    await keepWords(words, `was typed into ${name} before the comment form opened, and could not be removed`);
  }

  /** Removes the typed words, also those that are typed meanwhile. */
  private async remove(editor: vscode.TextEditor): Promise<boolean> {
    const { document } = editor;
    for (let i = 0; i < tries; i++) {
      const strays = await this.arrived();
      const found = strays?.found;
      if (!found) return true;
      if (!strays.isIn(document.getText(), document.version)) return false;
      this.next = strays.removed();
      if (await this.put(editor, found, found.was)) {
        this.words += found.words;
        this.strays = this.next;
      }
      this.next = undefined;
    }
    return false;
  }

  /** The typed words. VS Code says that a key made a change by the move of the cursor, which arrives after the change. */
  private async arrived(): Promise<Strays | undefined> {
    const { strays } = this;
    for (let i = 0; strays?.asked && i < tries; i++) {
      const { asked } = strays;
      await vscode.commands.executeCommand("noop");
      if (strays.asked === asked) break; // another program or extension made it
    }
    return strays;
  }

  /**
   * Replaces a part of the text, and selects it unless the next key has been pressed. False when one was pressed before,
   * or the editor is gone.
   */
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
    if (this.next?.asked ?? this.next?.found) return true; // letters after the cursor would come before the last one
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
