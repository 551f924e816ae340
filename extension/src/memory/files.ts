/** The memory's files in the side bar, pinned ones first. Files can be dropped on it. */
import * as vscode from "vscode";
import { tell } from "../failure";
import type { Project } from "../project";
import type { MemoryFile } from "../protocol";
import { RowsView } from "../rowsView";
import { opens } from "./document";
import type { Memory } from "./model";
import { fileDetail, nameOf } from "./words";

/** A file, or a folder in a window with several. */
export interface FileNode {
  project: Project;
  file?: MemoryFile;
}

const maxDropped = 1024 * 1024; // bytes, the same bound as in the back end

export class FileTree extends RowsView<FileNode> {
  constructor(private readonly memory: Memory) {
    super("memory", { dragAndDropController: dropOn(memory), canSelectMany: true });
    this.owned.push(memory.onDidChange(() => this.redraw()));
  }

  getTreeItem({ project, file }: FileNode): vscode.TreeItem {
    if (!file) return new vscode.TreeItem(project.folder.name, vscode.TreeItemCollapsibleState.Expanded);
    const item = new vscode.TreeItem(nameOf(file.path).name);
    item.id = `${project.folder.uri.toString()}#${file.path}`;
    item.description = fileDetail(file);
    item.tooltip = file.path;
    item.contextValue = ["memory", file.draft === undefined ? "file" : "draft", file.pinned ? "pinned" : "loose"].join(
      " ",
    );
    item.iconPath = new vscode.ThemeIcon(
      file.draft === undefined ? (file.pinned ? "pinned" : "note") : "lightbulb",
      file.draft === undefined ? undefined : new vscode.ThemeColor("charts.yellow"),
    );
    item.command = opens(project, file.path);
    return item;
  }

  getChildren(node?: FileNode): FileNode[] {
    const { projects } = this.memory.session;
    if (!node && projects.length > 1) return projects.map((project) => ({ project }));
    const project = node?.project ?? projects[0];
    if (!project || node?.file) return [];
    return (this.memory.of(project).list?.files ?? []).map((file) => ({ project, file }));
  }

  private redraw(): void {
    const states = this.memory.session.projects.map((p) => this.memory.of(p));
    const [first] = states;
    const description =
      states.length === 1 && first?.list
        ? [first.list.branch ?? first.list.backend, first.list.sync && `→ ${first.list.sync}`].filter(Boolean).join(" ")
        : "";
    const off = states.length > 0 && states.every((s) => s.list && !s.list.on);
    const problem = states.find((s) => s.problem !== undefined)?.problem;
    this.draw({ description, message: problem ?? (off ? "Memory is off for agents." : undefined) });
  }
}

const dropOn = (memory: Memory): vscode.TreeDragAndDropController<FileNode> => ({
  dropMimeTypes: ["text/uri-list"],
  dragMimeTypes: [],
  async handleDrop(target, data) {
    const project = target?.project ?? memory.session.toShow(undefined);
    const list = await data.get("text/uri-list")?.asString();
    if (!project || list === undefined) return;
    for (const line of list.split(/\r?\n/).filter((l) => l && !l.startsWith("#"))) {
      await take(project, vscode.Uri.parse(line));
    }
    await memory.refresh(project);
  },
});

/** Adds a copy of a file to the memory. */
async function take(project: Project, uri: vscode.Uri): Promise<void> {
  const name = uri.path.split("/").at(-1) ?? "";
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > maxDropped) throw new Error(`the file is larger than ${maxDropped} bytes`);
    const bytes = await vscode.workspace.fs.readFile(uri);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    await project.client.ask("memory create", { path: `/memories/${name}`, text });
  } catch (error) {
    void tell(`could not add ${name} to the memory`, error);
  }
}
