/** The choices on the page of setup. No elements here, so that unit tests can load this. */
import type { SetupAgent, SetupInput } from "../src/protocol";

/** The row of an agent, before a person changes it. */
export interface Row {
  isChecked: boolean;
  /** The part of its name in requests that says where it is set up. */
  scope: "" | ":home";
  note: string;
}

/** The rows of agents: those that were set up are checked or, the first time, those that are installed. */
export function rowsOf(agents: readonly SetupAgent[]): Row[] {
  const isFirst = !agents.some((a) => a.project || a.home);
  return agents.map(({ found, project, home }) => ({
    isChecked: project || home || (isFirst && found),
    scope: home && !project ? ":home" : "",
    note: project || home ? "set up" : found ? "detected" : "",
  }));
}

/** All that a person has chosen. */
export interface Chosen {
  agents: readonly { id: string; scope: string; isChecked: boolean }[];
  gitignore: boolean;
  mcp: boolean;
  hooks: string;
}

/** The request for it; hooks is a value of the list on the page. */
export function inputOf({ agents, hooks, ...rest }: Chosen, how: Pick<SetupInput, "dryRun" | "force">): SetupInput {
  const integrations = agents.filter((a) => a.isChecked).map((a) => a.id + a.scope);
  return { ...rest, ...how, integrations, hooks: hooks as NonNullable<SetupInput["hooks"]> };
}
