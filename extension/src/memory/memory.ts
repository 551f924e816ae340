/** The memory in VS Code: the tool for chat, the views, the editor, the commands. All of them ask the back end. */
import * as vscode from "vscode";
import type { Session } from "../session";
import { ActivityTree } from "./activity";
import { registerMemoryCommands } from "./commands";
import { MemoryFiles } from "./document";
import { FileTree } from "./files";
import { Memory } from "./model";
import { MemoryTool } from "./tool";

export class MemoryPart implements vscode.Disposable {
  readonly memory: Memory;
  readonly tool: MemoryTool;
  private readonly all: vscode.Disposable;

  constructor(session: Session) {
    this.memory = new Memory(session);
    this.tool = new MemoryTool(this.memory);
    this.all = vscode.Disposable.from(
      this.memory,
      new MemoryFiles(this.memory),
      new FileTree(this.memory),
      new ActivityTree(this.memory),
      registerMemoryCommands(this.memory),
      vscode.lm.registerTool("consider_memory", this.tool),
    );
  }

  dispose(): void {
    this.all.dispose();
  }
}
