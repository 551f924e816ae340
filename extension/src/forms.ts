/**
 * The forms that are being written in. VS Code discards a form with its thread's widget, including the text, and does
 * not say which thread a form belongs to. But each form is a document, so it is known whether there is text to lose: as
 * long as there is, no widget on the screen is removed.
 */
import * as vscode from "vscode";

const scheme = "comment";
const patience = 10_000; // ms in which VS Code opens a form, even on a slow machine

/** Whether a document is the content of a form. */
export function isForm(document: vscode.TextDocument): boolean {
  return document.uri.scheme === scheme;
}

/** Whether a form belongs to this extension. */
export function isOurs(form: vscode.TextDocument, extension: string): boolean {
  return isForm(form) && form.uri.path.includes(extension);
}

export class Forms implements vscode.Disposable {
  private readonly emptied = new vscode.EventEmitter<void>();
  private readonly listeners: vscode.Disposable[];
  private held = false;
  /** The place for which the next form opens. */
  private awaited: { place: string; since: number; known: Set<vscode.TextDocument> } | undefined;
  private begun: { place: string; form: vscode.TextDocument } | undefined;
  private readonly opened = new vscode.EventEmitter<vscode.TextEditor>();

  /** The last text was sent or discarded. */
  readonly onEmptied = this.emptied.event;
  /** The awaited form has the focus. */
  readonly onOpened = this.opened.event;

  constructor(private readonly extension: string) {
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (isForm(document)) this.look();
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (isForm(document)) this.look();
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor && isForm(editor.document)) this.focused(editor);
      }),
    ];
  }

  /** Whether text could be lost with a widget on this file. */
  hold(uri: vscode.Uri): boolean {
    this.held ||= this.anyWords();
    return this.held && vscode.window.visibleTextEditors.some((e) => e.document.uri.toString() === uri.toString());
  }

  /** Sets the place for which the next form opens; it may be one that is there already and gets the focus. */
  await(place: string, mayBeThere = false): void {
    const focused = vscode.window.activeTextEditor ? [vscode.window.activeTextEditor.document] : [];
    const known = new Set(mayBeThere ? focused : vscode.workspace.textDocuments);
    this.awaited = { place, since: Date.now(), known };
  }

  /** The open form for a place, undefined for none. */
  at(place: string): vscode.TextDocument | undefined {
    return this.begun?.place === place && !this.begun.form.isClosed ? this.begun.form : undefined;
  }

  /** Whether a form has the focus, or gets it back from the palette within a moment. */
  async hasFocus(form: vscode.TextDocument): Promise<boolean> {
    for (let i = 0; i < 10 && vscode.window.activeTextEditor?.document !== form; i++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return vscode.window.activeTextEditor?.document === form;
  }

  dispose(): void {
    this.opened.dispose();
    for (const l of this.listeners) l.dispose();
    this.emptied.dispose();
  }

  private focused(editor: vscode.TextEditor): void {
    const awaited = this.awaited;
    if (!awaited || awaited.known.has(editor.document)) return;
    this.awaited = undefined;
    if (Date.now() - awaited.since > patience) return; // it is for something else
    this.begun = { place: awaited.place, form: editor.document };
    this.opened.fire(editor);
  }

  private look(): void {
    if (!this.held || this.anyWords()) return;
    this.held = false;
    this.emptied.fire();
  }

  private anyWords(): boolean {
    return vscode.workspace.textDocuments.some(
      (d) => isOurs(d, this.extension) && !d.isClosed && d.getText().trim() !== "",
    );
  }
}
