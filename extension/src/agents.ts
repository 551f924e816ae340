/**
 * Offers the program to agents in this window even without setup: on the PATH of terminals, and as tools in VS Code's
 * own chat. The program decides who the caller is, as everywhere.
 */
import { existsSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { Owner } from "./owner";
import type { Project } from "./project";
import type { Session } from "./session";

export class Agents extends Owner implements vscode.McpServerDefinitionProvider {
  private readonly changed = new vscode.EventEmitter<void>();
  private known = "";

  readonly onDidChangeMcpServerDefinitions = this.changed.event;

  constructor(private readonly session: Session) {
    super();
    this.owned.push(
      vscode.lm.registerMcpServerDefinitionProvider("consider.mcp", this),
      session.on(["state"], () => void this.follow()),
      this.changed,
    );
  }

  /** One server for each folder. */
  async provideMcpServerDefinitions(): Promise<vscode.McpStdioServerDefinition[]> {
    const running = this.running();
    const program = running.length > 0 ? await this.session.programs.find() : undefined;
    if (program === undefined) return [];
    return running.map((p) => {
      const label = running.length > 1 ? `Consider (${p.folder.name})` : "Consider";
      const server = new vscode.McpStdioServerDefinition(label, program, ["mcp"], {}, p.info?.version);
      server.cwd = p.folder.uri;
      return server;
    });
  }

  private running(): Project[] {
    return this.session.projects.filter((p) => p.info);
  }

  /** Follows a change of the program or of the folders. */
  private async follow(): Promise<void> {
    const running = this.running();
    if (running.length === 0) return;
    const program = await this.session.programs.find();
    const now = [program, ...running.map((p) => p.folder.uri.toString())].join("\n");
    if (program === undefined || now === this.known) return;
    this.known = now;
    this.changed.fire();
    const everywhere = { applyAtProcessCreation: true, applyAtShellIntegration: true };
    // Appended, so that a program that the user put on PATH comes first.
    this.session.context.environmentVariableCollection.append(
      "PATH",
      path.delimiter + path.dirname(program),
      everywhere,
    );
  }
}

/** How an agent calls the program in a project from any terminal: by the agents' launcher if setup made one, otherwise the other one. */
export async function programFor(project: Project, other?: string): Promise<string> {
  const { info } = project.client;
  const door = path.join(info?.store ?? "", "bin", process.platform === "win32" ? "consider-cli.cmd" : "consider-cli");
  const at = existsSync(door)
    ? path.relative(info?.root ?? "", door)
    : (other ?? (await project.client.program()) ?? "consider");
  return /\s/.test(at) ? `"${at}"` : at;
}
