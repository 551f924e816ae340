/**
 * Where threads are in the editor's text, saved or not. Each edit shifts the lines at once; after a pause the back end
 * places them in the present text. Its answer is about the text that it was given, so later edits are applied to the
 * answer.
 */
import * as vscode from "vscode";
import { log } from "./log";
import { Owner } from "./owner";
import { Placed, type Effect } from "./placed";
import { shiftsOf } from "./position";
import type { Project } from "./project";
import type { Placement, ThreadDetail } from "./protocol";
import { documentAt } from "./tabs";

const pause = 250; // ms without typing
const maxText = 16 << 20; // characters; in larger texts threads are placed as on disk

/** The effect of an edit on the threads of a file. */
export interface Moved extends Effect {
  uri: vscode.Uri;
}

export class Placer extends Owner {
  private readonly documents = new Map<string, Placed>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly moved = new vscode.EventEmitter<Moved>();
  private readonly placed = new vscode.EventEmitter<{ project: Project; ids: ReadonlySet<string> }>();

  /** An edit moved threads. */
  readonly onMoved = this.moved.event;
  /** Threads of a document have other places than before, or it was closed. */
  readonly onPlaced = this.placed.event;

  constructor(private readonly projectOf: (uri: vscode.Uri) => Project | undefined) {
    super();
    this.owned.push(
      new vscode.Disposable(() => this.timers.forEach(clearTimeout)),
      this.moved,
      this.placed,
      vscode.workspace.onDidChangeTextDocument((e) => {
        if (e.contentChanges.length > 0 && e.document.uri.scheme === "file") this.edited(e);
      }),
      vscode.workspace.onDidOpenTextDocument((d) => this.later(d, 0)),
      vscode.workspace.onDidSaveTextDocument((d) => this.later(d, 0)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.forget(uri);
        const project = this.projectOf(uri);
        const file = project?.file(uri);
        if (project && file !== undefined) this.report(project, new Set(onDisk(project, file).keys()));
      }),
    );
  }

  /** Where a thread is: in the editor's text if its file is open, otherwise on disk. */
  placement(project: Project, t: ThreadDetail): Placement {
    const file = t.placement.file ?? t.file;
    if (!file) return t.placement;
    // A deleted file may still be open in a tab with its whole text. Its threads count as orphaned unless the tab has
    // unsaved changes.
    const here = this.documents.get(project.key(file));
    if (!here || (t.anchorState === "orphaned" && !documentAt(project.key(file))?.isDirty)) return t.placement;
    return here.byId.get(t.id) ?? t.placement;
  }

  /** Places the threads of all open documents of a project; with onlyNew, only in documents with an unplaced thread. */
  async placeOpen(project: Project, onlyNew: boolean): Promise<void> {
    const open = vscode.workspace.textDocuments.filter((d) => {
      const file = project.file(d.uri);
      return file !== undefined && !(onlyNew && this.hasPlaced(project, d, file));
    });
    await Promise.all(open.map((d) => this.place(project, d)));
  }

  private hasPlaced(project: Project, document: vscode.TextDocument, file: string): boolean {
    const placed = this.documents.get(document.uri.toString())?.byId;
    return [...onDisk(project, file).keys()].every((id) => placed?.has(id));
  }

  /** The project of a document, and where its threads are; undefined if it has none. */
  private stateOf(uri: vscode.Uri): { project: Project; state: Placed } | undefined {
    const project = this.projectOf(uri);
    const file = project?.file(uri);
    if (!project || file === undefined) return undefined;
    const state = this.documents.get(uri.toString()) ?? new Placed(onDisk(project, file));
    this.documents.set(uri.toString(), state);
    return { project, state };
  }

  private edited(e: vscode.TextDocumentChangeEvent): void {
    const { state } = this.stateOf(e.document.uri) ?? {};
    if (!state || state.byId.size === 0) return;
    this.later(e.document, pause);
    const shifts = shiftsOf(
      e.contentChanges.map(({ range, text }) => ({
        startLine: range.start.line,
        startCharacter: range.start.character,
        endLine: range.end.line,
        endCharacter: range.end.character,
        text,
      })),
    );
    if (shifts.length === 0) return;
    const done = state.edited(e.document.version, shifts);
    if (done.covered.length > 0) this.later(e.document, 0);
    if (done.lines.size + done.covered.length > 0) this.moved.fire({ uri: e.document.uri, ...done });
  }

  private later(document: vscode.TextDocument, wait: number): void {
    const { project } = this.stateOf(document.uri) ?? {};
    if (!project) return;
    const key = document.uri.toString();
    clearTimeout(this.timers.get(key));
    const timer = setTimeout(() => {
      this.place(project, document)
        .catch((error: unknown) => log.warn(`place ${document.uri.fsPath}: ${String(error)}`))
        .finally(() => {
          if (this.timers.get(key) === timer) this.timers.delete(key);
        });
    }, wait);
    this.timers.set(key, timer);
  }

  private async place(project: Project, document: vscode.TextDocument): Promise<void> {
    const file = project.file(document.uri);
    const key = document.uri.toString();
    const ids = new Set(onDisk(project, file ?? "").keys());
    if (file === undefined || document.isClosed || ids.size === 0) return;
    const text = document.getText();
    if (text.length > maxText) return;
    const state = this.documents.get(key) ?? new Placed(onDisk(project, file));
    this.documents.set(key, state);
    const answered = state.asked(document.version);
    const { placements } = await project.client.ask("place", { file, text });
    this.report(project, answered(new Map(placements.map((p) => [p.id, p.placement]))));
  }

  private report(project: Project, ids: ReadonlySet<string>): void {
    if (ids.size > 0) this.placed.fire({ project, ids });
  }

  /** Forgets a document that was closed, or whose folder was. */
  forget(uri: vscode.Uri): void {
    const key = uri.toString();
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    this.documents.delete(key);
  }
}

/** The last placements of a file's threads that were read. */
function onDisk(project: Project, file: string): Map<string, Placement> {
  const out = new Map<string, Placement>();
  for (const t of project.threads.values()) {
    if ((t.placement.file ?? t.file) === file || t.file === file) out.set(t.id, { ...t.placement });
  }
  return out;
}
