/** The data of the memory views: the files and the log of each project, read again after every change. */
import * as vscode from "vscode";
import type { Client } from "../client";
import { log } from "../log";
import { textOf } from "../kind";
import type { Project } from "../project";
import type { MemoryEntry, MemoryListOutput } from "../protocol";
import type { Session } from "../session";
import { unlock } from "./key";

const shown = 200; // entries of the log

export interface State {
  list?: MemoryListOutput;
  entries: MemoryEntry[];
  /** Why there is nothing to show, for example because the memory is encrypted and its key is elsewhere. */
  problem?: string;
}

const nothing: State = { entries: [] };

export class Memory implements vscode.Disposable {
  private readonly states = new Map<Project, State>();
  private readonly known = new Map<Project, vscode.Disposable>();
  private readonly changed = new vscode.EventEmitter<Project>();
  private readonly listener: vscode.Disposable;
  private readonly reading = new Map<Project, { again: boolean; done: Promise<void> }>();

  /** The memory of a project was read anew. */
  readonly onDidChange = this.changed.event;

  constructor(readonly session: Session) {
    this.listener = session.onDidChange(() => {
      this.meet();
    });
    this.meet();
  }

  of(project: Project): State {
    return this.states.get(project) ?? nothing;
  }

  /** The project of a caller that names none: the active editor's, otherwise the first. */
  project(): Project | undefined {
    const active = vscode.window.activeTextEditor;
    return (active && this.session.projectOf(active.document.uri)) ?? this.session.projects[0];
  }

  /** Reads again. Calls during a read lead to one more read. */
  refresh(project: Project): Promise<void> {
    const running = this.reading.get(project);
    if (running) {
      running.again = true;
      return running.done;
    }
    const mine = { again: true, done: Promise.resolve() };
    this.reading.set(project, mine);
    mine.done = (async () => {
      while (mine.again) {
        mine.again = false;
        await this.read(project);
      }
    })().finally(() => this.reading.delete(project));
    return mine.done;
  }

  dispose(): void {
    for (const d of [this.listener, this.changed, ...this.known.values()]) d.dispose();
  }

  private meet(): void {
    for (const [project, listening] of this.known) {
      if (this.session.projects.includes(project)) continue;
      listening.dispose();
      this.known.delete(project);
      this.states.delete(project);
    }
    for (const project of this.session.projects) {
      if (this.known.has(project)) continue;
      const again = (): void => void this.refresh(project);
      this.known.set(
        project,
        vscode.Disposable.from(
          project.client.onReady(again),
          project.client.onChanged(again),
          project.client.onFilesChanged(again),
        ),
      );
      if (project.info) again();
    }
  }

  private async read(project: Project): Promise<void> {
    const { client } = project;
    if (!client.info) return;
    try {
      const { entries } = await client.ask("memory log", { max: shown });
      const state: State = { entries };
      this.states.set(project, state);
      try {
        state.list = await client.ask("memory list", {});
      } catch (error) {
        // The memory is encrypted and the back end does not have the key: the editor's secret storage may have it.
        if (await this.unlock(client)) state.list = await client.ask("memory list", {});
        else state.problem = textOf(error);
      }
      if (state.list?.backend === "secret") await this.unlock(client);
      client.watchFiles(watched(project, state), "memory");
    } catch (error) {
      log.warn("memory:", textOf(error)); // the shown entries stay
    }
    const on = this.session.projects.some((p) => this.of(p).list?.on);
    void vscode.commands.executeCommand("setContext", "consider.memoryOn", on);
    const isUsed = (s: State): boolean =>
      s.entries.length > 0 || (s.list?.files.length ?? 0) > 0 || s.problem !== undefined;
    const used = this.session.projects.some((p) => isUsed(this.of(p)));
    void vscode.commands.executeCommand("setContext", "consider.memoryUsed", used);
    this.changed.fire(project);
  }

  private async unlock(client: Client): Promise<boolean> {
    try {
      return await unlock(this.session.context.secrets, client);
    } catch (error) {
      log.warn("memory key:", textOf(error));
      return false;
    }
  }
}

/** The log, and for a memory on disk its files: they change without a commit of the store. */
function watched(project: Project, state: State): string[] {
  const out: string[] = [];
  const { root, store } = project.client.info ?? { root: "", store: "" };
  const inside = store.startsWith(root) ? store.slice(root.length).replaceAll("\\", "/").replace(/^\//, "") : "";
  if (inside) out.push(`${inside}/journal/memory.log`);
  if (state.list?.backend === "disk") {
    for (const f of state.list.files) out.push(f.path.replace(/^\/memories/, ".vscode/memory"));
  }
  return out.slice(0, 1000);
}
