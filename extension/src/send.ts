/**
 * The prompt for an agent, put where the agent runs; each time by a person's click. Into a terminal it goes only while
 * that terminal is in the hands of an agent, which is asked again in the instant before, and without the key that would
 * send it: the person reads it first. Else it is in the clipboard, and that is said.
 */
import * as vscode from "vscode";
import { programFor } from "./agents";
import type { Project } from "./project";
import type { PromptOutput } from "./protocol";

interface Place {
  terminal: vscode.Terminal;
  pid: number;
  agent: string;
}

/** What a person says to an agent about threads; about all open ones where none is named. */
export async function promptFor(project: Project, ids: readonly string[]): Promise<PromptOutput> {
  return project.client.ask("prompt", { ids: [...ids], program: await programFor(project) });
}

export async function send(project: Project, ids: readonly string[]): Promise<void> {
  const { line: text } = await promptFor(project, ids);
  const places = await agentsIn(project);
  const place = places.length > 1 ? await choose(places) : places[0];
  if (places.length > 1 && !place) return;
  if (!place) {
    await copy(text, "No agent runs in a terminal here");
    return;
  }
  place.terminal.show(false);
  if ((await project.client.foreground(place.pid)) !== place.agent) {
    await copy(text, `${place.agent} has just ended in “${place.terminal.name}”`);
    return;
  }
  place.terminal.sendText(text, false);
  void vscode.window.setStatusBarMessage(`$(check) Written for ${place.agent}: press Enter to send it`, 6000);
}

/** The terminals that an agent has in its hands now. */
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
  return (await vscode.window.showQuickPick(picks, { title: "Send to Which Agent?" }))?.place;
}

/** Into the clipboard, and said so; from there into VS Code's own chat where the person wants that. */
async function copy(text: string, why: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  const chat = "Open in Chat";
  const hasChat =
    !vscode.workspace.getConfiguration("chat").get<boolean>("disableAIFeatures", false) &&
    (await vscode.commands.getCommands(true)).includes("workbench.action.chat.open");
  const words = `Consider: ${why}. The prompt is in the clipboard.`;
  const answer = await vscode.window.showInformationMessage(words, ...(hasChat ? [chat] : []));
  if (answer === chat)
    await vscode.commands.executeCommand("workbench.action.chat.open", { query: text, isPartialQuery: true });
}
