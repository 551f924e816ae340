/** The editor tool for chat: it returns where the person is, as the back end does for every agent. */
import * as vscode from "vscode";
import { textOf } from "../kind";
import type { Session } from "../session";

export class EditorTool implements vscode.LanguageModelTool<object>, vscode.Disposable {
  private readonly registered: vscode.Disposable;

  constructor(private readonly session: Session) {
    this.registered = vscode.lm.registerTool("consider_editor", this);
  }

  prepareInvocation(): vscode.PreparedToolInvocation {
    return { invocationMessage: "Reading your location in the editor" };
  }

  async invoke(): Promise<vscode.LanguageModelToolResult> {
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(await this.answer())]);
  }

  dispose(): void {
    this.registered.dispose();
  }

  /** A refusal is also returned as an answer, so that the model can act on it. */
  private async answer(): Promise<string> {
    const active = vscode.window.activeTextEditor;
    const project = (active && this.session.projectOf(active.document.uri)) ?? this.session.projects[0];
    if (!project) return "Error: no folder is open";
    try {
      const { editorContext } = await project.client.askAll("editor get-context", {});
      if (editorContext) return JSON.stringify(editorContext);
      return "No editorContext: no editor shows a file in this project, or the human does not share it.";
    } catch (error) {
      return `Error: ${textOf(error)}`;
    }
  }
}
