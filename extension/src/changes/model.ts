/** The changes of the current project, read again after files or threads changed, while the view is shown. */
import * as vscode from "vscode";
import { Again } from "../again";
import { Pace } from "../backoff";
import { textOf } from "../kind";
import { log } from "../log";
import { Later, Owner } from "../owner";
import type { Project } from "../project";
import type { ChangedFile, ChangesOutput, TurnShowOutput } from "../protocol";
import type { Session } from "../session";
import { Marks } from "./marks";
import { Scopes } from "./scope";
import { reportOf } from "./turns";
import { asked, type Scope } from "./words";

const soonest = 400; // ms from a change of a file until the files are compared
const latest = 5000; // the same while such changes make no difference

export interface Listed {
  project: Project;
  scope: Scope;
  list: ChangesOutput;
  turn: TurnShowOutput | undefined;
}

export class Changes extends Owner {
  readonly scopes: Scopes;
  /** The last result. */
  listed: Listed | undefined;
  /** Why the last reading failed. */
  private failure: string | undefined;
  private project: Project | undefined;
  private heard: vscode.Disposable | undefined;
  private watched = false;
  private readonly pace = new Pace(soonest, latest);
  private isByFile = false; // a change of a file, perhaps by a build, is among those to look at
  private readonly soon = new Later(soonest, () => void this.refresh());
  private readonly reading = new Again(() => this.readAll());
  private readonly marks = new Marks();
  private readonly changed = new vscode.EventEmitter<void>();

  readonly onDidChange = this.changed.event;

  constructor(readonly session: Session) {
    super();
    this.scopes = new Scopes(session.context.workspaceState);
    const choose = this.choose.bind(this);
    this.owned.push(
      this.soon,
      new vscode.Disposable(() => void this.heard?.dispose()),
      this.changed,
      session.on(["state"], choose),
      vscode.window.onDidChangeActiveTextEditor(choose),
      // The person may have marked files in the browser meanwhile.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.watched) this.soon.soon();
      }),
    );
  }

  /** Why there is nothing to show, or nothing new. */
  get problem(): string | undefined {
    const fault = this.listed ? undefined : this.project?.fault;
    return fault === undefined ? this.failure : `Consider ${fault}`;
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
    const list = await project.client.ask("changes", { ...asked(scope), folds: true });
    return { project, scope, list, turn: await reportOf(project, scope) };
  }

  /**
   * The last result; anew, or when there is none, the present changes. While the view is hidden, nothing else reads. It
   * fails if there is nothing to show.
   */
  async known(anew = false): Promise<Listed> {
    if (!this.project) this.choose();
    if (anew || !this.listed) await this.refresh();
    if (!this.listed) throw new Error(this.problem ?? "no folder is open");
    return this.listed;
  }

  async setScope(project: Project, scope: Scope): Promise<void> {
    await this.scopes.keep(project, scope);
    if (project !== this.project) this.follow(project);
    await this.refresh();
  }

  /** Reads again. Calls during a read lead to one more read. */
  refresh(): Promise<void> {
    this.soon.dispose();
    return this.reading.now();
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
      if (this.reading.isRunning) void this.reading.now(); // the running read may have got the old marks
    } finally {
      this.changed.fire();
    }
  }

  private choose(): void {
    const project = this.session.toShow(this.project);
    if (project !== this.project) {
      this.listed = undefined;
      this.follow(project);
    } else if (this.watched && !this.listed && !this.reading.isRunning && project?.info && !this.failure)
      void this.refresh();
  }

  private follow(project: Project | undefined): void {
    this.heard?.dispose();
    this.heard = undefined;
    this.project = project;
    if (!project || !this.watched) return;
    const later = (): void => {
      this.isByFile = true;
      this.soon.soon(this.pace.wait);
    };
    const now = (): void => this.soon.soon();
    // VS Code reports no changes in folders of files.watcherExclude.
    const files = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(project.folder, "**/*"));
    this.heard = vscode.Disposable.from(
      files,
      files.onDidChange(later),
      files.onDidCreate(later),
      files.onDidDelete(later),
      vscode.workspace.onDidSaveTextDocument(now),
      ...[project.client.onReady, project.client.onChanged, project.client.onFilesChanged].map((event) => event(now)),
    );
    if (project.info) void this.refresh();
  }

  private async readAll(): Promise<void> {
    const { project, isByFile } = this;
    this.isByFile = false;
    let listed: Listed | undefined;
    let failure: string | undefined;
    try {
      listed = await this.read(project);
    } catch (error) {
      failure = textOf(error);
      log.warn("changes:", failure);
    }
    if (project !== this.project) return; // another one is shown meanwhile
    this.pace.looked(isByFile && listed?.list.snapshot === this.listed?.list.snapshot);
    this.listed = listed;
    this.failure = failure;
    this.changed.fire();
  }
}
