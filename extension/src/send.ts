/**
 * Delivers the prompt to where an agent runs, each time after a person's click. It is typed into a terminal only while
 * an agent controls that terminal, which is checked again immediately before, and without Enter: the person reads it
 * first. Otherwise the person chooses the way.
 */
import * as vscode from "vscode";
import { programFor } from "./agents";
import { commandOf, programOf } from "./handOver";
import { isOnPath } from "./locate";
import type { Project } from "./project";
import type { PromptOutput } from "./protocol";

interface Place {
  terminal: vscode.Terminal;
  pid: number;
  agent: string;
}

/** The prompt about threads; about all open ones when no ids are given. */
export async function promptFor(project: Project, ids: readonly string[]): Promise<PromptOutput> {
  return project.client.ask("prompt", { ids: [...ids], program: await programFor(project) });
}

export async function send(project: Project, ids: readonly string[]): Promise<void> {
  const places = await agentsIn(project);
  const place = places.length > 1 ? await choose(places) : places[0];
  if (places.length > 1 && !place) return;
  if (!place) {
    await handOver(project, ids, "no agent is running in a terminal here");
    return;
  }
  const { line } = await promptFor(project, ids);
  place.terminal.show(false);
  if ((await project.client.foreground(place.pid)) !== place.agent) {
    await handOver(project, ids, `${place.agent} has just exited in “${place.terminal.name}”`);
    return;
  }
  place.terminal.sendText(line, false);
  void vscode.window.setStatusBarMessage(`$(check) Prompt written for ${place.agent}: press Enter to send it`, 6000);
}

/** The terminals that an agent controls now. */
async function agentsIn(project: Project): Promise<Place[]> {
  const asked = vscode.window.terminals.map(async (terminal): Promise<Place[]> => {
    const pid = terminal.exitStatus ? undefined : await terminal.processId;
    const agent = pid === undefined ? undefined : await project.client.foreground(pid);
    return pid === undefined || agent === undefined ? [] : [{ terminal, pid, agent }];
  });
  return (await Promise.all(asked)).flat();
}

async function choose(places: readonly Place[]): Promise<Place | undefined> {
  const picks = places.map((place) => ({
    label: place.agent,
    description: `terminal “${place.terminal.name}”`,
    place,
  }));
  return (await vscode.window.showQuickPick(picks, { title: "Send to Agent" }))?.place;
}

type Way = vscode.QuickPickItem & { go: () => unknown };

/** Lets the person choose how an agent gets the prompt, because none can be typed to. */
async function handOver(project: Project, ids: readonly string[], why: string): Promise<void> {
  const { line } = await promptFor(project, ids);
  const ways: Way[] = await startsIn(project, ids);
  const chat = "workbench.action.chat.open";
  const isOff = vscode.workspace.getConfiguration("chat").get<boolean>("disableAIFeatures", false);
  if (!isOff && (await vscode.commands.getCommands(true)).includes(chat)) {
    const go = (): unknown => vscode.commands.executeCommand(chat, { query: line, isPartialQuery: true });
    ways.push({ label: "$(comment-discussion) Open in Chat", go });
  }
  ways.push({ label: "$(clippy) Copy Prompt", go: () => vscode.env.clipboard.writeText(line) });
  const placeHolder = `No prompt was sent: ${why}`;
  const picked = await vscode.window.showQuickPick(ways, { title: "Send to Agent", placeHolder, ignoreFocusOut: true });
  await picked?.go();
}

/**
 * A new terminal for each agent that setup has set up and that is installed. The command is typed there and not sent.
 * A thread of another worktree needs a terminal there, and only the program knows where that is.
 */
async function startsIn(project: Project, ids: readonly string[]): Promise<Way[]> {
  if (!vscode.workspace.isTrusted || ids.some((id) => project.threads.get(id)?.elsewhere)) return [];
  const { stands } = await project.client.ask("setup", { dryRun: true });
  const agents = (stands?.agents ?? []).filter((a) => (a.project || a.home) && isOnPath(programOf(a.id)));
  return agents.map(({ id, name }) => ({
    label: `$(terminal) Open a Terminal with ${programOf(id) ?? id}…`,
    description: "you press Enter there",
    go: async () => {
      const program = await programFor(project, "consider"); // which is on the PATH of a new terminal
      const { line } = await project.client.ask("prompt", { ids: [...ids], program });
      const terminal = vscode.window.createTerminal({ name, ...(project.root && { cwd: project.root }) });
      terminal.show(false);
      terminal.sendText(commandOf(id, line), false);
    },
  }));
}
