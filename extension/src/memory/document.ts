/** Memory files in the editor. Saving replaces the version that was opened, and never a newer one. */
import * as vscode from "vscode";
import { isKind, textOf } from "../kind";
import { Owner } from "../owner";
import type { Project } from "../project";
import type { MemoryGetOutput } from "../protocol";
import type { Memory } from "./model";

const scheme = "consider-memory";

/** A memory file's address. It includes the folder, because several folders may have a file of that name. */
export function addressOf(project: Project, path: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path, query: project.folder.uri.toString() });
}

/** The command that opens it. */
export const opens = (project: Project, path: string): vscode.Command => {
  const open = [addressOf(project, path), { preview: true }];
  return { command: "vscode.open", title: "Open", arguments: open };
};

export class MemoryFiles extends Owner implements vscode.FileSystemProvider {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** The version that the editor has read, by address. */
  private readonly versions = new Map<string, string>();
  private readonly times = new Map<string, number>();
  /** Addresses of open files that no longer exist. */
  private readonly gone = new Set<string>();

  readonly onDidChangeFile = this.changed.event;

  constructor(private readonly memory: Memory) {
    super();
    this.owned.push(
      vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }),
      memory.onDidChange((project) => this.compare(project)),
      this.changed,
    );
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined); // every change is reported anyway
  }

  /** Asks the back end, because the list may be behind: a save is refused when the file changed meanwhile. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    await this.memory.session.ready; // an editor may open before that
    const { text, version } = await this.get(uri);
    const key = `${uri.toString()} ${version}`;
    const mtime = this.times.get(key) ?? Date.now();
    this.times.set(key, mtime);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: Buffer.byteLength(text) };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { text, version } = await this.get(uri);
    this.versions.set(uri.toString(), version);
    return new TextEncoder().encode(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const project = this.project(uri);
    const text = new TextDecoder().decode(content);
    const edited = this.versions.get(uri.toString());
    try {
      const file = { path: uri.path, text, ...(edited !== undefined && { version: edited }) };
      const saved = await project.client.ask("memory save", file);
      this.versions.set(uri.toString(), saved.version);
    } catch (error) {
      throw fileError(uri, error);
    }
    await this.memory.refresh(project);
  }

  async delete(uri: vscode.Uri): Promise<void> {
    await this.project(uri).client.ask("memory delete", { path: uri.path });
  }

  async rename(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    await this.project(from).client.ask("memory rename", { old_path: from.path, new_path: to.path });
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    // Folders come and go with their files.
  }

  private project(uri: vscode.Uri): Project {
    const found = this.memory.session.projects.find((p) => p.folder.uri.toString() === uri.query);
    if (!found) throw vscode.FileSystemError.Unavailable(uri);
    return found;
  }

  private async get(uri: vscode.Uri): Promise<MemoryGetOutput> {
    try {
      return await this.project(uri).client.ask("memory get", { path: uri.path });
    } catch (error) {
      throw fileError(uri, error);
    }
  }

  /** Reports to the editor which of its open files have changed. */
  private compare(project: Project): void {
    const files = this.memory.of(project).list?.files ?? [];
    const events: vscode.FileChangeEvent[] = [];
    for (const document of vscode.workspace.textDocuments) {
      const { uri } = document;
      if (uri.scheme !== scheme || uri.query !== project.folder.uri.toString()) continue;
      const now = files.find((f) => f.path === uri.path);
      const key = uri.toString();
      if (!now) {
        this.gone.add(key);
        events.push({ type: vscode.FileChangeType.Deleted, uri });
        continue;
      }
      // It came back, by undo or from a file: the editor shows it as deleted until this event.
      if (this.gone.delete(key)) events.push({ type: vscode.FileChangeType.Created, uri });
      if (now.version !== this.versions.get(key)) events.push({ type: vscode.FileChangeType.Changed, uri });
    }
    if (events.length > 0) this.changed.fire(events);
  }
}

function fileError(uri: vscode.Uri, error: unknown): vscode.FileSystemError {
  if (isKind(error, "not_found")) return vscode.FileSystemError.FileNotFound(uri);
  if (isKind(error, "denied")) return vscode.FileSystemError.NoPermissions(textOf(error));
  return new vscode.FileSystemError(textOf(error));
}
