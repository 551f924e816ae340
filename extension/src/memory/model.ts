/** The data of the memory views: the files and the log of each project, read again after every change. */
import * as vscode from "vscode";
import { Again } from "../again";
import type { Client } from "../client";
import { log } from "../log";
import { textOf } from "../kind";
import { Owner } from "../owner";
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

export class Memory extends Owner {
  private readonly states = new WeakMap<Project, State>();
  private readonly changed = new vscode.EventEmitter<Project>();
  private readonly reading = new WeakMap<Project, Again>();

  /** The memory of a project was read anew. */
  readonly onDidChange = this.changed.event;

  constructor(readonly session: Session) {
    super();
    this.owned.push(
      session.on(["state"], () => this.meet()),
      this.changed,
    );
    this.meet();
  }

  of(project: Project): State {
    return this.states.get(project) ?? nothing;
  }

  /** Reads again. Calls during a read lead to one more read. */
  refresh(project: Project): Promise<void> {
    const reading = this.reading.get(project) ?? new Again(() => this.read(project));
    this.reading.set(project, reading);
    return reading.now();
  }

  /** Reads the memory of each project after each of its changes. The listeners end with the project's back end. */
  private meet(): void {
    for (const project of this.session.projects.filter((p) => !this.reading.has(p))) {
      const { client } = project;
      const again = (): void => void this.refresh(project);
      again(); // nothing is read if no back end runs yet
      for (const event of [client.onReady, client.onChanged, client.onFilesChanged]) event(again);
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
