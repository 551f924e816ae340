/**
 * The forms in which something is being written. VS Code throws a form away with its thread's widget, words and all, and
 * does not say which thread a form is of. But each form is a document, so that it can be told whether there are any
 * words to lose: as long as there are, no widget that is on the screen is taken away.
 */
import * as vscode from "vscode";

const scheme = "comment";
const patience = 10_000; // ms in which VS Code has opened a form, also on a slow machine

/** Whether a document is what stands in a form. */
export function isForm(document: vscode.TextDocument): boolean {
  return document.uri.scheme === scheme;
}

/** Whether a form is one of ours. */
export function isOurs(form: vscode.TextDocument, extension: string): boolean {
  return isForm(form) && form.uri.path.includes(extension);
}

export class Forms implements vscode.Disposable {
  private readonly emptied = new vscode.EventEmitter<void>();
  private readonly listeners: vscode.Disposable[];
  private held = false;
  /** What the form that opens next is for. */
  private awaited: { place: string; since: number; known: Set<vscode.TextDocument> } | undefined;
  private begun: { place: string; form: vscode.TextDocument } | undefined;
  private readonly opened = new vscode.EventEmitter<vscode.TextEditor>();

  /** The last words were sent or thrown away. */
  readonly onEmptied = this.emptied.event;
  /** The form that was awaited has the focus. */
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

  /** Whether words could be lost with a widget on this file. */
  hold(uri: vscode.Uri): boolean {
    this.held ||= this.anyWords();
    return this.held && vscode.window.visibleTextEditors.some((e) => e.document.uri.toString() === uri.toString());
  }

  /** Says what the form that opens next is for. */
  await(place: string): void {
    this.awaited = { place, since: Date.now(), known: new Set(vscode.workspace.textDocuments) };
  }

  /** The form that was opened for a place, while it is there. */
  at(place: string): vscode.TextDocument | undefined {
    return this.begun?.place === place && !this.begun.form.isClosed ? this.begun.form : undefined;
  }

  /** Whether a form has the focus, or gets it back right away from the palette. */
  async hasFocus(form: vscode.TextDocument): Promise<boolean> {
    for (let i = 0; i < 10 && vscode.window.activeTextEditor?.document !== form; i++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return vscode.window.activeTextEditor?.document === form;
  }

  /** Whether something is being written in a form, or is about to be. */
  isFocused(): boolean {
    const active = vscode.window.activeTextEditor;
    return active !== undefined && isForm(active.document);
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
