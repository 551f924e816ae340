/** How to start an agent with a prompt in any shell. No editor objects here, so that unit tests can load this. */

/** The command that starts an agent with a prompt, by its name in setup. Each waits for the person after it. */
const starts: Readonly<Record<string, string>> = {
  claude: "claude",
  codex: "codex",
  opencode: "opencode --prompt",
  qwen: "qwen -i",
  gemini: "gemini -i",
  copilot: "copilot -i",
  cursor: "cursor-agent",
  pi: "pi",
  cline: "cline",
};

/** The program of an agent; undefined for one that cannot be started in a terminal. */
export const programOf = (agent: string): string | undefined => starts[agent]?.split(" ")[0];

/**
 * The line that starts an agent with a prompt. In double quotes, these characters alone mean the same in bash, zsh,
 * fish, PowerShell and cmd; all others, such as the marks of code, are dropped.
 */
export const commandOf = (agent: string, prompt: string): string =>
  `${starts[agent] ?? agent} "${prompt.replaceAll(/[^\w ./:,;<>()-]/g, "")}"`;
