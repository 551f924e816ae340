/** The memory in VS Code: the tool for chat, the views, the editor, the commands. All of it asks the back end. */
import * as vscode from "vscode";
import type { Session } from "../session";
import { ActivityTree } from "./activity";
import { registerMemoryCommands } from "./commands";
import { MemoryFiles } from "./document";
import { FileTree } from "./files";
import { Memory } from "./model";
import { MemoryTool } from "./tool";

export function startMemory(session: Session): vscode.Disposable {
  const memory = new Memory(session);
  return vscode.Disposable.from(
    memory,
    new MemoryFiles(memory),
    new FileTree(memory),
    new ActivityTree(memory),
    registerMemoryCommands(memory),
    vscode.lm.registerTool("memory", new MemoryTool(memory)),
  );
}
