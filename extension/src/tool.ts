/** The tools for VS Code's chat: they pass on a model's input and the back end's answer. */
import * as vscode from "vscode";
import { textOf } from "./kind";
import { confirmation } from "./memory/words";
import { Owner } from "./owner";
import type { Project } from "./project";
import type { MemoryInput } from "./protocol";
import type { Session } from "./session";

export const memoryTool = (session: Session): vscode.Disposable =>
  new Tool<MemoryInput>(
    session,
    "consider_memory",
    confirmation,
    async ({ client }, input) => (await client.ask("memory", input)).text,
  );

/** It returns where the person is, as the back end does for every agent. */
export const editorTool = (session: Session): vscode.Disposable =>
  new Tool(
    session,
    "consider_editor",
    () => ({ invocationMessage: "Reading your location in the editor" }),
    async ({ client }) => {
      const { editorContext } = await client.askAll("editor get-context", {});
      if (editorContext) return JSON.stringify(editorContext);
      return "No editorContext: no editor shows a file in this project, or the human does not share it.";
    },
  );

/** A tool about the project of the active editor, otherwise the first one. */
class Tool<In extends object> extends Owner implements vscode.LanguageModelTool<In> {
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
