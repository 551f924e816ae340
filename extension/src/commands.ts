/** The table of commands: the name of each, and what it asks of the back end or the views. */
import * as vscode from "vscode";
import { addComment, editorAtHand } from "./begin";
import { ReviewComment } from "./comment";
import { asLabel } from "./delivery/words";
import { tell } from "./failure";
import { checkStore } from "./faults";
import { authorsOf, everything } from "./filter";
import { isForm } from "./forms";
import { choose as chooseProgram } from "./locate";
import { log } from "./log";
import { label } from "./labels";
import { inform } from "./messages";
import { fromSelection, toWire } from "./position";
import type { Project } from "./project";
import type { ThreadDetail } from "./protocol";
import * as rounds from "./rounds";
import { promptFor, send } from "./send";
import type { Session } from "./session";
import { openSetup, uninstall } from "./setup";
import { excerpt } from "./shown";
import { isOpen, isPerson, lastWord, linesWords } from "./threadWords";
import { showThen, showThread } from "./texts";
import type { Node } from "./tree";
import { offerUndo, undoLast } from "./undo";
import * as write from "./write";

export interface Target {
  project: Project;
  thread: ThreadDetail;
}

/** The action of a command; the code that registers the table shows its errors. */
export type Run = (s: Session, ...args: unknown[]) => unknown;

/** Commands without a place use the current project. */
const inProject =
  (run: (project: Project, s: Session) => unknown): Run =>
  async (s) => {
    const project = await s.someProject();
    if (project) await run(project, s);
    else void inform("Consider: open a folder first.");
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

const setState = (verb: "resolve" | "unresolve"): Run =>
  onThreads(async (targets) => {
    for (const [project, ids] of byProject(targets)) {
      await project.client.ask(verb, { ids });
      await project.refresh();
    }
  });

const table: Record<string, Run> = {
  addComment: (s, from) => addComment(s, false, from),
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
  showAll: async () => {
    const focus = (): Thenable<unknown> => vscode.commands.executeCommand("consider.threads.focus");
    await focus();
    if (wasShown) return; // the user may be elsewhere by now
    wasShown = true;
    await pause(drawing); // a view that is shown for the first time has no rows yet that could get the focus
    await focus();
  },
  showResolved: (s) => s.setFilter({ resolved: true }),
  hideResolved: (s) => s.setFilter({ resolved: false }),
  showStale: (s) => s.setFilter({ stale: true }),
  hideStale: (s) => s.setFilter({ stale: false }),
  filterLabel: (s) => choose(s, "label", (t) => t.labels ?? []),
  filterAuthor: (s) => choose(s, "author", authorsOf),
  clearFilter: clearFilter,
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
  showLog: () => {
    log.show();
  },
};

export function registerCommands(session: Session): vscode.Disposable {
  return registerTable(session, table);
}

/** Registers `consider.<name>` for each row; parts with their own commands bring their own tables. */
function registerTable(session: Session, table: Readonly<Record<string, Run>>): vscode.Disposable {
  const commands = Object.entries(table).map(([name, run]) =>
    vscode.commands.registerCommand(`consider.${name}`, async (...args: unknown[]) => {
      try {
        return await run(session, ...args);
      } catch (error) {
        void tell(
          name.replaceAll(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`),
          error,
        );
        return undefined;
      }
    }),
  );
  return vscode.Disposable.from(...commands);
}

/** The threads for a command's arguments: one of VS Code's objects, a row of the tree, or nothing from the palette. */
export function targetsOf(s: Session, first: unknown, rows: unknown): Target[] {
  if (Array.isArray(rows) && rows.length > 0) return rows.flatMap((r) => targetsOf(s, r, undefined));
  if (first === undefined) return atCursor(s);
  const id = idOf(s, first);
  const found = id === undefined ? undefined : s.find(id);
  return found ? [found] : [];
}

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
  const project = editor && s.projectOf(editor.document.uri);
  const file = editor && project?.file(editor.document.uri);
  if (!project || file === undefined) return [];
  const line = editor.selection.active.line;
  return [...project.threads.values()]
    .filter((t) => (t.placement.file ?? t.file) === file)
    .filter((t) => {
      const lines = s.threads.linesOf(t.id);
      return lines && lines.start <= line && line <= lines.end;
    })
    .map((thread) => ({ project, thread }));
}

function byProject(targets: readonly Target[]): Map<Project, string[]> {
  const out = new Map<Project, string[]>();
  for (const { project, thread } of targets) out.set(project, [...(out.get(project) ?? []), thread.id]);
  return out;
}

async function remove(targets: Target[]): Promise<void> {
  const what = targets.length === 1 ? `“${excerpt(targets[0]?.thread.body ?? "", 60)}”` : `${targets.length} threads`;
  for (const [project, ids] of byProject(targets)) {
    await project.client.ask("delete", { ids });
    await project.refresh();
    void offerUndo(`Consider: ${what} deleted.`, async () => {
      await project.client.ask("undelete", { ids });
      await project.refresh();
    });
  }
}

/** Removes the text of a person's reply. Undo writes it again, because other messages may have come since. */
async function removeReply(s: Session, c: ReviewComment): Promise<void> {
  const owner = s.threads.ownerOf(c);
  if (!owner) return;
  const { id, text } = c;
  const { client } = owner.project;
  await client.ask("delete", { ids: [id] });
  await owner.project.refresh();
  void offerUndo("Consider: comment deleted.", async () => {
    await client.ask("edit", { id, message: text });
    await owner.project.refresh();
  });
}

async function reanchorHere({ project, thread }: Target, s: Session): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) throw new Error("open the file and select the lines it belongs to");
  const { start, end } = editor.selection;
  const { startLine, endLine } = toWire(fromSelection(start.line, end.line, end.character));
  const where = `${vscode.workspace.asRelativePath(editor.document.uri)}, ${linesWords(startLine, endLine)}`;
  await write.reanchor(project, thread.id);
  s.threads.unfold(project, thread.id);
  const said = `Consider: “${excerpt(thread.body, 60)}” is on ${where} now.`;
  void offerUndo(said, () => undoReanchor(project, thread.id));
}

/** Confirms the uncertain place of a thread, or declares that its lines are gone. */
async function judgePlace({ project, thread }: Target, verdict: { here: true } | { gone: true }): Promise<void> {
  await project.client.ask("reanchor", { id: thread.id, ...verdict });
  await project.refresh();
  const is = "here" in verdict ? "stays in its place" : "is stale now";
  const said = `Consider: “${excerpt(thread.body, 60)}” ${is}.`;
  void offerUndo(said, () => undoReanchor(project, thread.id));
}

const undoReanchor = (project: Project, id: string): Promise<void> =>
  undoLast(project, ({ kind, threads }) => kind === "reanchor" && threads?.includes(id) === true);

const arrival = 3000; // ms in which a form's text reaches the command that sends it

/** When a form was last sent by the key that goes on. */
let wentOn = 0;

async function sent(s: Session, r: vscode.CommentReply, resolve: boolean): Promise<void> {
  const next = Date.now() - wentOn < arrival;
  wentOn = 0;
  const id = s.threads.idOf(r.thread)?.id;
  const form = vscode.window.activeTextEditor?.document;
  if ((await write.reply(s, r, resolve)) && next) void goOn(s, id, form);
}

/**
 * Goes to the next thread after VS Code has emptied the sent form, which happens when the form's command is done. A
 * form that leaves the screen before that would come back with the sent text.
 */
async function goOn(s: Session, id: string | undefined, form: vscode.TextDocument | undefined): Promise<void> {
  try {
    for (let i = 0; i < 100 && form && isForm(form) && !form.isClosed && form.getText() !== ""; i++) await pause(20);
    await showNext(s, id);
  } catch (error) {
    void tell("next thread", error);
  }
}

/** Sends the focused reply, and goes to the next thread that waits for the user. */
async function submitNext(): Promise<void> {
  wentOn = Date.now(); // VS Code does not wait for the form's command
  await vscode.commands.executeCommand("editor.action.submitComment");
}

/** Goes to the next thread, by file and line, in which an agent spoke last. */
async function showNext(s: Session, after: string | undefined): Promise<void> {
  const all = s.projects.flatMap((project) => [...project.threads.values()].map((thread) => ({ project, thread })));
  all.sort((a, b) => inOrder(a.thread, b.thread));
  const from = all.findIndex(({ thread }) => thread.id === after) + 1;
  const next = [...all.slice(from), ...all.slice(0, from)].find(({ thread }) => waits(thread) && thread.id !== after);
  if (!next) {
    void vscode.window.setStatusBarMessage("$(check) No thread waits for you", 4000);
    return;
  }
  const uri = next.project.uri(next.thread.placement.file ?? next.thread.file ?? "");
  const isShown = vscode.window.visibleTextEditors.some((e) => e.document.uri.toString() === uri.toString());
  const asked = isShown ? undefined : s.threads.untilAsked(uri);
  await open(next, s);
  await asked;
  // VS Code does not report when it has drawn a file's threads, so this is repeated unless the user has gone on.
  for (const wait of isShown ? [0] : [drawing, 2 * drawing]) {
    await pause(wait);
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.uri.toString() !== uri.toString()) return;
    const end = s.threads.linesOf(next.thread.id)?.end;
    // The command finds a thread only on its last line.
    if (end !== undefined) editor.selection = new vscode.Selection(end, 0, end, 0);
    await vscode.commands.executeCommand("workbench.action.focusCommentOnCurrentLine");
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let wasShown = false; // the list of threads was shown by its command

const drawing = 250; // ms in which VS Code draws the threads of a file after it has asked about the file

const waits = (t: ThreadDetail): boolean => isOpen(t) && !isPerson(lastWord(t));

const inOrder = ({ placement: a }: ThreadDetail, { placement: b }: ThreadDetail): number =>
  (a.file ?? "").localeCompare(b.file ?? "") || (a.startLine ?? 0) - (b.startLine ?? 0);

async function open({ project, thread }: Target, s: Session): Promise<void> {
  const placement = s.placer.placement(project, thread);
  const file = placement.file ?? thread.file;
  if (file === undefined || (placement.anchorState === "orphaned" && !isOpenNow(project.uri(file)))) {
    s.markSeen([thread]);
    if (file === undefined) await showThread(project, thread);
    else await showThen(project, thread);
    s.threads.unfold(project, thread.id);
    return;
  }
  const lines = s.threads.linesOf(thread.id);
  const at = lines && new vscode.Range(lines.start, 0, lines.start, 0);
  const editor = await vscode.window.showTextDocument(project.uri(file), at ? { selection: at } : {});
  if (at) editor.revealRange(at, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  s.threads.unfold(project, thread.id);
}

/** Whether an editor has a file open; a file that is gone from the disk stays open until its editor is closed. */
const isOpenNow = (uri: vscode.Uri): boolean =>
  vscode.workspace.textDocuments.some((d) => d.uri.toString() === uri.toString());

/** The threads for a prompt: the chosen ones, otherwise all open ones (no ids) of the folders that have some. */
function forPrompt(s: Session, first: unknown, rows: unknown): Map<Project, string[]> {
  const node = first as Node | undefined;
  const inFile = node && "threads" in node && Array.isArray(node.threads) ? node.threads : undefined;
  const chosen = inFile?.flatMap(({ id }) => s.find(id) ?? []) ?? targetsOf(s, first, rows);
  if (first !== undefined && chosen.length > 0) return byProject(chosen);
  const all = s.projects.filter((p) => [...p.threads.values()].some(isOpen));
  if (all.length === 0) void inform("Consider: there is no open thread.");
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
  for (const [project, ids] of forPrompt(s, first, rows)) {
    await send(project, ids);
    return;
  }
}

async function choose(s: Session, what: "label" | "author", of: (t: ThreadDetail) => string[]): Promise<void> {
  const values = new Set(s.projects.flatMap((p) => [...p.threads.values()]).flatMap(of));
  const picks = [...values].sort().map((value) => ({ label: asLabel(value), value }));
  const any = { label: `Any ${what}`, value: undefined };
  const picked = await vscode.window.showQuickPick([any, ...picks], { title: `Show threads with which ${what}?` });
  if (!picked) return;
  const { [what]: dropped, ...rest } = s.filter;
  s.replaceFilter(picked.value === undefined ? rest : { ...rest, [what]: picked.value });
}

function clearFilter(s: Session): void {
  s.replaceFilter(everything);
}

async function archiveResolved(project: Project): Promise<void> {
  const resolved = [...project.threads.values()].filter((t) => t.workflowState === "resolved").length;
  if (resolved === 0) {
    void inform("Consider: no thread is resolved.");
    return;
  }
  const { ids } = await project.client.ask("archive", {});
  await project.refresh();
  const said = `Consider: ${ids.length} resolved threads archived.`;
  void offerUndo(said, async () => {
    await project.client.ask("unarchive", { ids });
    await project.refresh();
  });
}

async function reconcileAll(project: Project): Promise<void> {
  const r = await project.client.ask("reconcile", { all: true });
  await project.refresh(true);
  void inform(
    `Consider: ${r.checked} threads checked: ${r.anchored} anchored, ${r.stale} stale, ${r.orphaned} orphaned.`,
  );
}
