/** The tools for VS Code's chat: they pass on what the back end answers. */
import * as vscode from "vscode";
import { textOf } from "./kind";
import { Owner } from "./owner";
import type { Project } from "./project";
import type { Session } from "./session";

/** A tool about the project of the active editor, otherwise the first one. */
export class Tool<In extends object> extends Owner implements vscode.LanguageModelTool<In> {
  constructor(
    private readonly session: Session,
    name: string,
    private readonly prepared: (input: In) => vscode.PreparedToolInvocation,
    private readonly ask: (project: Project, input: In) => Promise<string>,
  ) {
    super();
    this.owned.push(vscode.lm.registerTool(name, this));
  }

  prepareInvocation({ input }: { input: In }): vscode.PreparedToolInvocation {
    return this.prepared(input);
  }

  async invoke({ input }: { input: In }): Promise<vscode.LanguageModelToolResult> {
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(await this.answer(input))]);
  }

  /** A refusal is also returned as an answer, so that the model can act on it. */
  private async answer(input: In): Promise<string> {
    const project = this.session.toShow(undefined);
    try {
      return project ? await this.ask(project, input) : "Error: no folder is open";
    } catch (error) {
      return `Error: ${textOf(error)}`;
    }
  }
}
