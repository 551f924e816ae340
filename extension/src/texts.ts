/**
 * Read-only texts from the back end: the old file of a thread, a whole thread, one side of a list of changes. The
 * address says what to ask for, so that such an editor can be filled again after a reload of the window.
 */
import * as vscode from "vscode";
import { at, round, scheme, was, type About } from "./address";
import { textOfSide } from "./changes/show";
import type { Project } from "./project";
import type { Suggestion, ThreadDetail } from "./protocol";
import type { Session } from "./session";
import { findings, harmless, subjectOf } from "./shown";
import { keyOf } from "./suggestions";
import { linesWords } from "./threadWords";

export function provideTexts(session: Session): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(uri) {
      const about = JSON.parse(uri.query) as About;
      await session.ready;
      if ("folder" in about) {
        const project = session.projects.find((p) => p.folder.uri.toString() === about.folder);
        if (!project) return "";
        if (about.what === "side") return textOfSide(project, about.file, about);
        return findings(await project.client.ask("fsck", {}));
      }
      const found = session.find(about.id);
      if (!found) return "";
      const { client } = found.project;
      if (about.what === "suggested") return suggested(found.project, found.thread, about.suggestion);
      if (about.what === "round") return `${found.project.titleOf(found.thread)}\n`;
      if (about.what === "thread") return harmless((await client.ask("export", { ids: [about.id] })).text);
      return (await client.ask("base", { id: about.id })).text;
    },
  });
}

/**
 * Compares the original file of a thread with the present one, at the change nearest to its lines. The right side is
 * the file itself: it has its threads, and can be edited.
 */
export async function showThen(project: Project, thread: ThreadDetail, preserveFocus = false): Promise<void> {
  const { id, target, placement, file } = thread;
  if (target !== "lines") {
    await showThread(project, thread, preserveFocus);
    return;
  }
  const then = await project.client.ask("base", { id });
  const left = was(project.uri(then.file), { what: "then", id });
  const now = placement.file ?? file;
  if (placement.anchorState === "orphaned" || now === undefined) {
    await show(left, then.startLine, preserveFocus);
    return;
  }
  const name = now.split("/").at(-1) ?? now;
  const is = linesWords(placement.startLine, placement.endLine) || "lines not found";
  const title = `${name}: original (${linesWords(then.startLine, then.endLine)}) ↔ current (${is})`;
  const line = (then.line ?? placement.startLine ?? placement.guess?.startLine ?? 1) - 1;
  await vscode.commands.executeCommand("vscode.diff", left, project.uri(now), title, {
    preview: true,
    preserveFocus,
    selection: new vscode.Range(line, 0, line, 0),
  });
}

/** Shows a thread that is on no file: a comment on a round below a text with its title, any other one as text. */
export async function showThread(project: Project, thread: ThreadDetail, preserveFocus = false): Promise<void> {
  const { id, target } = thread;
  const name = `${subjectOf(thread).replaceAll("/", " ")}.md`;
  const uri = target === "review" ? round(project.titleOf(thread), id) : at(name, { what: "thread", id });
  await show(uri, undefined, preserveFocus);
}

/** Compares a file, as it is in the editor, with the same file after a suggestion. */
export async function showSuggested(project: Project, thread: ThreadDetail, one: Suggestion): Promise<void> {
  const file = project.uri(thread.placement.file ?? thread.file ?? "");
  const about = { what: "suggested", id: thread.id, suggestion: keyOf(thread, one) } as const;
  const title = `${file.path.split("/").at(-1) ?? ""}: current ↔ suggested`;
  await vscode.commands.executeCommand("vscode.diff", file, was(file, about), title, { preview: true });
}

async function suggested(project: Project, { placement, file: was }: ThreadDetail, id: string): Promise<string> {
  const file = placement.file ?? was ?? "";
  const text = (await vscode.workspace.openTextDocument(project.uri(file))).getText();
  const plan = { ids: [id], file, text, dryRun: true, threeWay: true };
  const lines = text.split("\n");
  for (const { startLine, endLine, lines: by } of (await project.client.ask("apply", plan)).applied)
    lines.splice(startLine - 1, endLine - startLine + 1, ...by);
  return lines.join("\n");
}

/** The findings of a check of the store. */
export async function showCheck(project: Project): Promise<void> {
  await show(at("Review Data Check.md", { what: "check", folder: project.folder.uri.toString() }));
}

async function show(uri: vscode.Uri, line?: number, preserveFocus = false): Promise<void> {
  const selection = line === undefined ? {} : { selection: new vscode.Range(line - 1, 0, line - 1, 0) };
  await vscode.window.showTextDocument(uri, { preview: true, preserveFocus, ...selection });
}
