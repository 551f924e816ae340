/**
 * Read-only texts that the back end makes: a thread's code as it was and as it is, a whole thread, what changed since
 * a checkpoint. The address says what to ask, so that such an editor is filled again after a reload of the window.
 */
import * as vscode from "vscode";
import { at, scheme, type About } from "./address";
import type { Project } from "./project";
import type { Code } from "./protocol";
import type { Session } from "./session";
import { comparison, findings, linesOf, transcript } from "./shown";

const around = 3; // lines of code on either side: as many as are kept of the code as it was

export function provideTexts(session: Session): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(uri) {
      const about = JSON.parse(uri.query) as About;
      await session.ready;
      if ("folder" in about) {
        const client = session.projects.find((p) => p.folder.uri.toString() === about.folder)?.client;
        if (!client) return "";
        if (about.what === "check") return findings(await client.ask("fsck", {}));
        return comparison(await client.ask("checkpoint diff", { a: about.checkpoint }));
      }
      const found = session.find(about.id);
      if (!found) return "";
      if (about.what === "thread") return transcript(found.thread);
      const { thread, then } = await found.project.client.ask("context", { id: about.id, lines: around });
      return textOf(about.what === "now" ? thread.code : (then ?? thread.code));
    },
  });
}

/** The code that a thread was about beside the code it is about now, where they differ. */
export async function showThen(project: Project, id: string): Promise<void> {
  const { thread, then } = await project.client.ask("context", { id, lines: around });
  const now = thread.code;
  const file = then?.file ?? now?.file ?? thread.file;
  if (file === undefined) {
    await showThread(id);
    return;
  }
  const name = file.split("/").at(-1) ?? file;
  if (then && now) {
    const title = `${name}: then, ${linesOf(then)} ↔ now, ${linesOf(now)}`;
    await vscode.commands.executeCommand(
      "vscode.diff",
      at(file, { what: "then", id }),
      at(now.file, { what: "now", id }),
      title,
    );
    withoutNumbers();
  } else {
    await show(at(file, { what: then ? "then" : "now", id }));
    withoutNumbers();
  }
}

/** The lines of a piece of code do not have the numbers that they have in their file; its title has those. */
function withoutNumbers(): void {
  for (const editor of vscode.window.visibleTextEditors)
    if (editor.document.uri.scheme === scheme) editor.options = { lineNumbers: vscode.TextEditorLineNumbersStyle.Off };
}

/** A thread on the review as a whole has no place in an editor; it is shown as a text. */
export async function showThread(id: string): Promise<void> {
  await show(at(`${id}.md`, { what: "thread", id }));
}

export async function showChanges(project: Project, checkpoint: string): Promise<void> {
  await show(at(`since ${checkpoint}.diff`, { what: "changes", folder: project.folder.uri.toString(), checkpoint }));
}

/** What a check of the store found. */
export async function showCheck(project: Project): Promise<void> {
  await show(at("Check of the Store.md", { what: "check", folder: project.folder.uri.toString() }));
}

async function show(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(uri, { preview: true });
}

function textOf(code: Code | undefined): string {
  return code ? code.lines.join("\n") + "\n" : "";
}
