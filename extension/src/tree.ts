/** The threads by file, in the side bar. Rows are made when a file is unfolded. */
import * as vscode from "vscode";
import type { Target } from "./commands";
import { askedIn, asLabel, receiptWord, receiptWords } from "./delivery/words";
import { Progress } from "./delivery/progress";
import { describe, narrows, passes } from "./filter";
import { inform, withButtons } from "./messages";
import { drawing } from "./next";
import { once, pause } from "./once";
import { Later } from "./owner";
import type { Shown } from "./plans/plans";
import type { Change, Project } from "./project";
import type { Thread } from "./reading";
import { RowsView, type Around } from "./rowsView";
import type { Session } from "./session";
import { contextOf, excerpt, gistOf, many, rowOf } from "./shown";
import { fitsOf } from "./suggestions";
import { anchorOf, isDue, isOpen, isPerson, placeOf, worktreeOf } from "./threadWords";

export interface FileNode {
  project: Project;
  /** Undefined for threads on the whole review, and for groups that are not files. */
  file?: string | undefined;
  group?: { title: string; icon: string };
  /** Of threads whose code is in another worktree. */
  worktree?: string;
  threads: Thread[];
}

/** Threads that are grouped independently of their files. */
const questions = { group: { title: "Questions for you", icon: "question" } };
const responses = { group: { title: "Responses", icon: "comment-discussion" } };

/** A row with an action: about a back end that does not start, or a plan that waits for the person. */
interface WayOut {
  command: string;
  title: string;
  icon: string;
  /** A plan that waits for the person. */
  on?: Shown;
}

export type Node = FileNode | Target | WayOut;

const waysOut: readonly WayOut[] = [
  { command: "consider.restart", title: "Restart", icon: "debug-restart" },
  { command: "consider.showLog", title: "Show Log", icon: "output" },
  { command: "consider.chooseProgram", title: "Choose Program…", icon: "folder-opened" },
];

type Place = Pick<FileNode, "file" | "group" | "worktree">;

const titleOf = ({ file, group, worktree }: Place): string => file ?? group?.title ?? worktree ?? "";

/** The name of a row with rows below it. A path never begins with a slash, and only threads begin with two. */
const nameOf = (at: Place): string => at.file ?? `/${titleOf(at)}`;

const rankOf = ({ group, worktree }: Place): number => (group === questions.group ? 0 : group ? 2 : worktree ? 3 : 1);

const idOf = (project: Project, name: string): string => `${project.folder.uri.toString()}#${name}`;

const idIn = (project: Project, { id }: Thread): string => idOf(project, `//${id}`);

const patience = 2000; // ms in which VS Code reports the selection; no event says that rows are there (microsoft/vscode#96089)
const most = 3; // lines about damage that are shown

export class Tree extends RowsView<Node> {
  private readonly progress = new Progress();
  private revealed: string | undefined;
  private wasShown = false; // by its command
  /** The threads whose rows may look different since the last redraw; with `isAll` those of all. */
  private fresh = new Set<string>();
  private isAll = true;

  constructor(private readonly session: Session) {
    super("threads", { showCollapseAll: true, canSelectMany: true });
    const later = new Later(50, () => this.redraw()); // a burst of changes leads to one redraw
    const collect = (change: Change): void => {
      const { threads = [], places = [], seen = [], state = false, filter = false } = change;
      for (const id of [...threads, ...places, ...seen]) this.fresh.add(id);
      this.isAll ||= state || filter; // a row may have changed while it was hidden
      later.soon();
    };
    this.owned.push(
      later,
      session.on(["threads", "places", "seen", "state", "filter"], collect),
      session.plans.onDidChange(() => later.soon()),
    );
  }

  /** The selected rows. While VS Code reloads the rows it reports none; then it is the row that was revealed last. */
  get selected(): readonly Node[] {
    const now = this.view.selection;
    return now.length > 0 ? now : this.threads().filter(({ thread }) => thread.id === this.revealed);
  }

  /** The threads of the present rows, in their order. */
  threads(): Target[] {
    return this.groups().flatMap((group) => this.below(group));
  }

  /** Shows the view, with the focus on its rows. */
  async show(): Promise<void> {
    const focus = (): Thenable<unknown> => vscode.commands.executeCommand("consider.threads.focus");
    await focus();
    if (this.wasShown) return; // the user may be elsewhere by now
    this.wasShown = true;
    await pause(drawing); // a view that is shown for the first time has no rows yet
    await focus();
  }

  /** Selects the row of a thread, with the focus. */
  async reveal(id: string): Promise<void> {
    const node = this.threads().find(({ thread }) => thread.id === id);
    if (!node) return;
    this.revealed = id;
    const isSelected = (): boolean => {
      const [first, ...others] = this.view.selection;
      if (first === undefined) return true; // see above
      return others.length === 0 && "thread" in first && first.thread.id === id;
    };
    // VS Code reports the selection later; until then a key would act on the row before.
    const selected = once(this.view.onDidChangeSelection, isSelected, patience);
    await this.view.reveal(node, { select: true, focus: true });
    if (!isSelected()) await selected;
  }

  getParent(node: Node): Node | undefined {
    if (!("thread" in node)) return undefined;
    return this.groups().find(({ threads }) => threads.some((t) => t.id === node.thread.id));
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if ("command" in node) return wayOutItem(node);
    return "threads" in node ? this.fileItem(node) : this.threadItem(node);
  }

  getChildren(node?: Node): Node[] {
    if (!node) {
      const files = this.groups();
      const plans = this.session.plans.awaited.map((on) => this.rows.same(`plan ${on.plan.id}`, planRow(on)));
      return [...(this.session.faults.length > 0 ? waysOut : []), ...plans, ...files];
    }
    return "threads" in node ? this.below(node) : [];
  }

  private below({ project, threads }: FileNode): Target[] {
    return threads.map((thread) => this.rows.same(idIn(project, thread), { project, thread }));
  }

  /** The rows that have rows below them: questions first, then the files. */
  private groups(): FileNode[] {
    const all = this.session.projects
      .flatMap((p) => this.files(p))
      .map((node) => this.rows.same(idOf(node.project, nameOf(node)), node));
    return all.sort((a, b) => Number(b.group === questions.group) - Number(a.group === questions.group));
  }

  /** Draws the rows that look different. */
  private redraw(): void {
    const { fresh, isAll } = this;
    this.fresh = new Set();
    this.isAll = false;
    this.draw(this.around(fresh), (row) => isAll || ("thread" in row && fresh.has(row.thread.id)));
  }

  /** The counts and the messages above the rows. */
  private around(fresh: ReadonlySet<string>): Around {
    const { filter, projects, advice, faults, plans } = this.session;
    const open = this.session.count("due");
    const asked = this.session.count("asked");
    const unseen = this.session.count("unread");
    const waiting = plans.awaited.length;
    const due = [
      ...(waiting > 0 ? [`${many(waiting, "plan")} waiting for your verdict`] : []),
      ...(asked > 0 ? [`${many(asked, "question")} for you`] : []),
      ...(unseen > 0 ? [many(unseen, "unread thread")] : []),
    ].join(", ");
    const first = asked > 0 ? "awaiting you, " : ""; // first, because the end may be cut off
    const lines = faults.map((words) => `Consider ${words}`);
    const damaged = projects
      .flatMap((p) => p.known.damaged)
      .map((d) => `Cannot be read: ${excerpt(`${d.path}: ${d.problem}`, 400)}`);
    lines.push(...damaged.slice(0, most));
    if (damaged.length > most) lines.push(`… and ${damaged.length - most} more; run Check Review Data`);
    const newer = projects.reduce((n, p) => n + p.known.newer, 0);
    if (newer > 0) lines.push(`${many(newer, "thread")} not shown: written by a newer version. Update the extension.`);
    if (advice) lines.push(advice);
    const { words, finished } = this.progress.take([...fresh].map((id) => [id, this.session.find(id)?.thread]));
    lines.push(...words);
    const show = (): Thenable<unknown> => vscode.commands.executeCommand("consider.showChanges");
    for (const agent of finished)
      void withButtons(inform, `Consider: No thread waits for ${agent} any more.`, ["Open All Changes", show]);
    if (narrows(filter) && projects.some((p) => p.threads.size > 0)) lines.push(`Filter: ${describe(filter)}`);
    return {
      badge: due ? { value: waiting + asked + unseen, tooltip: `Consider: ${due}` } : undefined,
      description: `${first}${open} open${unseen > 0 ? `, ${unseen} unread` : ""}`,
      message: lines.length > 0 ? lines.join("\n") : undefined,
    };
  }

  /** The rows of a project: questions, then files, responses and other worktrees. */
  private files(project: Project): FileNode[] {
    const nodes = new Map<string, FileNode>();
    for (const t of project.threads.values()) {
      const placement = this.session.placer.placement(project, t);
      const now = { ...t, placement, anchorState: placement.anchorState };
      const asked = askedIn(t) !== undefined; // it needs the person, whatever the filter is
      if (!asked && !passes(this.session.filter, now)) continue;
      const at = asked ? questions : t.target === "response" ? responses : undefined;
      const row = at ?? (t.elsewhere ? { worktree: worktreeOf(t) } : { file: placement.file ?? t.file });
      const node: FileNode = nodes.get(nameOf(row)) ?? { ...row, project, threads: [] };
      nodes.set(nameOf(row), node);
      node.threads.push(now);
    }
    const all = [...nodes.values()].sort((a, b) => rankOf(a) - rankOf(b) || titleOf(a).localeCompare(titleOf(b)));
    for (const { group, worktree, threads } of all)
      if (!worktree) threads.sort(group === questions.group ? byAge : byLine);
    return all;
  }

  private fileItem(node: FileNode): vscode.TreeItem {
    const { project, file, group, worktree, threads } = node;
    const few =
      threads.length <= 20 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
    const title = group?.title ?? (worktree ? asLabel(worktree) : "Whole review");
    const item = new vscode.TreeItem(file?.split("/").at(-1) ?? title, few);
    const open = threads.filter(isDue).length;
    const folder = file?.split("/").slice(0, -1).join("/") ?? "";
    const where = [this.session.projects.length > 1 ? project.folder.name : "", folder].filter(Boolean).join("/");
    const running = (project.known.heard.elsewhere ?? [])
      .filter((l) => worktree !== undefined && l.worktree === threads[0]?.worktree)
      .map((l) => `${asLabel(l.agent)} is running`);
    const due = open === threads.length ? `${open}` : `${open} of ${threads.length}`;
    item.description = [where, due, ...new Set(running)].filter(Boolean).join(" · ");
    item.id = idOf(project, nameOf(node));
    item.contextValue = threads.some((t) => fitsOf(t).length > 0) ? "file suggests" : "file";
    if (file === undefined)
      item.iconPath = new vscode.ThemeIcon(group?.icon ?? (worktree ? "git-branch" : "checklist"));
    else {
      item.resourceUri = project.uri(file);
      item.iconPath = vscode.ThemeIcon.File;
      item.tooltip = file;
    }
    return item;
  }

  private threadItem({ project, thread: t }: Target): vscode.TreeItem {
    const asked = askedIn(t);
    const line = t.placement.startLine ?? t.placement.guess?.startLine;
    const item = new vscode.TreeItem(asked ? asLabel(asked.body) : rowOf(t, line));
    const last = t.lastReply;
    const state = anchorOf(t.placement)?.word.toLowerCase() ?? "";
    const sent = !isOpen(t) || isDue(t) ? receiptWord(t) : ""; // an approval waits for no agent
    const heard = sent || (last && !isPerson(last) ? "answered" : "");
    const replies = [t.replies || "", heard].filter(Boolean).join(" · ");
    item.id = idIn(project, t);
    if (asked) item.description = `awaiting you  ${asLabel(asked.authorName ?? "agent")}  ${placeOf(t)}`;
    else item.description = [t.place ?? "", state, replies, (t.labels ?? []).join(", ")].filter(Boolean).join("  ");
    item.contextValue = contextOf(t, t.placement);
    item.iconPath = this.icon(t);
    item.tooltip = [
      `${t.id} · ${t.workflowState}, ${t.anchorState}`,
      ...(sent ? [receiptWords(t, project.known.heard)] : []),
      ...gistOf(t),
    ].join("\n\n");
    item.command = { command: "consider.open", title: "Open Thread", arguments: [{ project, thread: t }] };
    return item;
  }

  private icon(t: Thread): vscode.ThemeIcon {
    const color = (name: string): vscode.ThemeColor => new vscode.ThemeColor(name);
    if (askedIn(t)) return new vscode.ThemeIcon("question", color("charts.blue"));
    if (t.workflowState === "resolved") return new vscode.ThemeIcon("pass", color("testing.iconPassed"));
    if (t.anchorState !== "anchored") return new vscode.ThemeIcon("warning", color("list.warningForeground"));
    if (this.session.seen.isUnseen(t)) return new vscode.ThemeIcon("comment-unresolved", color("charts.blue"));
    return new vscode.ThemeIcon("comment");
  }
}

const planRow = (on: Shown): WayOut => ({
  command: "consider.showPlan",
  title: `Plan: ${asLabel(excerpt(on.plan.title, 100))}`,
  icon: "checklist",
  on,
});

function wayOutItem({ command, title, icon, on }: WayOut): vscode.TreeItem {
  const item = new vscode.TreeItem(title);
  item.id = on ? `plan ${on.plan.id}` : command;
  item.iconPath = new vscode.ThemeIcon(icon, on && new vscode.ThemeColor("charts.blue"));
  item.command = { command, title, arguments: on ? [on] : [] };
  if (on) {
    item.description = "awaiting you";
    item.tooltip = `${on.plan.authorName ?? on.plan.author} is waiting for your verdict on version ${on.plan.versions}.`;
  }
  return item;
}

const byAge = (a: Thread, b: Thread): number => (a.question?.at ?? "").localeCompare(b.question?.at ?? "");

function byLine(a: Thread, b: Thread): number {
  return (a.placement.startLine ?? 0) - (b.placement.startLine ?? 0) || a.id.localeCompare(b.id);
}
