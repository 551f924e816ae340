/**
 * The forms in which something is being written. VS Code throws a form away with its thread's widget, words and all, and
 * does not say which thread a form is of. But each form is a document, so that it can be told whether there are any
 * words to lose: as long as there are, no widget that is on the screen is taken away.
 */
import * as vscode from "vscode";

const scheme = "comment";

export class Forms implements vscode.Disposable {
  private readonly emptied = new vscode.EventEmitter<void>();
  private readonly listeners: vscode.Disposable[];
  private held = false;

  /** The last words were sent or thrown away. */
  readonly onEmptied = this.emptied.event;

  constructor(private readonly extension: string) {
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === scheme) this.look();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.look();
      }),
    ];
  }

  /** Whether words could be lost with a widget on this file. */
  hold(uri: vscode.Uri): boolean {
    this.held ||= this.anyWords();
    return this.held && vscode.window.visibleTextEditors.some((e) => e.document.uri.toString() === uri.toString());
  }

  dispose(): void {
    for (const l of this.listeners) l.dispose();
    this.emptied.dispose();
  }

  private look(): void {
    if (!this.held || this.anyWords()) return;
    this.held = false;
    this.emptied.fire();
  }

  private anyWords(): boolean {
    return vscode.workspace.textDocuments.some(
      (d) => d.uri.scheme === scheme && !d.isClosed && d.uri.path.includes(this.extension) && d.getText().trim() !== "",
    );
  }
}
