/**
 * Suggestions of threads: written in a form, and applied to the text in the editor, saved or not, so that the editor
 * can undo them. The program decides whether one fits and how it changes the lines. It is recorded as applied when the
 * file is saved with it; a text that is closed without being saved leaves no trace.
 */
import * as vscode from "vscode";
import { editorAtHand, whyNot } from "./begin";
import { ReviewComment } from "./comment";
import { targetsIn, targetsOf, type Target } from "./commands";
import { linesIn, selected } from "./drawn";
import { registerTable, tell } from "./failure";
import { isKind, textOf } from "./kind";
import { log } from "./log";
import { inform, isSure } from "./messages";
import { Owner } from "./owner";
import { fromWire, type Lines } from "./position";
import type { Project } from "./project";
import type { Applied as Part, Suggestion } from "./protocol";
import type { Session } from "./session";
import { excerpt, many } from "./shown";
import { fence, fitsOf, keyOf, lineOf } from "./suggestions";
import { Unnoted, type Waiting } from "./unnoted";
import { keep } from "./write";

/** One requested suggestion. */
interface Wanted extends Target {
  /** As the person saw it. */
  suggestion: Suggestion;
}

export class ApplyPart extends Owner {
  private readonly waiting: Unnoted;

  constructor(private readonly session: Session) {
    super();
    this.waiting = new Unnoted(session.context.workspaceState);
    const commands: Record<string, (...args: unknown[]) => Promise<void>> = {
      apply: (first) => this.one(first, false),
      applyResolve: (first) => this.one(first, true),
      applyAll: (first, rows) => this.several(targetsIn(session, first, rows)),
      applyFile: () => this.several(session.inFile(editorAtHand()?.document.uri)),
      suggest: (first) => suggest(session, first),
    };
    this.owned.push(
      vscode.workspace.onDidSaveTextDocument((d) => void this.saved(d)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        for (const w of this.waiting.of(uri)) this.waiting.drop(w);
      }),
      registerTable(commands, [], (name) =>
        name === "suggest" ? "could not suggest a change" : "could not apply suggestions",
      ),
    );
  }

  private async one(first: unknown, resolve: boolean): Promise<void> {
    const wanted = await pick(this.session, first, "Apply Suggestion");
    if (wanted) await this.put([wanted], resolve);
  }

  /** Applies those of the selected rows, or of a file, each thread's only one. All others are named. */
  private async several(targets: readonly Target[]): Promise<void> {
    const taken: Wanted[] = [];
    const left: Target[] = [];
    const unclear: Target[] = [];
    for (const t of targets) {
      const [suggestion, more] = fitsOf(t.thread);
      if (!suggestion) continue;
      const wanted = { ...t, suggestion };
      if (more) unclear.push(t);
      else if (await this.fit([...taken, wanted])) taken.push(wanted);
      else left.push(t);
    }
    const why = [...named("lines changed or overlap", left), ...named("there are several suggestions", unclear)];
    if (taken.length > 0) await this.put(taken, false);
    else if (why.length === 0) throw new Error("no suggestion here applies to the current lines");
    if (why.length > 0) void inform(`Consider: not applied, because ${why.join("; because ")}.`);
  }

  /** Whether suggestions fit the texts in the editor together, without a merge. */
  private async fit(wanted: readonly Wanted[]): Promise<boolean> {
    const fitting = [...this.byFile(wanted)].map(async ([file, { project, ids }]) => {
      const text = (await vscode.workspace.openTextDocument(project.uri(file))).getText();
      await project.client.ask("apply", { ids, file, text, dryRun: true });
    });
    return Promise.all(fitting).then(
      () => true,
      (error: unknown) => !isKind(error, "conflict"), // another error is shown when they are applied
    );
  }

  /** Puts suggestions into the texts of their files as one undo step: all of them or none. */
  private async put(wanted: readonly Wanted[], resolve: boolean): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    const put: { document: vscode.TextDocument; isDirty: boolean; version: number; waiting: Waiting }[] = [];
    for (const [file, { project, ids }] of this.byFile(wanted)) {
      const document = await vscode.workspace.openTextDocument(project.uri(file));
      const { version, isDirty } = document;
      const text = document.getText();
      const parts = await planned(project, ids, file, text);
      if (!parts) return; // the person has seen the merge, and does not want it
      for (const p of parts) replace(edit, document, p);
      const noted = { ids: parts.map((p) => `${p.thread}#${p.n}`), resolve: resolve ? parts.map((p) => p.thread) : [] };
      put.push({ document, isDirty, version, waiting: { uri: document.uri.toString(), file, text, ...noted } });
    }
    if (put.some((p) => p.document.version !== p.version)) throw new Error("the text has just changed; try again");
    if (!(await vscode.workspace.applyEdit(edit))) throw new Error("VS Code rejected the edit");
    for (const p of put) this.waiting.add(p.waiting);
    // A text that was saved before is saved again; other unsaved changes are left to the person.
    for (const p of put) if (!p.isDirty) await p.document.save();
    const left = put.filter((p) => p.document.isDirty).length;
    const words = `${many(wanted.length, "suggestion")} applied`;
    const said = left > 0 ? `$(edit) ${words}; not recorded until you save` : `$(check) ${words}`;
    void vscode.window.setStatusBarMessage(said, 6000);
  }

  /** Groups them by the file in which each thread is now. */
  private byFile(wanted: readonly Wanted[]): Map<string, { project: Project; ids: string[] }> {
    const out = new Map<string, { project: Project; ids: string[] }>();
    for (const { project, thread, suggestion } of wanted) {
      const file = this.session.placer.placement(project, thread).file ?? thread.file;
      if (file === undefined) throw new Error("the thread is not attached to a file");
      const here = out.get(file) ?? { project, ids: [] };
      if (here.project !== project) throw new Error("apply suggestions in one folder at a time");
      here.ids.push(keyOf(thread, suggestion));
      out.set(file, here);
    }
    return out;
  }

  /** Records the suggestions that the saved file contains. Others may come back with a redo. */
  private async saved({ uri }: vscode.TextDocument): Promise<void> {
    const project = this.session.projectOf(uri);
    if (!project) return;
    for (const w of this.waiting.of(uri)) {
      const { ids, file, text } = w;
      try {
        await project.client.ask("apply", { ids, file, text, threeWay: true, noted: true });
        this.waiting.drop(w);
        if (w.resolve.length > 0) await project.client.ask("resolve", { ids: w.resolve });
        await project.refresh();
      } catch (error) {
        log.info(`apply: ${ids.join(", ")} not recorded: ${textOf(error)}`);
        if (!isKind(error, "conflict")) void tell("suggestion applied but not recorded", error);
      }
    }
  }
}

/** A reason with the first words of the threads that it is about; nothing without threads. */
const named = (reason: string, of: readonly Target[]): string[] =>
  of.length > 0 ? [`${reason}: ${of.map(({ thread }) => `“${excerpt(thread.body, 40)}”`).join(", ")}`] : [];

/** The argument of a command on suggestions: those of a comment, or the one above which a code lens was clicked. */
export const meantBy = (first: unknown): string | undefined =>
  first instanceof ReviewComment ? first.id : (first as { only?: string } | undefined)?.only;

/** The suggestion that is meant, or one of the thread at the cursor. The person picks when there are several. */
export async function pick(session: Session, first: unknown, title: string): Promise<Wanted | undefined> {
  const [target] = targetsOf(session, first, undefined);
  const fits = target ? fitsOf(target.thread, meantBy(first)) : [];
  if (!target || fits.length === 0) throw new Error("no suggestion here applies to the current lines");
  const picks = fits.map((s) => ({ ...target, suggestion: s, label: `Suggestion ${s.n}`, detail: lineOf(s.text) }));
  return picks.length === 1 ? picks[0] : await vscode.window.showQuickPick(picks, { title });
}

/** The changes that each suggestion makes to the text; undefined if the user declines a merge that it needs. */
async function planned(project: Project, ids: string[], file: string, text: string): Promise<Part[] | undefined> {
  const ask = { ids, file, text, dryRun: true };
  try {
    return (await project.client.ask("apply", ask)).applied;
  } catch (error) {
    if (!isKind(error, "conflict")) throw error;
    const merged = await project.client.ask("apply", { ...ask, threeWay: true }).catch(() => undefined);
    if (!merged) throw error;
    const detail = merged.applied.map((p) => p.diff).join("\n");
    const question = "The lines have changed since this suggestion. Merge both changes?";
    return (await isSure(question, detail, "Merge and Apply")) ? merged.applied : undefined;
  }
}

/** Replaces whole lines by whole lines. */
function replace(edit: vscode.WorkspaceEdit, document: vscode.TextDocument, part: Part): void {
  const lines = fromWire(part.startLine, part.endLine);
  if (!lines) throw new Error("the lines of the thread cannot be determined");
  const last = document.lineAt(lines.end).range.end;
  const range = new vscode.Range(lines.start, 0, lines.end, last.character);
  if (part.lines.length > 0) edit.replace(document.uri, range, part.lines.join("\n"));
  else if (lines.end + 1 < document.lineCount)
    edit.delete(document.uri, new vscode.Range(lines.start, 0, lines.end + 1, 0));
  else {
    const from = lines.start > 0 ? document.lineAt(lines.start - 1).range.end : range.start;
    edit.delete(document.uri, new vscode.Range(from, last));
  }
}

/**
 * Begins a comment with the lines as a suggestion, which the person changes and sends: in the form whose button was
 * pressed, as a reply to the thread at the cursor, or as a new thread on the selected lines.
 */
async function suggest(s: Session, first: unknown): Promise<void> {
  const reply = first as vscode.CommentReply | undefined;
  const form = reply && "text" in reply ? reply : undefined;
  const [target] = form ? [] : targetsOf(s, first, undefined);
  const id = form ? s.threads.idOf(form.thread)?.id : target?.thread.id;
  const editor = editorAtHand();
  const uri = form?.thread.uri ?? (id === undefined ? editor?.document.uri : s.threads.drawnAs(id)?.uri);
  const chosen = form ? linesIn(form.thread) : editor && selected(editor);
  const lines = id === undefined ? chosen : s.threads.linesOf(id);
  if (!form && id === undefined && (!uri || s.projectOf(uri)?.file(uri) === undefined))
    throw new Error(s.faults[0] ?? whyNot(editor));
  if (!uri || !lines) throw new Error("only comments on lines can have suggestions");
  const document = await vscode.workspace.openTextDocument(uri);
  const words = [form?.text.trim() ?? "", fence(linesOf(document, lines))].filter(Boolean).join("\n\n");
  const thread = form?.thread ?? (id === undefined ? undefined : s.threads.drawnAs(id)) ?? s.threads.begin(uri, lines);
  const draft = { uri: uri.toString(), text: words, ...(id === undefined ? { lines } : { thread: id }) };
  await keep(s, draft, thread);
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
}

function linesOf(document: vscode.TextDocument, { start, end }: Lines): string[] {
  const last = Math.min(end, document.lineCount - 1);
  return Array.from({ length: last - start + 1 }, (_, i) => document.lineAt(start + i).text);
}
