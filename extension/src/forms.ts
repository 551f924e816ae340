/**
 * The forms that are being written in. VS Code discards a form with its thread's widget, including the text, and does
 * not say which thread a form belongs to. But each form is a document, so it is known whether there is text to lose: as
 * long as there is, no widget on the screen is removed.
 */
import * as vscode from "vscode";
import { until } from "./once";
import { Later, Owner } from "./owner";

const scheme = "comment";
// VS Code reports neither the focus (microsoft/vscode#108082) nor when it has drawn the threads of a file.
const drawing = 500; // ms without a new form after which they are drawn
const focusing = 200; // ms in which a form gets the focus back from the palette
const tries = 5; // to get a thread drawn once
const patience = 10_000; // ms in which VS Code opens a form, even on a slow machine

/** Whether a document is the content of a form. */
export function isForm(document: vscode.TextDocument): boolean {
  return document.uri.scheme === scheme;
}

/** Whether a form belongs to this extension. */
export function isOurs(form: vscode.TextDocument, extension: string): boolean {
  return isForm(form) && form.uri.path.includes(extension);
}

export class Forms extends Owner {
  private readonly emptied = new vscode.EventEmitter<void>();
  private held = false;
  private readonly counting = new Later(drawing, () => this.count());
  private readonly twice = new vscode.EventEmitter<void>();
  private tried = 0;
  /** The place for which the next form opens. */
  private awaited: { place: string; since: number; known: Set<vscode.TextDocument> } | undefined;
  private begun: { place: string; form: vscode.TextDocument } | undefined;
  private readonly opened = new vscode.EventEmitter<vscode.TextEditor>();

  /** The last text was sent or discarded. */
  readonly onEmptied = this.emptied.event;
  /** A thread is on the screen twice, and the threads can be drawn again without losing text. */
  readonly onTwice = this.twice.event;
  /** The awaited form has the focus. */
  readonly onOpened = this.opened.event;

  constructor(private readonly extension: string) {
    super();
    const changed = (document: vscode.TextDocument): void => {
      if (isForm(document)) this.look();
    };
    this.owned.push(
      this.counting,
      this.emptied,
      this.twice,
      this.opened,
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (isOurs(document, extension)) this.counting.anew();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => changed(document)),
      vscode.workspace.onDidCloseTextDocument(changed),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor && isForm(editor.document)) this.focused(editor);
        else this.counting.anew();
      }),
    );
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
    const isActive = (): boolean => vscode.window.activeTextEditor?.document === form;
    await until(vscode.window.onDidChangeActiveTextEditor, isActive, focusing);
    return isActive();
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
    this.counting.anew();
  }

  /**
   * VS Code draws a thread twice when it begins to draw those of a file again before it has finished, for instance when
   * the file is opened while this extension starts. Each copy has a form, whose name ends in the thread's.
   */
  private count(): void {
    const shown = vscode.window.visibleTextEditors.map((e) => e.document);
    const threads = shown.filter((d) => isOurs(d, this.extension)).map(threadOf);
    const files = shown.map((d) => d.uri.toString());
    const active = vscode.window.activeTextEditor; // a form that has the focus would lose it
    if (mostOf(threads) <= Math.max(1, mostOf(files))) this.tried = 0;
    else if (this.anyWords()) this.held = true;
    else if (!(active && isForm(active.document)) && this.tried++ < tries) this.twice.fire();
  }

  private anyWords(): boolean {
    return vscode.workspace.textDocuments.some(
      (d) => isOurs(d, this.extension) && !d.isClosed && d.getText().trim() !== "",
    );
  }
}

/** The name of the thread that a form is in; undefined for a new thread's. */
const threadOf = ({ uri }: vscode.TextDocument): string | undefined => /-([^-]+\.\d+)\.md$/.exec(uri.path)?.[1];

/** How often the most frequent name is there. */
function mostOf(names: readonly (string | undefined)[]): number {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
