/**
 * Delivers the prompt to where an agent runs, each time after a person's click. It is typed into a terminal only while
 * an agent controls that terminal, which is checked again immediately before, and without Enter: the person reads it
 * first. Otherwise it is copied to the clipboard, and a message says so.
 */
import * as vscode from "vscode";
import { programFor } from "./agents";
import { inform } from "./messages";
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
  const { line: text } = await promptFor(project, ids);
  const places = await agentsIn(project);
  const place = places.length > 1 ? await choose(places) : places[0];
  if (places.length > 1 && !place) return;
  if (!place) {
    await copy(text, "no agent is running in a terminal here");
    return;
  }
  place.terminal.show(false);
  if ((await project.client.foreground(place.pid)) !== place.agent) {
    await copy(text, `${place.agent} has just exited in “${place.terminal.name}”`);
    return;
  }
  place.terminal.sendText(text, false);
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

/** Copies the prompt to the clipboard with a message, which offers VS Code's own chat. */
async function copy(text: string, why: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  const chat = "Open in Chat";
  const hasChat =
    !vscode.workspace.getConfiguration("chat").get<boolean>("disableAIFeatures", false) &&
    (await vscode.commands.getCommands(true)).includes("workbench.action.chat.open");
  const words = `Consider: ${why}. The prompt was copied to the clipboard.`;
  const answer = await inform(words, ...(hasChat ? [chat] : []));
  if (answer === chat)
    await vscode.commands.executeCommand("workbench.action.chat.open", { query: text, isPartialQuery: true });
}
