/** The memory tool for chat. It passes on the model's input and the back end's answer unchanged. */
import * as vscode from "vscode";
import { textOf } from "../kind";
import type { MemoryInput } from "../protocol";
import type { Memory } from "./model";
import { confirmation } from "./words";

export class MemoryTool implements vscode.LanguageModelTool<MemoryInput> {
  constructor(private readonly memory: Memory) {}

  prepareInvocation({
    input,
  }: vscode.LanguageModelToolInvocationPrepareOptions<MemoryInput>): vscode.PreparedToolInvocation {
    const { doing, title, message } = confirmation(input);
    if (title === undefined) return { invocationMessage: doing };
    return { invocationMessage: doing, confirmationMessages: { title, message: message ?? "" } };
  }

  async invoke({
    input,
  }: vscode.LanguageModelToolInvocationOptions<MemoryInput>): Promise<vscode.LanguageModelToolResult> {
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(await this.answer(input))]);
  }

  /** A refusal is also returned as an answer, so that the model can act on it. */
  private async answer(input: MemoryInput): Promise<string> {
    const project = this.memory.project();
    if (!project) return "Error: no folder is open, so there is no memory";
    try {
      return (await project.client.ask("memory", input)).text;
    } catch (error) {
      return `Error: ${textOf(error)}`;
    }
  }
}
