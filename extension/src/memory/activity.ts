/** The log of the memory, newest first: who did what, and what was refused. */
import * as vscode from "vscode";
import type { Project } from "../project";
import type { MemoryEntry } from "../protocol";
import { RowsView } from "../rowsView";
import { opens } from "./document";
import type { Memory } from "./model";
import { entryWords } from "./words";

interface Row {
  project: Project;
  entry: MemoryEntry;
}

export class ActivityTree extends RowsView<Row> {
  constructor(private readonly memory: Memory) {
    super("memoryLog");
    this.owned.push(memory.onDidChange(() => this.draw({})));
  }

  getTreeItem({ project, entry: e }: Row): vscode.TreeItem {
    const item = new vscode.TreeItem(entryWords(e));
    item.description = new Date(e.at).toLocaleTimeString();
    const end = e.ok ? "done" : `denied: ${e.error ?? ""}`;
    item.tooltip = [new Date(e.at).toLocaleString(), entryWords(e), end].join("\n");
    item.iconPath = e.ok
      ? new vscode.ThemeIcon(e.command === "view" || e.command === "get" ? "eye" : "edit")
      : new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
    const path = e.to ?? e.path;
    const there = this.memory.of(project).list?.files.some((f) => f.path === path);
    if (there && path !== undefined) item.command = opens(project, path);
    return item;
  }

  getChildren(row?: Row): Row[] {
    if (row) return [];
    const rows = this.memory.session.projects.flatMap((project) =>
      this.memory.of(project).entries.map((entry) => ({ project, entry })),
    );
    return this.memory.session.projects.length > 1 ? rows.sort((a, b) => b.entry.at.localeCompare(a.entry.at)) : rows;
  }
}
