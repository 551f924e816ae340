/** Turns of agents: as comparisons to choose, as a report, and the person's saves that the report needs. */
import * as vscode from "vscode";
import { valueOf, WRITERS } from "../enums";
import type { Project } from "../project";
import type { TurnShowOutput } from "../protocol";
import type { Session } from "../session";
import { many } from "../shown";
import { showContents } from "./show";
import type { Scope } from "./words";

/** The latest ten turns, as choices of a comparison. */
export async function turnPicks(project: Project): Promise<(vscode.QuickPickItem & { scope: Scope })[]> {
  const { turns } = await project.client.ask("turn list", {}).catch(() => ({ turns: [] }));
  return turns.slice(0, 10).map((t, i) => ({
    label: i === 0 ? `Last turn of ${t.agent}` : `Turn of ${t.agent}`,
    description: `${new Date(t.from).toLocaleString()}, ${many(t.changed, "changed file")}`,
    scope: { kind: "turn", from: t.id },
  }));
}

/** The report on the turn that is compared; undefined for any other comparison. */
export async function reportOf(project: Project, { kind, from }: Scope): Promise<TurnShowOutput | undefined> {
  if (kind !== "turn" || from === undefined) return undefined;
  return await project.client.ask("turn show", { id: from }).catch(() => undefined);
}

/** Who changed a file, and for which threads. */
export function writerOf(turn: TurnShowOutput | undefined, path: string): string {
  const file = turn?.files.find((f) => f.path === path);
  if (!file) return "";
  const others = file.agents ? ` (${file.agents.join(", ")})` : "";
  return valueOf(WRITERS, file.by).word + others + (file.threads ? `, for ${file.threads.join(", ")}` : "");
}

/** A line about the whole turn; undefined if there is nothing to look at. */
export function summaryOf({ files, undone }: TurnShowOutput): string | undefined {
  const unasked = files.filter(({ by, threads }) => !["you", "agent", "unseen"].includes(by) && !threads).length;
  const lines = undone.reduce((n, u) => n + u.lines, 0);
  const said = [
    unasked > 0 ? `${many(unasked, "file")} that no thread asked for` : "",
    lines > 0 ? `undid ${many(lines, "line")} of yours` : "",
  ].filter(Boolean);
  return said.length > 0 ? said.join("; ") : undefined;
}

/** Shows what the turn did to the lines of the person's that it undid. */
export const showUndone = (project: Project, { agent, undone }: TurnShowOutput): Promise<void> =>
  showContents(
    project,
    `your lines that ${agent} undid`,
    undone.map(({ path: file, ...contents }) => ({ file, ...contents })),
  );

/** Reports files that the person saves, so that they are not taken for an agent's. */
export function reportSaves(session: Session): vscode.Disposable {
  return vscode.workspace.onDidSaveTextDocument(({ uri }) => {
    const project = session.projectOf(uri);
    const file = project?.file(uri);
    if (project?.info === undefined || file === undefined) return;
    project.client.ask("turn saved", { files: [file] }).catch(() => undefined); // then the report knows less
  });
}
