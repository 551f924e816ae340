/** The memory in VS Code: the views, the editor, the commands. All of them ask the back end. */
import * as vscode from "vscode";
import type { Session } from "../session";
import { ActivityTree } from "./activity";
import { registerMemoryCommands } from "./commands";
import { MemoryFiles } from "./document";
import { FileTree } from "./files";
import { Memory } from "./model";

export function showMemory(session: Session): vscode.Disposable {
  const memory = new Memory(session);
  const views = [new FileTree(memory), new ActivityTree(memory)];
  return vscode.Disposable.from(memory, new MemoryFiles(memory), ...views, registerMemoryCommands(memory));
}
