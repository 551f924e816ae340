/** The changes of the current project, read again after files or threads changed, while the view is shown. */
import * as vscode from "vscode";
import { textOf } from "../kind";
import { log } from "../log";
import type { Project } from "../project";
import type { ChangedFile, ChangesOutput, TurnShowOutput } from "../protocol";
import type { Session } from "../session";
import { Marks } from "./marks";
import { Scopes } from "./scope";
import { reportOf } from "./turns";
import { asked, type Scope } from "./words";

const quiet = 400; // ms without a change of files until they are compared

export interface Listed {
  project: Project;
  scope: Scope;
  list: ChangesOutput;
  turn: TurnShowOutput | undefined;
}

export class Changes implements vscode.Disposable {
  readonly scopes: Scopes;
  /** The last result. */
  listed: Listed | undefined;
  /** Why there is nothing to show. */
  problem: string | undefined;
  private project: Project | undefined;
  private heard: vscode.Disposable | undefined;
  private watched = false;
  private soon: ReturnType<typeof setTimeout> | undefined;
  private reading: Promise<void> | undefined;
  private again = false;
  private readonly marks = new Marks();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly listeners: vscode.Disposable[];

  readonly onDidChange = this.changed.event;

  constructor(readonly session: Session) {
    this.scopes = new Scopes(session.context.workspaceState);
    const choose = this.choose.bind(this);
    this.listeners = [
      session.onDidChange(choose),
      vscode.window.onDidChangeActiveTextEditor(choose),
      // The person may have marked files in the browser meanwhile.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.watched) this.later();
      }),
    ];
  }

  /** Whether the view is shown: only then are files watched and compared. */
  watch(on: boolean): void {
    if (on === this.watched) return;
    this.watched = on;
    this.follow(this.project);
    this.choose();
  }

  /** The present changes of the given project, by default of the shown one. */
  async read(project = this.project): Promise<Listed | undefined> {
    if (!project) return undefined;
    const scope = await this.scopes.of(project);
    const list = await project.client.ask("changes", asked(scope));
    return { project, scope, list, turn: await reportOf(project, scope) };
  }

  /** The last result; anew, or when there is none, the present changes. While the view is hidden, nothing else reads. */
  async known(anew = false): Promise<Listed | undefined> {
    if (!this.project) this.choose();
    if (anew || !this.listed) await this.refresh();
    return this.listed;
  }

  async setScope(project: Project, scope: Scope): Promise<void> {
    await this.scopes.keep(project, scope);
    if (project !== this.project) this.follow(project);
    await this.refresh();
  }

  /** Reads again. Calls during a read lead to one more read. */
  refresh(): Promise<void> {
    clearTimeout(this.soon);
    this.soon = undefined;
    if (this.reading) {
      this.again = true;
      return this.reading;
    }
    this.reading = this.readAll().finally(() => (this.reading = undefined));
    return this.reading;
  }

  isViewed(file: ChangedFile): boolean {
    return this.marks.isViewed(file.hash, this.listed?.list.viewed ?? []);
  }

  /** Marks a file, for all windows and the browser. */
  async view(file: ChangedFile, viewed: boolean): Promise<void> {
    const { project } = this.listed ?? {};
    if (!project) return;
    const { hash } = file;
    const stored = this.marks.set(hash, viewed, () => project.client.ask("changes viewed", { hash, viewed }));
    this.changed.fire();
    try {
      await stored;
      const { listed } = this;
      if (listed?.project === project) {
        const rest = listed.list.viewed.filter((other) => other !== hash);
        listed.list.viewed = viewed ? [...rest, hash] : rest;
      }
      if (this.reading) this.again = true; // the running read may have got the old marks
    } finally {
      this.changed.fire();
    }
  }

  dispose(): void {
    clearTimeout(this.soon);
    this.heard?.dispose();
    for (const l of [...this.listeners, this.changed]) l.dispose();
  }

  /** The project of the active editor, otherwise the last one, otherwise the first. */
  private choose(): void {
    const { projects } = this.session;
    const active = vscode.window.activeTextEditor;
    const here = active && this.session.projectOf(active.document.uri);
    const before = this.project && projects.includes(this.project) ? this.project : undefined;
    const project = here ?? before ?? projects[0];
    if (project !== this.project) {
      this.listed = undefined;
      this.follow(project);
    } else if (this.watched && !this.listed && !this.reading && project?.info && !this.problem) void this.refresh();
  }

  private follow(project: Project | undefined): void {
    this.heard?.dispose();
    this.heard = undefined;
    this.project = project;
    if (!project || !this.watched) return;
    const later = this.later.bind(this);
    const files = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(project.folder, "**/*"));
    this.heard = vscode.Disposable.from(
      files,
      files.onDidChange(later),
      files.onDidCreate(later),
      files.onDidDelete(later),
      project.client.onReady(later),
      project.client.onChanged(later),
      project.client.onFilesChanged(later),
    );
    if (project.info) void this.refresh();
  }

  private later(): void {
    this.soon ??= setTimeout(() => void this.refresh(), quiet);
  }

  private async readAll(): Promise<void> {
    do {
      this.again = false;
      const { project } = this;
      let listed: Listed | undefined;
      let problem: string | undefined;
      try {
        listed = await this.read(project);
      } catch (error) {
        problem = textOf(error);
        log.warn("changes:", problem);
      }
      if (project !== this.project) continue; // another one is shown meanwhile
      this.listed = listed;
      this.problem = problem;
      this.changed.fire();
    } while (this.again as boolean);
  }
}
