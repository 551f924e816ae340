/** The threads by file, in the side bar. Rows are made when a file is unfolded. */
import * as vscode from "vscode";
import { describe, narrows, passes } from "./filter";
import type { Project } from "./project";
import type { ThreadDetail } from "./protocol";
import type { Session } from "./session";
import { contextOf, excerpt, many, subjectOf } from "./shown";
import { fitsOf } from "./suggestions";
import { anchorOf, isOpen, isPerson } from "./threadWords";

export interface FileNode {
  project: Project;
  /** Undefined for threads on the review as a whole, and on agents' answers. */
  file: string | undefined;
  answers: boolean;
  threads: ThreadDetail[];
}

export interface ThreadNode {
  project: Project;
  thread: ThreadDetail;
}

/** What can be done about a back end that does not start. */
interface WayOut {
  command: string;
  title: string;
  icon: string;
}

export type Node = FileNode | ThreadNode | WayOut;

const waysOut: readonly WayOut[] = [
  { command: "consider.restart", title: "Restart", icon: "debug-restart" },
  { command: "consider.showLog", title: "Show Log", icon: "output" },
  { command: "consider.chooseProgram", title: "Choose the Program…", icon: "folder-opened" },
];

const most = 3; // lines on damage that are shown

export class Tree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<Node>;
  private readonly listener: vscode.Disposable;
  private soon: ReturnType<typeof setTimeout> | undefined;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(private readonly session: Session) {
    this.view = vscode.window.createTreeView("consider.threads", {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.listener = session.onDidChange(() => {
      // A burst of changes is one redraw.
      this.soon ??= setTimeout(() => {
        this.soon = undefined;
        this.redraw();
      }, 50);
    });
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if ("command" in node) return wayOutItem(node);
    return "threads" in node ? this.fileItem(node) : this.threadItem(node);
  }

  getChildren(node?: Node): Node[] {
    if (!node) {
      const files = this.session.projects.flatMap((p) => this.files(p));
      return [...(this.session.faults.length > 0 ? waysOut : []), ...files];
    }
    return "threads" in node ? node.threads.map((thread) => ({ project: node.project, thread })) : [];
  }

  dispose(): void {
    clearTimeout(this.soon);
    this.listener.dispose();
    this.view.dispose();
    this.changed.dispose();
  }

  private redraw(): void {
    const { filter, projects, seen } = this.session;
    const all = projects.flatMap((p) => [...p.threads.values()]);
    const open = all.filter(isOpen).length;
    const unseen = all.filter((t) => seen.isUnseen(t)).length;
    this.view.badge = unseen > 0 ? { value: unseen, tooltip: `Consider: ${many(unseen, "unread answer")}` } : undefined;
    this.view.description = `${open} open${unseen > 0 ? `, ${unseen} unread` : ""}`;
    const lines = this.session.faults.map((words) => `Consider ${words}`);
    const damaged = projects
      .flatMap((p) => p.damaged)
      .map((d) => `Cannot be read: ${excerpt(`${d.path}: ${d.problem}`, 400)}`);
    lines.push(...damaged.slice(0, most));
    if (damaged.length > most) lines.push(`… and ${damaged.length - most} more: Check the Store`);
    const newer = projects.reduce((n, p) => n + p.newer, 0);
    if (newer > 0) lines.push(`${many(newer, "thread")} not shown: a newer Consider wrote them. Update the extension.`);
    if (narrows(filter) && all.length > 0) lines.push(`Filter: ${describe(filter)}`);
    this.view.message = lines.length > 0 ? lines.join("\n") : (undefined as never);
    this.changed.fire(undefined);
  }

  private files(project: Project): FileNode[] {
    const byFile = new Map<string | undefined, ThreadDetail[]>();
    const answers: ThreadDetail[] = [];
    for (const t of project.threads.values()) {
      const placement = this.session.placer.placement(project, t);
      const now = { ...t, placement, anchorState: placement.anchorState };
      if (!passes(this.session.filter, now)) continue;
      if (t.target === "response") {
        answers.push(now);
        continue;
      }
      const file = placement.file ?? t.file;
      const there = byFile.get(file);
      if (there) there.push(now);
      else byFile.set(file, [now]);
    }
    const nodes = [...byFile]
      .sort(([a], [b]) => (a ?? "").localeCompare(b ?? ""))
      .map(([file, threads]) => ({ project, file, answers: false, threads: threads.sort(byLine) }));
    if (answers.length === 0) return nodes;
    return [...nodes, { project, file: undefined, answers: true, threads: answers.sort(byLine) }];
  }

  private fileItem({ project, file, answers, threads }: FileNode): vscode.TreeItem {
    const few =
      threads.length <= 20 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
    const item = new vscode.TreeItem(file?.split("/").at(-1) ?? (answers ? "Answers" : "Whole review"), few);
    const open = threads.filter(isOpen).length;
    const folder = file?.split("/").slice(0, -1).join("/") ?? "";
    const where = [this.session.projects.length > 1 ? project.folder.name : "", folder].filter(Boolean).join("/");
    item.description = [where, open === threads.length ? `${open}` : `${open} of ${threads.length}`]
      .filter(Boolean)
      .join(" · ");
    item.id = `${project.folder.uri.toString()}#${answers ? "answers" : (file ?? "")}`;
    item.contextValue = threads.some((t) => fitsOf(t).length > 0) ? "file suggests" : "file";
    if (file === undefined) item.iconPath = new vscode.ThemeIcon(answers ? "comment-discussion" : "checklist");
    else {
      item.resourceUri = project.uri(file);
      item.iconPath = vscode.ThemeIcon.File;
      item.tooltip = file;
    }
    return item;
  }

  private threadItem({ project, thread: t }: ThreadNode): vscode.TreeItem {
    const item = new vscode.TreeItem(subjectOf(t));
    const last = t.lastReply;
    const words = t.thread.at(-1)?.body;
    const state = anchorOf(t.placement)?.word.toLowerCase() ?? "";
    const line = t.placement.startLine ?? t.placement.guess?.startLine;
    const replies = t.replies === 0 ? "" : `${t.replies}${last && !isPerson(last) ? " · answered" : ""}`;
    item.id = `${project.folder.uri.toString()}#${t.id}`;
    item.description = [line ? `:${line}` : "", state, replies, (t.labels ?? []).join(", ")].filter(Boolean).join("  ");
    item.contextValue = contextOf(t, t.placement);
    item.iconPath = this.icon(t);
    item.tooltip = [
      `${t.id} · ${t.workflowState}, ${t.anchorState}`,
      t.body,
      ...(last && words ? [`${last.authorName ?? last.author}: ${words}`] : []),
    ]
      .map((x) => excerpt(x, 400))
      .join("\n\n");
    item.command = { command: "consider.open", title: "Open Thread", arguments: [{ project, thread: t }] };
    return item;
  }

  private icon(t: ThreadDetail): vscode.ThemeIcon {
    const color = (name: string): vscode.ThemeColor => new vscode.ThemeColor(name);
    if (t.workflowState === "resolved") return new vscode.ThemeIcon("pass", color("testing.iconPassed"));
    if (t.anchorState !== "anchored") return new vscode.ThemeIcon("warning", color("list.warningForeground"));
    if (this.session.seen.isUnseen(t)) return new vscode.ThemeIcon("comment-unresolved", color("charts.blue"));
    return new vscode.ThemeIcon("comment");
  }
}

function wayOutItem({ command, title, icon }: WayOut): vscode.TreeItem {
  const item = new vscode.TreeItem(title);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = { command, title };
  return item;
}

function byLine(a: ThreadDetail, b: ThreadDetail): number {
  return (a.placement.startLine ?? 0) - (b.placement.startLine ?? 0) || a.id.localeCompare(b.id);
}
