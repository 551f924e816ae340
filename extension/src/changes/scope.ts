/** The comparison that the list of changes shows, as chosen by the person. */
import * as vscode from "vscode";
import type { Project } from "../project";
import type { CheckpointView } from "../protocol";
import { roundOf } from "../shown";
import { turnPicks } from "./turns";
import type { Scope } from "./words";

const place = "consider.changes.scope";

/** The choice of each folder, kept over windows. The default is the last round, or uncommitted changes without one. */
export class Scopes {
  constructor(private readonly memory: vscode.Memento) {}

  async of(project: Project): Promise<Scope> {
    const chosen = this.chosen[project.folder.uri.toString()];
    if (chosen) return chosen;
    return (await roundsOf(project)).length > 0 ? { kind: "since", from: "last" } : { kind: "head" };
  }

  async keep(project: Project, scope: Scope): Promise<void> {
    await this.memory.update(place, { ...this.chosen, [project.folder.uri.toString()]: scope });
  }

  private get chosen(): Readonly<Record<string, Scope>> {
    return this.memory.get<Record<string, Scope>>(place, {});
  }
}

/** The rounds and other checkpoints of the person, newest first. */
async function roundsOf(project: Project): Promise<CheckpointView[]> {
  const { checkpoints } = await project.client.ask("checkpoint list", {}).catch(() => ({ checkpoints: [] }));
  return checkpoints.filter((c) => !c.auto).reverse();
}

type Choice = vscode.QuickPickItem & { scope?: Scope; asks?: boolean };

/** Asks what to compare with. */
export async function chooseScope(project: Project): Promise<Scope | undefined> {
  const rounds = await roundsOf(project);
  const turns = await turnPicks(project);
  const separator = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const picks: Choice[] = [
    ...rounds.slice(0, 1).map(({ name }): Choice => ({
      label: "Since the last round",
      description: name,
      scope: { kind: "since", from: "last" },
    })),
    { label: "Uncommitted changes", description: "HEAD vs. working copy", scope: { kind: "head" } },
    { label: "Staged changes", description: "HEAD vs. index", scope: { kind: "staged" } },
    { label: "Unstaged changes", description: "index vs. working copy", scope: { kind: "unstaged" } },
    { label: "Since a branch, tag or commit…", asks: true },
    ...(turns.length > 0 ? [separator("turns of agents"), ...turns] : []),
    ...(rounds.length > 0 ? [separator("since a checkpoint")] : []),
    ...rounds.map((c): Choice => ({ label: c.name, description: roundOf(c), scope: { kind: "since", from: c.name } })),
  ];
  const picked = await vscode.window.showQuickPick(picks, {
    title: "Choose Changes",
    matchOnDescription: true,
  });
  if (picked?.asks !== true) return picked?.scope;
  const from = await vscode.window.showInputBox({
    title: "Changes Since",
    prompt: "A branch, tag or commit",
    placeHolder: "main",
  });
  return from?.trim() ? { kind: "base", from: from.trim() } : undefined;
}
