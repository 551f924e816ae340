import { AGENT_VARIABLES } from "./protocol";

/**
 * The environment for programs that are started for the person at the editor. An editor that was opened from an agent's
 * shell has the agent's variables; with them, the person's messages would count as the agent's.
 */
export function ownEnvironment(
  from: Readonly<NodeJS.ProcessEnv>,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  const isMark = (name: string): boolean => AGENT_VARIABLES.includes(platform === "win32" ? name.toUpperCase() : name);
  return Object.fromEntries(Object.entries(from).filter(([name]) => !isMark(name)));
}
