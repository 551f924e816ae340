package agents

import "slices"

// SharedSkills is the folder of skills that all agents but Claude Code read.
const SharedSkills = ".agents/skills"

// known lists the agents that are recognized by more than the shared variables. Agents that others are built on, or
// that start others, come first.
//
// Where each agent looks for skills, hooks and servers was tried with its own program (Claude Code 2.1.330, Codex 0.169,
// OpenCode 1.18), read in its program (Qwen Code 0.24, pi 0.73, Cline 3.0) or in its documentation of 2026 (the others).
var known = []Agent{
	{
		ID: "claude-code", Word: "claude", Name: "Claude Code",
		former: []string{"claude"},
		// Its MCP servers get only the second one.
		variables: []string{"CLAUDECODE", "CLAUDE_CODE_SESSION_ID"},
		session:   "CLAUDE_CODE_SESSION_ID",
		programs:  []string{"claude"},
		parts:     []string{"/@anthropic-ai/claude-", "/claude/versions/"},
		clients:   []string{"claude-code"},
		source:    "https://code.claude.com/docs/en/env-vars; Claude Code 2.1.329 was run",
		Skills:    Skills{Shared: ".claude/skills", Own: ".claude/skills", SharedHome: ".claude/skills", OwnHome: ".claude/skills"},
		Hooks: Hooks{ // the user's own settings; Copilot and VS Code read them too, so the hook detects its caller
			File: ".claude/settings.local.json", Skeleton: "{}\n",
			Events: []Event{
				{Moment: Prompt, Name: "UserPromptSubmit"},
				{Moment: Stop, Name: "Stop"},
				{Moment: Tool, Name: "PostToolUse", Matcher: "*"},
				{Moment: Before, Name: "PreToolUse", Matcher: "*"},
				{Moment: Failed, Name: "PostToolUseFailure", Matcher: "*"},
			},
			Plans: &Event{Name: "PermissionRequest", Matcher: "ExitPlanMode", Seconds: planSeconds},
			Entry: claudeEntry, Answer: specific,
			Wake: Waking{ // tried with Claude Code 2.1.330: each line of a monitor starts a turn of an idle session
				Folder: ".claude/consider-wake",
				Asks: "Claude Code wakes sessions only in trusted folders, and asks you to trust a new folder. " +
					"Restart running sessions",
			},
		},
		MCP: []Server{{File: ".mcp.json", Skeleton: "{}\n", Keys: []string{"mcpServers", "consider"}, Entry: typedStdio}},
		Allow: Allow{
			File: ".claude/settings.local.json", Keys: []string{"permissions", "allow"},
			Shell: "Bash(.consider/bin/consider-cli:*)", Tools: "mcp__consider",
		},
	},
	{
		ID: "codex", Word: "codex", Name: "Codex",
		variables: []string{"CODEX_THREAD_ID", "CODEX_SESSION_ID", "CODEX_CI", "CODEX_TOOL_CALL_ID", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED"},
		session:   "CODEX_THREAD_ID",
		programs:  []string{"codex", "codex-linux-sandbox"},
		parts:     []string{"/@openai/codex/"},
		clients:   []string{"codex"}, // its MCP servers get none of its variables
		source:    "https://github.com/openai/codex/blob/main/AGENTS.md; Codex 0.169.0 was run",
		Skills:    Skills{Shared: SharedSkills, Own: ".codex/skills", SharedHome: SharedSkills, OwnHome: ".codex/skills"},
		Hooks: Hooks{
			File: ".codex/hooks.json", Skeleton: "{}\n",
			Events: []Event{
				{Moment: Prompt, Name: "UserPromptSubmit"},
				{Moment: Stop, Name: "Stop"},
				{Moment: Tool, Name: "PostToolUse", Matcher: "*"},
				{Moment: Before, Name: "PreToolUse", Matcher: "*"},
				{Moment: Wake, Name: "SessionStart"},
				{Moment: Wake, Name: "SessionEnd"},
			},
			Entry: codexEntry, Answer: codexAnswer,
			// Tried with Codex 0.169: its hooks start what listens, and "codex queue" begins a turn of a session that is idle.
			Wake: Waking{Asks: "restart running sessions"},
		},
		MCP: []Server{{File: ".codex/config.toml", Keys: []string{"mcp_servers", "consider"}, TOML: true, Entry: stdio}},
		Trust: Trust{
			Needs: "Codex runs hooks only after you review them (in its terminal at startup, or with /hooks), and reads this file only in a " +
				"trusted project; 'codex exec' ignores new hooks without asking",
			Lacks: "Codex does not trust this project yet, so it ignores the hooks and MCP server: start codex here once",
		},
	},
	{
		ID: "opencode", Word: "opencode", Name: "OpenCode",
		variables: []string{"OPENCODE", "OPENCODE_PID"},
		programs:  []string{"opencode"},
		parts:     []string{"/opencode-ai/"},
		clients:   []string{"opencode"},
		source:    "https://opencode.ai/docs/cli; OpenCode 1.18.33 was run",
		Skills: Skills{
			Shared: SharedSkills, Own: ".opencode/skills", SharedHome: SharedSkills, OwnHome: ".opencode/skills",
			Signs: []string{".opencode", ".config/opencode"},
		},
		Hooks: Hooks{
			File:   ".opencode/plugin/consider.js",
			Events: []Event{{Moment: Prompt, Name: "chat.message"}, {Moment: Stop, Name: "session.idle"}, {Moment: Tool, Name: "tool.execute.after"}, {Moment: Before, Name: "tool.execute.before"}, {Moment: Wake, Name: "wake"}},
			Plugin: true, Answer: openCodeAnswer,
			// Tried with OpenCode 1.18.33: its plugin begins a turn of a session that is idle.
			Wake: Waking{Asks: "OpenCode wakes sessions without asking. Restart running sessions"},
		},
		MCP: []Server{{
			File: "opencode.json", Instead: "opencode.jsonc", Skeleton: "{\n  \"$schema\": \"https://opencode.ai/config.json\"\n}\n",
			Keys: []string{"mcp", "consider"}, Entry: openCodeServer,
		}},
	},
	{
		ID: "qwen", Word: "qwen", Name: "Qwen Code",
		variables: []string{"QWEN_CODE"},
		programs:  []string{"qwen"},
		parts:     []string{"/@qwen-code/qwen-code/"},
		clients:   []string{"qwen"},
		source:    "https://github.com/QwenLM/qwen-code packages/core/src/services/shellExecutionService.ts; Qwen Code 0.24.4 was run",
		Skills:    Skills{Shared: SharedSkills, Own: ".qwen/skills", SharedHome: SharedSkills, OwnHome: ".qwen/skills"},
	},
	{
		ID: "gemini", Word: "gemini", Name: "Gemini CLI",
		variables: []string{"GEMINI_CLI"},
		programs:  []string{"gemini"},
		parts:     []string{"/@google/gemini-cli/"},
		clients:   []string{"gemini"},
		source:    "https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/shell.md; Gemini CLI 0.61.0 was run",
		Skills:    Skills{Shared: SharedSkills, Own: ".gemini/skills", SharedHome: SharedSkills, OwnHome: ".gemini/skills"},
		Hooks: Hooks{
			File: ".gemini/settings.json", Skeleton: "{}\n",
			Events: []Event{
				{Moment: Prompt, Name: "BeforeAgent"},
				{Moment: Stop, Name: "AfterAgent"},
				{Moment: Tool, Name: "AfterTool", Matcher: "*"},
				{Moment: Before, Name: "BeforeTool", Matcher: "*"},
			},
			Entry: geminiEntry, Answer: geminiAnswer, Wake: Waking{Cannot: true},
		},
		MCP: []Server{{File: ".gemini/settings.json", Skeleton: "{}\n", Keys: []string{"mcpServers", "consider"}, Entry: stdio}},
		Trust: Trust{
			Needs: "Gemini CLI reads this file only in a trusted folder: start gemini here once, or use /permissions",
			Lacks: "Gemini CLI does not trust this folder yet, so it ignores the hooks and MCP server: start gemini here once",
		},
	},
	{
		ID: "copilot", Word: "copilot", Name: "Copilot",
		former:    []string{"github", "visual-studio-code"},
		variables: []string{"COPILOT_CLI", "COPILOT_AGENT"}, // the second one is from the agent in VS Code
		programs:  []string{"copilot"},
		parts:     []string{"/@github/copilot/"},
		clients:   []string{"copilot", "github-copilot", "visual-studio-code"},
		source:    "https://docs.github.com/en/copilot/reference/copilot-cli-reference; Copilot CLI 1.0.102 was run, VS Code 1.139.1 was read",
		Skills: Skills{
			Shared: SharedSkills, Own: ".github/skills", SharedHome: SharedSkills, OwnHome: ".copilot/skills",
			Signs: []string{".copilot"}, // .github in a project does not imply Copilot
		},
		Hooks: Hooks{
			File: ".github/hooks/consider.json", Skeleton: "{\n  \"version\": 1\n}\n",
			Events: []Event{
				{Moment: Prompt, Name: "userPromptSubmitted"},
				{Moment: Stop, Name: "agentStop"},
				{Moment: Tool, Name: "postToolUse"},
				{Moment: Before, Name: "preToolUse"},
			},
			Entry: copilotEntry, Answer: copilotAnswer, Wake: Waking{Cannot: true},
		},
		// VS Code, in which Copilot works, reads the first file. Copilot's command line reads the second one, and
		// .mcp.json as well.
		MCP: []Server{
			{File: ".vscode/mcp.json", Skeleton: "{}\n", Keys: []string{"servers", "consider"}, Root: "${workspaceFolder}", Entry: typedStdio},
			{File: ".github/mcp.json", Skeleton: "{}\n", Keys: []string{"mcpServers", "consider"}, Entry: localStdio},
		},
	},
	{
		ID: "cursor", Word: "cursor", Name: "Cursor",
		variables: []string{"CURSOR_AGENT"},
		programs:  []string{"cursor-agent"}, // not cursor, which is the editor
		parts:     []string{"/cursor-agent/versions/"},
		clients:   []string{"cursor"},
		source:    "https://cursor.com/docs/cli",
		Skills:    Skills{Shared: SharedSkills, Own: ".cursor/skills", SharedHome: ".cursor/skills", OwnHome: ".cursor/skills"},
		Hooks: Hooks{
			File: ".cursor/hooks.json", Skeleton: "{\n  \"version\": 1\n}\n",
			Events: []Event{{Moment: Stop, Name: "stop"}}, Entry: cursorEntry, Answer: cursorAnswer, Wake: Waking{Cannot: true},
		},
		MCP: []Server{{
			File: ".cursor/mcp.json", Skeleton: "{}\n", Keys: []string{"mcpServers", "consider"}, Root: "${workspaceFolder}", Entry: stdio,
		}},
	},
	{
		ID: "pi", Word: "pi", Name: "pi",
		variables: []string{"PI_CODING_AGENT"},
		programs:  []string{"pi"},
		parts:     []string{"/pi-coding-agent/"},
		source:    "https://github.com/badlogic/pi-mono packages/coding-agent/src/cli.ts; pi 0.73.1 was run",
		Skills: Skills{
			Shared: SharedSkills, Own: ".pi/skills", SharedHome: SharedSkills, OwnHome: ".pi/agent/skills", HeedsIgnore: true,
			Signs: []string{".pi"},
		},
	},
	{
		ID: "cline", Word: "cline", Name: "Cline",
		// The extension sets the first one in the terminals that it opens. The others are from the command line's
		// wrapper and from the program itself.
		variables: []string{"CLINE_ACTIVE", "CLINE_WRAPPER_PATH", "CLINE_CONNECTOR_CLI_LAUNCH"},
		programs:  []string{"cline", ".cline"},
		parts:     []string{"/node_modules/cline/", "/@cline/cli-"},
		clients:   []string{"cline"},
		source:    "https://github.com/cline/cline/discussions/5366; Cline 3.0.65 was run",
		Skills:    Skills{Shared: SharedSkills, Own: ".cline/skills", SharedHome: SharedSkills, OwnHome: ".cline/skills"},
	},
	{
		ID:        "goose",
		variables: []string{"GOOSE_TERMINAL"},
		programs:  []string{"goose", "goosed"},
		clients:   []string{"goose"},
		source:    "https://github.com/block/goose crates/goose-mcp developer/shell.rs",
	},
	{
		ID:        "crush",
		variables: []string{"CRUSH"},
		programs:  []string{"crush"},
		clients:   []string{"crush"},
		source:    "https://github.com/charmbracelet/crush internal/shell/shell.go",
	},
	{
		ID:       "droid", // for its hooks alone it sets variables
		programs: []string{"droid"},
		parts:    []string{"/@factory/cli"},
		clients:  []string{"factory-cli"},
		source:   "https://www.npmjs.com/package/droid; Droid 0.215.0 was read",
	},
	{
		ID:        "auggie",
		variables: []string{"AUGMENT_AGENT"},
		programs:  []string{"auggie"},
		parts:     []string{"/@augmentcode/auggie/"},
		clients:   []string{"augment-mcp-client"},
		source:    "https://docs.augmentcode.com/cli/reference; Auggie 0.36.0 was read",
	},
	{
		ID:        "amp",
		variables: []string{"AMP_CURRENT_THREAD_ID"}, // besides AGENT=amp
		programs:  []string{"amp"},
		parts:     []string{"/@sourcegraph/amp/", "/@ampcode/cli"},
		source:    "https://github.com/ascorbic/am-i-vibing/pull/73, which read its program",
	},
	{
		ID:       "aider",
		programs: []string{"aider"},
		parts:    []string{"/aider/__main__.py"},
		source:   "https://aider.chat/docs/usage.html: it sets no variable of its own",
	},
}

// WithSetup returns the agents that can be set up, in the order in which they are listed.
func WithSetup() []Agent {
	return slices.DeleteFunc(slices.Clone(known), func(a Agent) bool { return a.Word == "" })
}

// ForSetup returns the agent that can be set up under a word or an ID.
func ForSetup(word string) (Agent, bool) {
	i := slices.IndexFunc(known, func(a Agent) bool { return a.Word != "" && (a.Word == word || a.ID == word) })
	if i < 0 {
		return Agent{}, false
	}
	return known[i], true
}

// MomentOf returns the moment of an event. A name means the same for every agent that uses it.
func MomentOf(event string) Moment {
	for i := range known {
		for _, e := range known[i].Hooks.Events {
			if e.Name == event && e.Moment != Wake {
				return e.Moment
			}
		}
	}
	return Never
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

// flagsWithValue are the flags of interpreters that have the next word of the command line as their value.
var flagsWithValue = []string{
	"-r", "--require", "--import", "--loader", "--experimental-loader", "-C", "--conditions", "--env-file", "--title", // node's
	"-W", "-X", // python's
}

// personPrograms are programs in which people work, in addition to forks and editors, whatever started them: no process
// above one shows who works in it. Agents in editors are processes of their own, or set a variable.
var personPrograms = []string{"tmux", "screen", "zellij", "code-server", "emacs", "vim", "hx", "kak", "sublime_text"}

// vscodeForks are VS Code and the editors made from it. Their extension hosts are processes of their own.
var vscodeForks = []string{"code", "code-insiders", "code-oss", "codium", "codium-insiders", "vscodium", "cursor", "windsurf", "positron", "trae", "kiro"}

// editors are those that start back ends themselves.
var editors = []string{
	"zed", "zed-editor", "nvim", "idea", "goland", "pycharm", "webstorm", "rider", "clion", "rubymine", "phpstorm", "rustrover",
}

// personParts are parts of the paths of programs in which people work, for those whose file has another name.
var personParts = []string{
	"/code-server/", "/.vscode-server/", "/.cursor-server/", "/.windsurf-server/", "/.vscodium-server/", "/bootstrap-fork", "/server-main.js",
	"/Visual Studio Code.app/", "/Visual Studio Code - Insiders.app/", "/Cursor.app/", "/Windsurf.app/", "/Zed.app/", "/VSCodium.app/", "/iTerm.app/",
}
