/**
 * Where threads are in the editor's text, saved or not. Each edit shifts the lines at once; after a pause the back end
 * places them in the present text. Its answer is about the text that it was given, so later edits are applied to the
 * answer.
 */
import * as vscode from "vscode";
import { log } from "./log";
import { covers, fromWire, shift, shiftsOf, toWire, type Lines, type Shift } from "./position";
import type { Project } from "./project";
import type { Placement, ThreadDetail } from "./protocol";

const pause = 250; // ms without typing
const maxText = 16 << 20; // characters; in larger texts threads are placed as on disk

interface Placed {
  byId: Map<string, Placement>;
  /** Edits since the text that was sent to the back end. */
  journal: { version: number; shifts: Shift[] }[];
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** The effect of an edit on the threads of a file. */
export interface Moved {
  uri: vscode.Uri;
  /** By id: the new lines of threads that moved. */
  lines: Map<string, Lines>;
  /** Threads whose lines were replaced together with text around them: their place is not known. */
  covered: string[];
}

export class Placer implements vscode.Disposable {
  private readonly documents = new Map<string, Placed>();
  private readonly moved = new vscode.EventEmitter<Moved>();
  private readonly placed = new vscode.EventEmitter<vscode.Uri>();
  private readonly listeners: vscode.Disposable[];

  /** An edit moved threads. */
  readonly onMoved = this.moved.event;
  /** The back end has placed a document's threads. */
  readonly onPlaced = this.placed.event;
  /** Milliseconds that each of the last edits took, for the test of their cost. */
  readonly timings: number[] = [];

  constructor(private readonly projectOf: (uri: vscode.Uri) => Project | undefined) {
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument((e) => {
        if (e.contentChanges.length === 0 || e.document.uri.scheme !== "file") return;
        const started = performance.now();
        this.edited(e);
        if (this.timings.push(performance.now() - started) > 10_000) this.timings.shift();
      }),
      vscode.workspace.onDidOpenTextDocument((d) => {
        this.later(d, 0);
      }),
      vscode.workspace.onDidSaveTextDocument((d) => {
        this.later(d, 0);
      }),
      vscode.workspace.onDidCloseTextDocument((d) => {
        clearTimeout(this.documents.get(d.uri.toString())?.timer);
        this.documents.delete(d.uri.toString());
        this.placed.fire(d.uri);
      }),
    ];
  }

  /** Where a thread is: in the editor's text if its file is open, otherwise on disk. */
  placement(project: Project, t: ThreadDetail): Placement {
    const file = t.placement.file ?? t.file;
    if (!file) return t.placement;
    // A deleted file may still be open in a tab with its whole text. Its threads count as orphaned unless the tab has
    // unsaved changes.
    const here = this.documents.get(project.key(file));
    if (!here || (t.anchorState === "orphaned" && !isDirty(project.key(file)))) return t.placement;
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

  /** Whether the back end has placed a document's threads in the present text; for the tests. */
  isSettled(uri: vscode.Uri): boolean {
    const state = this.documents.get(uri.toString());
    return state !== undefined && state.timer === undefined;
  }

  dispose(): void {
    for (const d of this.documents.values()) clearTimeout(d.timer);
    for (const l of this.listeners) l.dispose();
    this.moved.dispose();
    this.placed.dispose();
  }

  private edited(e: vscode.TextDocumentChangeEvent): void {
    const key = e.document.uri.toString();
    let state = this.documents.get(key);
    if (!state) {
      const project = this.projectOf(e.document.uri);
      const file = project?.file(e.document.uri);
      if (!project || file === undefined) return;
      state = { byId: onDisk(project, file), journal: [] };
      this.documents.set(key, state);
    }
    if (state.byId.size === 0) return;
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
    state.journal.push({ version: e.document.version, shifts });
    const done = applyTo(state.byId, shifts);
    if (done.covered.length > 0) this.later(e.document, 0);
    if (done.lines.size + done.covered.length > 0) this.moved.fire({ uri: e.document.uri, ...done });
  }

  private later(document: vscode.TextDocument, wait: number): void {
    const project = this.projectOf(document.uri);
    const file = project?.file(document.uri);
    if (!project || file === undefined) return;
    const key = document.uri.toString();
    const state = this.documents.get(key) ?? { byId: onDisk(project, file), journal: [] };
    this.documents.set(key, state);
    clearTimeout(state.timer);
    const timer = setTimeout(() => {
      this.place(project, document)
        .then(
          () => {
            this.placed.fire(document.uri);
          },
          (error: unknown) => {
            log.warn(`place ${document.uri.fsPath}: ${String(error)}`);
          },
        )
        .finally(() => {
          if (state.timer === timer) state.timer = undefined;
        });
    }, wait);
    state.timer = timer;
  }

  private async place(project: Project, document: vscode.TextDocument): Promise<void> {
    const file = project.file(document.uri);
    const key = document.uri.toString();
    const ids = new Set(onDisk(project, file ?? "").keys());
    if (file === undefined || document.isClosed || ids.size === 0) return;
    const text = document.getText();
    if (text.length > maxText) return;
    const asked = document.version;
    const answer = await project.client.ask("place", { file, text });
    if (document.isClosed as boolean) return;
    const state = this.documents.get(key) ?? { byId: new Map<string, Placement>(), journal: [] };
    const since = state.journal.filter((j) => j.version > asked);
    state.byId = new Map(answer.placements.map((p) => [p.id, p.placement]));
    for (const j of since) applyTo(state.byId, j.shifts);
    state.journal = since;
    this.documents.set(key, state);
  }
}

function isDirty(key: string): boolean {
  return vscode.workspace.textDocuments.some((d) => d.isDirty && d.uri.toString() === key);
}

/** The last placements of a file's threads that were read. */
function onDisk(project: Project, file: string): Map<string, Placement> {
  const out = new Map<string, Placement>();
  for (const t of project.threads.values()) {
    if ((t.placement.file ?? t.file) === file || t.file === file) out.set(t.id, { ...t.placement });
  }
  return out;
}

/** Shifts all placements. */
function applyTo(placements: Map<string, Placement>, shifts: readonly Shift[]): Omit<Moved, "uri"> {
  const lines = new Map<string, Lines>();
  const covered: string[] = [];
  for (const [id, p] of placements) {
    const at = p.anchorState === "anchored" ? p : p.guess;
    const before = fromWire(at?.startLine, at?.endLine);
    if (!at || !before) continue;
    if (shifts.some((s) => covers(s, before))) covered.push(id);
    const after = shift(before, shifts);
    if (after === before) continue;
    Object.assign(at, toWire(after));
    lines.set(id, after);
  }
  return { lines, covered };
}
