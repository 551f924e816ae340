/**
 * Shows the command line where the person is: writes a state file for each project of the window whenever the cursor,
 * the selection, the text or the active editor changes. The settings of the project's store limit its contents.
 */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { log } from "../log";
import { Later, Owner } from "../owner";
import type { Project } from "../project";
import type { Session } from "../session";
import { StateFile, namespace } from "./file";
import { BEAT, MAX_TEXT, type Mode, type Open, type Picked } from "./format";
import { isSecret, leadsToSecret } from "./secret";
import { cut, History, modeOf, type Window } from "./state";
import { Symbols } from "./symbols";

const pause = 75; // ms from the first change until it is written, together with later ones
const variable = "CONSIDER_WINDOW";
const idPlace = "consider.window";

/** A project that gets a state file. */
interface Told {
  mode: Mode;
  asked: number; // how often the mode was requested
  file: StateFile;
  history: History;
  listeners: vscode.Disposable[];
}

export class Where extends Owner {
  readonly symbols = new Symbols(() => this.later.soon());
  private readonly told = new Map<Project, Told>();
  private readonly window: Window;
  private readonly later = new Later(pause, () => {
    this.telling = this.telling.then(() => this.tellAll());
  });
  private telling: Promise<void> = Promise.resolve();
  private focusedAt = vscode.window.state.focused ? Date.now() : 0;

  constructor(private readonly session: Session) {
    super();
    const space = namespace();
    this.window = { window: this.id(), pid: process.pid, ...(space && { namespace: space }) };
    const soon = (): void => this.later.soon();
    const changed = (document: vscode.TextDocument): void => {
      if (document === vscode.window.activeTextEditor?.document) soon();
    };
    const beat = setInterval(soon, BEAT);
    this.owned.push(
      new vscode.Disposable(() => clearInterval(beat)),
      this.later,
      session.on(["state"], () => this.projects()),
      vscode.window.onDidChangeActiveTextEditor(soon),
      vscode.window.onDidChangeTextEditorSelection((e) => changed(e.textEditor.document)),
      vscode.workspace.onDidChangeTextDocument((e) => changed(e.document)),
      vscode.workspace.onDidSaveTextDocument(changed),
      vscode.workspace.onDidOpenTextDocument(changed), // its language has changed
      vscode.window.onDidChangeWindowState((state) => {
        if (state.focused) this.focusedAt = Date.now();
        soon();
      }),
      new vscode.Disposable(() => [...this.told.keys()].forEach((project) => this.leave(project))),
    );
    this.projects();
  }

  /** The id by which a terminal names its window. It survives a reload, because terminals do. */
  private id(): string {
    const { workspaceState, environmentVariableCollection } = this.session.context;
    const id = workspaceState.get<string>(idPlace) ?? randomBytes(8).toString("hex");
    void workspaceState.update(idPlace, id);
    environmentVariableCollection.description =
      "Lets agents run `consider`, and identifies the window that each terminal belongs to";
    environmentVariableCollection.replace(variable, id);
    return id;
  }

  private projects(): void {
    for (const project of [...this.told.keys()]) {
      if (!this.session.projects.includes(project)) this.leave(project);
    }
    for (const project of this.session.projects) {
      const told = this.told.get(project);
      if (!project.info || project.info.unproven) continue; // a plan would wait here for a verdict that is refused
      const { store, root } = project.info;
      if (told?.file.store === store && told.file.root === root) continue;
      if (told) this.leave(project);
      this.enter(project, store, root);
    }
  }

  private enter(project: Project, store: string, root: string): void {
    const read = (): void => void this.readMode(project);
    const told: Told = {
      mode: "off",
      asked: 0,
      file: new StateFile(store, root, process.pid),
      history: new History({ ...this.window, root }),
      listeners: [project.client.onReady, project.client.onChanged].map((event) => event(read)),
    };
    this.told.set(project, told);
    read();
  }

  private leave(project: Project): void {
    const told = this.told.get(project);
    this.told.delete(project);
    for (const d of told?.listeners ?? []) d.dispose();
    told?.file.close();
  }

  /** Reads the mode. If that fails, the mode is off. */
  private async readMode(project: Project): Promise<void> {
    const told = this.told.get(project);
    if (!told) return;
    const turn = ++told.asked;
    const mode = await project.client.ask("config", { name: "editorContext" }).then(
      (settings) => modeOf(settings["editorContext"]),
      () => "off" as const, // no store, no program, or a program that does not know the setting
    );
    if (turn !== told.asked || told.mode === mode) return;
    told.mode = mode;
    this.later.soon();
  }

  private async tellAll(): Promise<void> {
    for (const [project, told] of this.told) {
      try {
        await this.tell(project, told);
      } catch (error) {
        told.history.forget();
        log.warn("editor state:", String(error));
      }
    }
  }

  private async tell(project: Project, told: Told): Promise<void> {
    if (told.mode === "off") {
      told.history.forget();
      await told.file.remove();
      return;
    }
    const open = await this.open(project, told.mode);
    const folders = (vscode.workspace.workspaceFolders ?? [])
      .filter((f) => f.uri.scheme === "file")
      .map((f) => f.uri.fsPath);
    const text = told.history.next(Date.now(), this.focusedAt, folders, open);
    if (text !== undefined && !(await told.file.write(text))) told.history.forget();
  }

  /** The active editor, if it shows a file of the project. */
  private async open(project: Project, mode: Mode): Promise<Omit<Open, "changedAt"> | undefined> {
    const editor = vscode.window.activeTextEditor;
    if (!editor || this.session.projectOf(editor.document.uri) !== project) return undefined;
    const { document, selection } = editor;
    const file = project.file(document.uri);
    if (file === undefined) return undefined;
    const secret = isSecret(file) || leadsToSecret(file, document.uri.fsPath);
    const picked = selection.isEmpty ? undefined : pick(document, selection, mode === "selection" && !secret);
    const seen = {
      file,
      languageId: document.languageId,
      lineCount: document.lineCount,
      isDirty: document.isDirty,
      cursor: place(selection.active),
      ...(picked && { selection: picked }),
    };
    return { ...seen, symbols: await this.symbols.around(document, selection.active) };
  }
}

function pick(document: vscode.TextDocument, selection: vscode.Selection, withText: boolean): Picked {
  const picked: Picked = { start: place(selection.start), end: place(selection.end) };
  if (!withText) return picked;
  // Of a large selection, read only as much as fits into the state file.
  const most = document.positionAt(document.offsetAt(selection.start) + MAX_TEXT + 1);
  const end = most.isBefore(selection.end) ? most : selection.end;
  const { text, truncated } = cut(document.getText(new vscode.Range(selection.start, end)));
  return { ...picked, text, ...(truncated && { truncated }) };
}

/** A position as the command line counts it: from 1. */
function place(at: vscode.Position): { line: number; character: number } {
  return { line: at.line + 1, character: at.character + 1 };
}
