/** One window: its projects, and the views that are drawn from them. */
import * as vscode from "vscode";
import { Client } from "./client";
import { nobodyWords } from "./delivery/words";
import { Drafts } from "./drafts";
import { everything, narrows, type Filter } from "./filter";
import { Forms } from "./forms";
import { textOf } from "./kind";
import { Programs } from "./locate";
import { log } from "./log";
import { inform } from "./messages";
import { Later, Owner } from "./owner";
import { Placer } from "./place";
import { Plans } from "./plans/plans";
import { isEndShown } from "./position";
import { Project, type Change } from "./project";
import type { ThreadDetail } from "./protocol";
import type { Thread } from "./reading";
import { lastDrawn, Seen } from "./seen";
import { isTabOf } from "./tabs";
import type { Mark } from "./tally";
import { Threads } from "./threads";

const moment = 1500; // ms that a thread is unfolded on the screen until its messages count as seen
const filterPlace = "consider.filter";

export class Session extends Owner {
  readonly placer = new Placer((uri) => this.projectOf(uri));
  readonly forms: Forms;
  readonly threads: Threads;
  readonly drafts: Drafts;
  readonly seen = new Seen();
  readonly plans = new Plans();
  readonly projects: Project[] = [];
  /** The roots of folders that are in the project of another one. */
  private readonly within = new Map<string, string | undefined>();
  filter: Filter;
  private readonly changed = new vscode.EventEmitter<Change>();
  private readonly published = new Map<string, boolean>();
  readonly programs: Programs;
  /** The text of the form that was sent by the key that also goes to the next thread. */
  submitted: string | undefined;
  private readonly showing = new Later(moment, () => this.noteNow());

  /** The threads of all folders were read for the first time, except of those that cannot be read. */
  readonly ready = new Promise<void>((resolve) => {
    const listener = this.on(["state"], () => {
      if (this.projects.length === 0 || !this.projects.every((p) => p.wasRead || p.fault)) return;
      listener.dispose();
      resolve();
    });
  });

  constructor(readonly context: vscode.ExtensionContext) {
    super();
    const media = vscode.Uri.joinPath(context.extensionUri, "media");
    this.forms = new Forms(context.extension.id);
    this.threads = new Threads(media, this.placer, this.forms, (uri) => this.projectOf(uri));
    this.programs = new Programs(context);
    this.drafts = new Drafts(context.workspaceState);
    this.filter = { ...everything, ...context.workspaceState.get<Partial<Filter>>(filterPlace) };
    this.threads.filter = this.filter;
    const look = (): void => this.showing.anew();
    this.owned.push(
      this.showing,
      this.on(["state"], () => this.plans.follow(this.projects)),
      this.placer.onPlaced(({ project, ids }) => void this.redraw(project, { places: ids })),
      this.forms.onEmptied(() => {
        for (const project of this.projects) {
          const held = this.threads.heldIn(project);
          void this.redraw(project, held.size > 0 ? { places: held } : {});
        }
      }),
      this.forms.onTwice(() => {
        this.threads.offerDue = true;
        this.threads.offer();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.folders()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.restart()),
      vscode.workspace.onDidChangeConfiguration((e) => {
        if (e.affectsConfiguration("consider.path")) void this.restart();
      }),
      vscode.window.onDidChangeVisibleTextEditors(look),
      vscode.window.onDidChangeTextEditorVisibleRanges(look),
      vscode.window.onDidChangeWindowState(look),
      new vscode.Disposable(() => this.projects.forEach((project) => project.dispose())),
      this.plans,
      this.placer,
      this.forms,
      this.threads,
      this.changed,
    );
  }

  /** Listens to changes of these parts; each event is fired after the threads were drawn. */
  on(parts: readonly (keyof Change)[], run: (change: Change) => void): vscode.Disposable {
    return this.changed.event((change) => {
      if (parts.some((part) => change[part])) run(change);
    });
  }

  async start(): Promise<void> {
    this.publish();
    await this.folders();
  }

  projectOf(uri: vscode.Uri): Project | undefined {
    // The innermost root wins: a worktree may be inside another one.
    return this.projects
      .filter((p) => p.file(uri) !== undefined)
      .sort((a, b) => (b.info?.root.length ?? 0) - (a.info?.root.length ?? 0))[0];
  }

  /** The project of the active editor. */
  get here(): Project | undefined {
    const active = vscode.window.activeTextEditor;
    return active && this.projectOf(active.document.uri);
  }

  /** The project to show: that of the active editor, otherwise the one shown before, otherwise the first. */
  toShow(before: Project | undefined): Project | undefined {
    return this.here ?? (before && this.projects.includes(before) ? before : this.projects[0]);
  }

  /** All threads of the window, with their projects. */
  get all(): { project: Project; thread: Thread }[] {
    return this.projects.flatMap((project) => [...project.threads.values()].map((thread) => ({ project, thread })));
  }

  /** The threads that are drawn in a file. */
  inFile(uri: vscode.Uri | undefined): { project: Project; thread: Thread }[] {
    return uri
      ? this.all.filter(({ thread: { id } }) => this.threads.drawnAs(id)?.uri.toString() === uri.toString())
      : [];
  }

  find(id: string): { project: Project; thread: Thread } | undefined {
    for (const project of this.projects) {
      const thread = project.threads.get(id);
      if (thread) return { project, thread };
    }
    return undefined;
  }

  /**
   * The project of a command without a place: the active editor's, otherwise the only one, otherwise the user picks. If
   * there is none, a message says so.
   */
  async someProject(): Promise<Project | undefined> {
    const { here } = this;
    if (this.projects.length === 0) void inform("Consider: open a folder first.");
    if (here ?? this.projects.length <= 1) return here ?? this.projects[0];
    const picks = this.projects.map((project) => ({ label: project.folder.name, project }));
    return (await vscode.window.showQuickPick(picks, { title: "Consider: Choose Folder" }))?.project;
  }

  /** How many threads of all folders have a mark. */
  count(mark: Mark): number {
    return this.projects.reduce((n, { tally }) => n + tally.count(mark), 0);
  }

  /** The advice if messages wait in a folder in which no agent is running. */
  get advice(): string | undefined {
    return this.projects.map((p) => nobodyWords(p.tally.count("waiting"), p.known.heard)).find(Boolean);
  }

  /** The faults of back ends, in their own words. */
  get faults(): string[] {
    return [...new Set(this.projects.flatMap((p) => p.fault ?? []))];
  }

  replaceFilter(filter: Filter): void {
    this.filter = this.threads.filter = filter;
    void this.context.workspaceState.update(filterPlace, this.filter);
    for (const project of this.projects) void this.redraw(project, { filter: true });
  }

  async restart(): Promise<void> {
    this.programs.reset();
    await Promise.all(this.projects.map((p) => p.client.restart()));
  }

  /** Keeps one back end for each open folder, except for folders in the project of another one. */
  private async folders(): Promise<void> {
    const wanted = (vscode.workspace.workspaceFolders ?? []).filter((f) => f.uri.scheme === "file");
    for (const gone of this.projects.filter((p) => !wanted.some((f) => isSameFolder(f, p.folder))))
      await this.close(gone);
    const isOpen = (f: vscode.WorkspaceFolder): boolean =>
      this.projects.some(
        (p) => isSameFolder(f, p.folder) || (p.root !== undefined && p.root === this.within.get(keyOf(f))),
      );
    await Promise.all(wanted.filter((f) => !isOpen(f)).map((f) => this.open(f)));
    this.publish();
    this.changed.fire({ state: true });
  }

  private async close(project: Project): Promise<void> {
    for (const { uri } of vscode.workspace.textDocuments) if (this.projectOf(uri) === project) this.placer.forget(uri);
    this.projects.splice(this.projects.indexOf(project), 1);
    project.dispose();
    this.threads.offerDue = true;
    const threads = new Set(project.threads.keys());
    project.clear();
    await this.threads.redraw(project);
    this.threads.offer();
    this.changed.fire({ threads });
  }

  private open(folder: vscode.WorkspaceFolder): Promise<void> {
    const version = (this.context.extension.packageJSON as { version: string }).version;
    const client = new Client(folder.uri.fsPath, this.programs, version);
    const project = new Project(folder, client, (p, onlyNew) => this.placer.placeOpen(p, onlyNew));
    this.projects.push(project);
    project.onDidFindRoot(() => {
      if (this.projects.some((p) => p !== project && p.root === project.root)) {
        this.within.set(keyOf(folder), project.root);
        void this.close(project); // before anything of it is read or drawn
      } else this.threads.offerDue = true;
      void this.folders(); // of those within the root before, if there was one
    });
    project.onDidChange((change) => void this.redraw(project, change));
    return client.start();
  }

  /** Draws the threads that a change is about, and then reports it. */
  private async redraw(project: Project, change: Change): Promise<void> {
    const { threads = [], places = [], state, filter } = change;
    this.recount(project, threads);
    this.publish();
    await this.threads.redraw(project, state || filter ? undefined : [...threads, ...places]);
    this.threads.restore(this.drafts.all(), (uri, id) => {
      const here = this.projectOf(uri);
      return here?.wasRead === true && !here.threads.has(id);
    });
    if (state || project.wasRead) this.threads.offer(); // earlier, other threads are about to be drawn
    this.showing.anew();
    this.changed.fire(change);
  }

  private recount(project: Project, ids: Iterable<string>): void {
    for (const id of ids) {
      const t = project.threads.get(id);
      project.tally.set(id, t, t && this.seen.isUnseen(t));
    }
  }

  /** Sets the context for `when` clauses. */
  private publish(): void {
    const now = {
      active: this.projects.some((p) => p.info !== undefined),
      failed: this.faults.length > 0,
      threaded: this.projects.some((p) => p.threads.size > 0),
      asked: this.count("asked") > 0,
      found: this.count("found") > 0,
      suggested: this.count("suggested") > 0,
      labelled: this.count("labelled") > 0,
      triaging: this.filter.findings === true,
      resolvedShown: this.filter.resolved,
      staleShown: this.filter.stale,
      filtered: narrows(this.filter),
    };
    for (const [name, value] of Object.entries(now)) {
      if (this.published.get(name) === value) continue;
      this.published.set(name, value);
      void vscode.commands.executeCommand("setContext", `consider.${name}`, value);
    }
  }

  /** Reports to the store which messages the person has on the screen. Nothing else does. */
  markSeen(threads: readonly ThreadDetail[]): void {
    const fresh = this.seen.note(threads);
    if (fresh.length === 0) return;
    const seen = new Set(fresh.map(({ id }) => id));
    for (const project of this.projects) this.recount(project, seen);
    this.changed.fire({ seen });
    for (const project of this.projects) {
      const shown = fresh.filter((t) => project.threads.get(t.id) === t);
      const upTo = Object.fromEntries(shown.map((t) => [t.id, lastDrawn(t)]));
      if (shown.length > 0)
        project.client
          .ask("seen", { ids: Object.keys(upTo), upTo })
          .catch((error: unknown) => log.warn(`seen: ${textOf(error)}`));
    }
  }

  /** Marks threads as seen that are unfolded on the screen for a moment. */
  private noteNow(): void {
    if (!vscode.window.state.focused || this.count("unread") + this.count("asked") === 0) return;
    const unseen = this.onScreen().filter((t) => this.seen.isUnseen(t));
    this.markSeen(unseen.filter((t) => this.threads.isUnfolded(t.id)));
    // VS Code does not report when a thread is unfolded (microsoft/vscode#158414).
    if (unseen.some((t) => !this.threads.isUnfolded(t.id))) this.showing.anew();
  }

  /** The threads whose newest message is on the screen. */
  onScreen(): ThreadDetail[] {
    return vscode.window.visibleTextEditors.filter(isSurelyShown).flatMap((editor) => {
      const project = this.projectOf(editor.document.uri);
      const file = project?.file(editor.document.uri);
      const { lineCount } = editor.document;
      const ranges = editor.visibleRanges.map((r) => ({ start: r.start.line, end: r.end.line }));
      const isShown = ({ id }: Thread): boolean => isEndShown(this.threads.linesOf(id), lineCount, ranges);
      return [...(project?.threads.values() ?? [])].filter((t) => (t.placement.file ?? t.file) === file && isShown(t));
    });
  }
}

const keyOf = ({ uri }: vscode.WorkspaceFolder): string => uri.toString();

const isSameFolder = (a: vscode.WorkspaceFolder, b: vscode.WorkspaceFolder): boolean => keyOf(a) === keyOf(b);

/**
 * Whether an editor that VS Code calls visible is on the screen. Editors of a multi-file diff stay in that list for a
 * while after they were scrolled away; of those, only the one with the cursor counts.
 */
function isSurelyShown(editor: vscode.TextEditor): boolean {
  return (
    editor === vscode.window.activeTextEditor || vscode.window.tabGroups.all.some((g) => isTabOf(g.activeTab, editor))
  );
}
