/** The memory in VS Code: the tool for chat, the views, the editor, the commands. All of them ask the back end. */
import type * as vscode from "vscode";
import { Owner } from "../owner";
import type { Session } from "../session";
import { ActivityTree } from "./activity";
import { registerMemoryCommands } from "./commands";
import { MemoryFiles } from "./document";
import { FileTree } from "./files";
import { Memory } from "./model";
import { memoryTool } from "./tool";

export class MemoryPart extends Owner {
  readonly memory: Memory;
  readonly tool: vscode.Disposable;

  constructor(session: Session) {
    super();
    this.memory = new Memory(session);
    this.tool = memoryTool(session);
    this.owned.push(
      this.memory,
      new MemoryFiles(this.memory),
      new FileTree(this.memory),
      new ActivityTree(this.memory),
      registerMemoryCommands(this.memory),
      this.tool,
    );
  }
}
