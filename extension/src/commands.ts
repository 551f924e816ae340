/** The table of commands: the name of each, and what it asks of the back end or the views. */
import * as vscode from "vscode";
import { addComment, editorAtHand } from "./begin";
import { ReviewComment } from "./comment";
import { asLabel } from "./delivery/words";
import { ready, registerTable } from "./failure";
import { checkStore } from "./faults";
import { authorsOf, everything } from "./filter";
import { choose as chooseProgram } from "./locate";
import { log } from "./log";
import { label } from "./labels";
import { inform } from "./messages";
import type { Project } from "./project";
import type { ThreadDetail } from "./protocol";
import type { Thread } from "./reading";
import { open, sent, showNext, submitNext } from "./next";
import * as rounds from "./rounds";
import { promptFor, send } from "./send";
import type { Session } from "./session";
import { openSetup, uninstall } from "./setup";
import { excerpt, many } from "./shown";
import { isOpen } from "./threadWords";
import { showThen } from "./texts";
import type { FileNode } from "./tree";
import { offerUndo, undoLast } from "./undo";
import * as write from "./write";

/** A thread in its project. */
export interface Target {
  project: Project;
  thread: Thread;
}

/** The action of a command; the code that registers the table shows its errors. */
export type Run = (s: Session, ...args: unknown[]) => unknown;

/** Commands without a place use the current project. */
const inProject =
  (run: (project: Project, s: Session) => unknown): Run =>
  async (s) => {
    const project = await s.someProject();
    if (project) await run(project, s);
  };

/** Commands on threads: those of the menu's object, of the selected rows, or at the cursor. */
const onThreads =
  (run: (targets: Target[], s: Session) => unknown): Run =>
  async (s, first, rows) => {
    const targets = targetsOf(s, first, rows);
    if (targets.length > 0) await run(targets, s);
    else void inform("Consider: put the cursor on the lines of a thread first.");
  };

const onThread = (run: (target: Target, s: Session) => unknown): Run =>
  onThreads(([target], s) => target && run(target, s));

const comment =
  (run: (s: Session, c: ReviewComment) => unknown): Run =>
  (s, c) =>
    c instanceof ReviewComment ? run(s, c) : undefined;

const setState = (verb: "resolve" | "unresolve" | "release"): Run =>
  onThreads(async (targets) => {
    for (const [project, ids] of byProject(targets)) {
      await project.change(verb, { ids });
    }
  });

/** The human's judgement of the outcome of a finding. */
const judge = (stance: "confirm" | "insist"): Run =>
  onThread(async ({ project, thread }) => {
    const value = stance === "confirm" ? "confirmed" : "";
    const message = await vscode.window.showInputBox({ prompt: "Reason for your decision", value });
    if (message) await project.change("reply", { id: thread.id, stance, message });
  });

const table: Record<string, Run> = {
  addComment: (s) => addComment(s, false),
  addFileComment: (s) => addComment(s, true),
  start: (s, reply) => write.start(s, reply as vscode.CommentReply),
  reply: (s, r) => sent(s, r as vscode.CommentReply, false),
  replyResolve: (s, r) => sent(s, r as vscode.CommentReply, true),
  submitNext,
  nextWaiting: (s) => showNext(s, atCursor(s)[0]?.thread.id),
  edit: comment(write.edit),
  save: comment(write.save),
  cancel: comment(write.cancel),
  deleteReply: comment(removeReply),
  resolve: setState("resolve"),
  reopen: setState("unresolve"),
  release: setState("release"),
  confirmOutcome: judge("confirm"),
  insist: judge("insist"),
  delete: onThreads(remove),
  label: onThread(({ project, thread }) => label(project, thread)),
  copyId: onThread(({ thread }) => vscode.env.clipboard.writeText(thread.id)),
  copyForAgent: copyForAgent,
  send: sendToAgent,
  reanchorHere: onThread(reanchorHere),
  confirmPlace: onThread((target) => judgePlace(target, { here: true })),
  rejectPlace: onThread((target) => judgePlace(target, { gone: true })),
  open: onThread(open),
  showContext: onThread(({ project, thread }) => showThen(project, thread)),
  showResolved: (s) => s.replaceFilter({ ...s.filter, resolved: true }),
  hideResolved: (s) => s.replaceFilter({ ...s.filter, resolved: false }),
  showStale: (s) => s.replaceFilter({ ...s.filter, stale: true }),
  hideStale: (s) => s.replaceFilter({ ...s.filter, stale: false }),
  filterLabel: (s) => choose(s, "label", (t) => t.labels ?? []),
  filterAuthor: (s) => choose(s, "author", authorsOf),
  clearFilter: (s) => s.replaceFilter(everything),
  archiveResolved: inProject(archiveResolved),
  reconcileAll: inProject(reconcileAll),
  checkpointCreate: inProject(rounds.createCheckpoint),
  checkpointRestore: inProject(rounds.restoreCheckpoint),
  openReview: inProject((project, s) => rounds.openReview(project, s.context.subscriptions)),
  setup: inProject(openSetup),
  uninstall: inProject(uninstall),
  checkStore: inProject(checkStore),
  chooseProgram: chooseProgram,
  restart: (s) => s.restart(),
  showLog: () => log.show(),
};

export function registerCommands(session: Session): vscode.Disposable {
  const registered = registerTable(table, [session]);
  // VS Code runs a command for the first time later than keys that are pressed after it: it asks here first.
  const commands = ["addComment", "addFileComment", "nextWaiting"].map((name) => `consider.${name}`);
  const first = commands.map((command) => ({ command, args: ready }));
  void vscode.commands.executeCommand("runCommands", { commands: first });
  return registered;
}

/** The threads for a command's arguments: one of VS Code's objects, a row of the tree, or nothing from the palette. */
export function targetsOf(s: Session, first: unknown, rows: unknown): Target[] {
  if (Array.isArray(rows) && rows.length > 0) return rows.flatMap((r) => targetsOf(s, r, undefined));
  if (first === undefined) return atCursor(s);
  const id = idOf(s, first);
  const found = id === undefined ? undefined : s.find(id);
  return found ? [found] : [];
}

/** The same; a row that has threads below it stands for these. */
export function targetsIn(s: Session, first: unknown, rows: unknown): Target[] {
  const nodes: unknown[] = Array.isArray(rows) && rows.length > 0 ? rows : [first];
  const targets = nodes.flatMap((n) =>
    isRow(n) ? n.threads.flatMap(({ id }) => s.find(id) ?? []) : targetsOf(s, n, undefined),
  );
  return [...new Map(targets.map((t) => [t.thread.id, t])).values()];
}

const isRow = (node: unknown): node is FileNode =>
  typeof node === "object" && node !== null && "threads" in node && Array.isArray(node.threads);

function idOf(s: Session, first: unknown): string | undefined {
  if (first instanceof ReviewComment) return s.threads.ownerOf(first)?.id;
  if (typeof first !== "object" || first === null) return undefined;
  const drawn = s.threads.idOf(first as vscode.CommentThread);
  if (drawn || !("thread" in first)) return drawn?.id;
  const inner = first.thread as ThreadDetail | vscode.CommentThread;
  return "id" in inner ? inner.id : s.threads.idOf(inner)?.id;
}

function atCursor(s: Session): Target[] {
  const editor = editorAtHand();
  const line = editor?.selection.active.line ?? 0;
  return s.inFile(editor?.document.uri).filter(({ thread }) => {
    const lines = s.threads.linesOf(thread.id);
    return lines && lines.start <= line && line <= lines.end;
  });
}

export function byProject(targets: readonly Target[]): Map<Project, string[]> {
  const out = new Map<Project, string[]>();
  for (const { project, thread } of targets) out.set(project, [...(out.get(project) ?? []), thread.id]);
  return out;
}

async function remove(targets: Target[]): Promise<void> {
  const what = targets.length === 1 ? `“${excerpt(targets[0]?.thread.body ?? "", 60)}”` : `${targets.length} threads`;
  for (const [project, ids] of byProject(targets)) {
    await project.change("delete", { ids });
    void offerUndo(`Consider: ${what} deleted.`, () => project.change("undelete", { ids }));
  }
}

/** Removes the text of a person's reply. Undo writes it again, because other messages may have come since. */
async function removeReply(s: Session, c: ReviewComment): Promise<void> {
  const owner = s.threads.ownerOf(c);
  if (!owner) return;
  const { id, text } = c;
  await owner.project.change("delete", { ids: [id] });
  void offerUndo("Consider: comment deleted.", () => owner.project.change("edit", { id, message: text }));
}

async function reanchorHere({ project, thread }: Target, s: Session): Promise<void> {
  const where = await write.reanchor(project, thread.id);
  s.threads.unfold(project, thread.id);
  offerPlaceBefore(project, thread, `is now on ${where}`);
}

/** Confirms the uncertain place of a thread, or declares that its lines are gone. */
async function judgePlace({ project, thread }: Target, verdict: { here: true } | { gone: true }): Promise<void> {
  await project.change("reanchor", { id: thread.id, ...verdict });
  offerPlaceBefore(project, thread, "here" in verdict ? "keeps its location" : "is now stale");
}

function offerPlaceBefore(project: Project, { id, body }: ThreadDetail, what: string): void {
  const undo = (): Promise<void> =>
    undoLast(project, ({ kind, threads }) => kind === "reanchor" && threads?.includes(id) === true);
  void offerUndo(`Consider: “${excerpt(body, 60)}” ${what}.`, undo);
}

/** The threads for a prompt: the chosen ones, otherwise all open ones (no ids) of the folders that have some. */
function forPrompt(s: Session, first: unknown, rows: unknown): Map<Project, string[]> {
  const chosen = targetsIn(s, first, isRow(first) ? undefined : rows);
  if (first !== undefined && chosen.length > 0) return byProject(chosen);
  const all = s.projects.filter((p) => [...p.threads.values()].some(isOpen));
  if (all.length === 0) void inform("Consider: no open threads.");
  return new Map(all.map((project) => [project, []]));
}

async function copyForAgent(s: Session, first: unknown, rows: unknown): Promise<void> {
  const asked = [...forPrompt(s, first, rows)].map(([project, ids]) => promptFor(project, ids));
  const prompts = await Promise.all(asked);
  if (prompts.length === 0) return;
  await vscode.env.clipboard.writeText(prompts.map((p) => p.text).join("\n"));
  const n = prompts.reduce((sum, p) => sum + p.threads, 0);
  void vscode.window.setStatusBarMessage(`$(check) Copied ${n} for the agent`, 4000);
}

/** An agent works in one folder, so it only gets the threads of that one. */
async function sendToAgent(s: Session, first: unknown, rows: unknown): Promise<void> {
  const [one] = forPrompt(s, first, rows);
  if (one) await send(...one);
}

async function choose(s: Session, what: "label" | "author", of: (t: ThreadDetail) => string[]): Promise<void> {
  const values = new Set(s.all.flatMap(({ thread }) => of(thread)));
  const picks = [...values].sort().map((value) => ({ label: asLabel(value), value }));
  const any = { label: `Any ${what}`, value: undefined };
  const title = what === "label" ? "Filter by Label" : "Filter by Author";
  const picked = await vscode.window.showQuickPick([any, ...picks], { title });
  if (!picked) return;
  const { [what]: dropped, ...rest } = s.filter;
  s.replaceFilter(picked.value === undefined ? rest : { ...rest, [what]: picked.value });
}

async function archiveResolved(project: Project): Promise<void> {
  const resolved = [...project.threads.values()].filter((t) => t.workflowState === "resolved" && !t.elsewhere).length;
  if (resolved === 0) {
    void inform("Consider: no resolved threads.");
    return;
  }
  const { ids } = await project.change("archive", {});
  const said = `Consider: ${many(ids.length, "resolved thread")} archived.`;
  void offerUndo(said, () => project.change("unarchive", { ids }));
}

async function reconcileAll(project: Project): Promise<void> {
  const r = await project.client.ask("reconcile", { all: true });
  await project.refresh(true);
  void inform(
    `Consider: ${many(r.checked, "thread")} checked: ${r.anchored} found, ${r.stale} stale, ${r.orphaned} orphaned.`,
  );
}
