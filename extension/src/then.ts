/** The code of a thread as it was and as it is, side by side in the editor's own diff. */
import * as vscode from "vscode";
import type { Project } from "./project";
import type { Code } from "./protocol";
import type { Session } from "./session";

const scheme = "consider";

export function provideThen(session: Session): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(uri) {
      const { id, side } = JSON.parse(uri.query) as { id: string; side: "then" | "now" };
      const found = session.find(id);
      if (!found) return "";
      const answer = await found.project.client.ask("context", { id });
      return textOf(side === "now" ? answer.thread.code : (answer.then ?? answer.thread.code));
    },
  });
}

export async function showThen(project: Project, id: string): Promise<void> {
  const answer = await project.client.ask("context", { id });
  const file = answer.then?.file ?? answer.thread.code?.file ?? answer.thread.file ?? id;
  const side = (name: string): vscode.Uri =>
    vscode.Uri.from({ scheme, path: `/${file}`, query: JSON.stringify({ id, side: name }) });
  const name = file.split("/").at(-1) ?? file;
  if (answer.then && answer.thread.code) {
    await vscode.commands.executeCommand("vscode.diff", side("then"), side("now"), `${name}: then ↔ now (${id})`);
  } else {
    await vscode.window.showTextDocument(side(answer.then ? "then" : "now"), { preview: true });
  }
}

function textOf(code: Code | undefined): string {
  return code ? code.lines.join("\n") + "\n" : "";
}
