package agents

// agent describes how to recognize a coding agent.
type agent struct {
	name      string
	former    []string // names that earlier versions stored for it
	variables []string // that it sets for the commands it runs
	programs  []string // names of its program
	parts     []string // parts of its program's path, where the file has another name
	clients   []string // beginnings of the names that it gives itself over MCP and in AI_AGENT
	source    string   // where these facts are from
}

// known lists the agents that are recognized by more than the shared variables. Agents that others are built on, or
// that start others, come first.
var known = []agent{
	{
		name:   "claude-code",
		former: []string{"claude"},
		// Its MCP servers get only the second one.
		variables: []string{"CLAUDECODE", "CLAUDE_CODE_SESSION_ID"},
		programs:  []string{"claude"},
		parts:     []string{"/@anthropic-ai/claude-", "/claude/versions/"},
		clients:   []string{"claude-code"},
		source:    "https://code.claude.com/docs/en/env-vars; Claude Code 2.1.329 was run",
	},
	{
		name:      "codex",
		variables: []string{"CODEX_THREAD_ID", "CODEX_SESSION_ID", "CODEX_CI", "CODEX_TOOL_CALL_ID", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED"},
		programs:  []string{"codex", "codex-linux-sandbox"},
		parts:     []string{"/@openai/codex/"},
		clients:   []string{"codex"}, // its MCP servers get none of its variables
		source:    "https://github.com/openai/codex/blob/main/AGENTS.md; Codex 0.169.0 was run",
	},
	{
		name:      "opencode",
		variables: []string{"OPENCODE", "OPENCODE_PID"},
		programs:  []string{"opencode"},
		parts:     []string{"/opencode-ai/"},
		clients:   []string{"opencode"},
		source:    "https://opencode.ai/docs/cli; OpenCode 1.18.33 was run",
	},
	{
		name:      "qwen",
		variables: []string{"QWEN_CODE"},
		programs:  []string{"qwen"},
		parts:     []string{"/@qwen-code/qwen-code/"},
		clients:   []string{"qwen"},
		source:    "https://github.com/QwenLM/qwen-code packages/core/src/services/shellExecutionService.ts; Qwen Code 0.24.4 was run",
	},
	{
		name:      "gemini",
		variables: []string{"GEMINI_CLI"},
		programs:  []string{"gemini"},
		parts:     []string{"/@google/gemini-cli/"},
		clients:   []string{"gemini"},
		source:    "https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/shell.md; Gemini CLI 0.61.0 was run",
	},
	{
		name:      "copilot",
		former:    []string{"github", "visual-studio-code"},
		variables: []string{"COPILOT_CLI", "COPILOT_AGENT"}, // the second one is from the agent in VS Code
		programs:  []string{"copilot"},
		parts:     []string{"/@github/copilot/"},
		clients:   []string{"copilot", "github-copilot", "visual-studio-code"},
		source:    "https://docs.github.com/en/copilot/reference/copilot-cli-reference; Copilot CLI 1.0.102 was run, VS Code 1.139.1 was read",
	},
	{
		name:      "cursor",
		variables: []string{"CURSOR_AGENT"},
		programs:  []string{"cursor-agent"}, // not cursor, which is the editor
		parts:     []string{"/cursor-agent/versions/"},
		clients:   []string{"cursor"},
		source:    "https://cursor.com/docs/cli",
	},
	{
		name:      "pi",
		variables: []string{"PI_CODING_AGENT"},
		programs:  []string{"pi"},
		parts:     []string{"/pi-coding-agent/"},
		source:    "https://github.com/badlogic/pi-mono packages/coding-agent/src/cli.ts; pi 0.73.1 was run",
	},
	{
		name: "cline",
		// The extension sets the first one in the terminals that it opens. The others are from the command line's
		// wrapper and from the program itself.
		variables: []string{"CLINE_ACTIVE", "CLINE_WRAPPER_PATH", "CLINE_CONNECTOR_CLI_LAUNCH"},
		programs:  []string{"cline", ".cline"},
		parts:     []string{"/node_modules/cline/", "/@cline/cli-"},
		clients:   []string{"cline"},
		source:    "https://github.com/cline/cline/discussions/5366; Cline 3.0.65 was run",
	},
	{
		name:      "goose",
		variables: []string{"GOOSE_TERMINAL"},
		programs:  []string{"goose", "goosed"},
		clients:   []string{"goose"},
		source:    "https://github.com/block/goose crates/goose-mcp developer/shell.rs",
	},
	{
		name:      "crush",
		variables: []string{"CRUSH"},
		programs:  []string{"crush"},
		clients:   []string{"crush"},
		source:    "https://github.com/charmbracelet/crush internal/shell/shell.go",
	},
	{
		name:     "droid", // for its hooks alone it sets variables
		programs: []string{"droid"},
		parts:    []string{"/@factory/cli"},
		clients:  []string{"factory-cli"},
		source:   "https://www.npmjs.com/package/droid; Droid 0.215.0 was read",
	},
	{
		name:      "auggie",
		variables: []string{"AUGMENT_AGENT"},
		programs:  []string{"auggie"},
		parts:     []string{"/@augmentcode/auggie/"},
		clients:   []string{"augment-mcp-client"},
		source:    "https://docs.augmentcode.com/cli/reference; Auggie 0.36.0 was read",
	},
	{
		name:      "amp",
		variables: []string{"AMP_CURRENT_THREAD_ID"}, // besides AGENT=amp
		programs:  []string{"amp"},
		parts:     []string{"/@sourcegraph/amp/", "/@ampcode/cli"},
		source:    "https://github.com/ascorbic/am-i-vibing/pull/73, which read its program",
	},
	{
		name:     "aider",
		programs: []string{"aider"},
		parts:    []string{"/aider/__main__.py"},
		source:   "https://aider.chat/docs/usage.html: it sets no variable of its own",
	},
}

// These variables are becoming common to agents of all makers: AI_AGENT=<name>_<version>_agent, and AGENT. Other
// programs, which are not coding agents, used the second one before.
// Source: https://github.com/agentsmd/agents.md/issues/136.
const (
	sharedName = "AI_AGENT"
	sharedSign = "AGENT"
)

// interpreters are programs that run scripts. The script decides which agent it is.
var interpreters = []string{"node", "nodejs", "bun", "deno", "python", "python3", "pypy3", "uv", "tsx"}

// valued are the flags of interpreters that have the next word of the command line as their value.
var valued = []string{
	"-r", "--require", "--import", "--loader", "--experimental-loader", "-C", "--conditions", "--env-file", "--title", // node's
	"-W", "-X", // python's
}

// people are programs in which people work, in addition to forks and editors, whatever started them: no process above
// one shows who works in it. Agents in editors are processes of their own, or set a variable.
var people = []string{"tmux", "screen", "zellij", "code-server", "emacs", "vim", "hx", "kak", "sublime_text"}

// forks are VS Code and the editors made from it. Their extension hosts are processes of their own.
var forks = []string{"code", "code-insiders", "code-oss", "codium", "codium-insiders", "vscodium", "cursor", "windsurf", "positron", "trae", "kiro"}

// editors are those that start back ends themselves.
var editors = []string{
	"zed", "zed-editor", "nvim", "idea", "goland", "pycharm", "webstorm", "rider", "clion", "rubymine", "phpstorm", "rustrover",
}

// peoplesParts are parts of the paths of such programs, where the file has another name.
var peoplesParts = []string{
	"/code-server/", "/.vscode-server/", "/.cursor-server/", "/.windsurf-server/", "/.vscodium-server/", "/bootstrap-fork", "/server-main.js",
	"/Visual Studio Code.app/", "/Visual Studio Code - Insiders.app/", "/Cursor.app/", "/Windsurf.app/", "/Zed.app/", "/VSCodium.app/", "/iTerm.app/",
}
