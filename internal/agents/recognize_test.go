package agents

import (
	"iter"
	"slices"
	"strings"
	"testing"
)

// with is an environment of one variable, "NAME=value".
func with(set string) func(string) string {
	name, value, _ := strings.Cut(set, "=")
	return func(n string) string {
		if n == name {
			return value
		}
		return ""
	}
}

// below returns the processes above us: command lines with their words separated by spaces.
func below(lines ...string) iter.Seq[Process] {
	return func(yield func(Process) bool) {
		for i, line := range lines {
			if !yield(Process{ID: 100 - i, Args: strings.Fields(line)}) {
				return
			}
		}
	}
}

func TestAgentsAreRecognizedByTheirEnvironment(t *testing.T) {
	for set, want := range map[string]string{
		"":                                     "",
		"CLAUDECODE=1":                         "claude-code",
		"CODEX_THREAD_ID=019":                  "codex",
		"QWEN_CODE=1":                          "qwen",
		"PI_CODING_AGENT=true":                 "pi",
		"CLINE_ACTIVE=true":                    "cline",
		"PI_CODING_AGENT_DIR=/x":               "", // a setting of the user
		"CURSOR_TRACE_ID=7a":                   "", // in every terminal of that editor
		"AI_AGENT=\x1b[31m":                    "31m",
		"AGENT=1":                              "agent",
		"AGENT=goose":                          "goose",
		"AGENT=0":                              "",
		"AGENT=false":                          "",
		"AGENT=/tmp/ssh-agent":                 "",
		"AGENT=4711":                           "",
		"AGENT=my agent":                       "",
		"AGENT=C:\\agent":                      "",
		"AI_AGENT=claude-code_2-1-329_agent":   "claude-code",
		"AI_AGENT=claude-code_2-1-329_harness": "claude-code", // in its MCP servers
		"AI_AGENT=github_copilot_vscode_agent": "copilot",     // in VS Code's terminals
		"AI_AGENT=foo_bar_1_agent":             "foo",
		"AGENT=amp":                            "amp",
		"AGENT=" + strings.Repeat("x", 41):     "",
	} {
		if got := Recognize(with(set), nil); got.Agent != want || (got.Why == "") != (want == "") {
			t.Errorf("%q: got %+v, want %q", set, got, want)
		}
	}
	for _, a := range known {
		for _, v := range a.variables {
			if got := Recognize(with(v+"=1"), nil); got.Agent != a.ID {
				t.Errorf("%s: got %+v, want %s", v, got, a.ID)
			}
		}
		if !strings.HasPrefix(a.source, "https://") {
			t.Errorf("%s: nothing says where its facts are from", a.ID)
		}
	}
}

// The command line of an editor or a multiplexer is not an agent's, whatever runs in it or above it; neither is that
// of a user's script, whatever its name.
func TestAgentsAreRecognizedByTheProcessesAbove(t *testing.T) {
	for line, want := range map[string]string{
		"claude":                         "claude-code",
		"claude --resume x":              "claude-code",
		"/home/ann/.local/bin/claude -p": "claude-code",
		"/home/ann/.local/share/claude/versions/2.1.330 --x":                                        "claude-code",
		"/home/ann/.vscode/extensions/anthropic.claude-code-2.1.330/resources/native-binary/claude": "claude-code",
		"node /usr/local/bin/claude":                                                                "claude-code",
		"node --max-old-space-size=4096 -r ./x.js /usr/bin/gemini -y":                               "gemini",
		"/usr/bin/node /x/node_modules/@openai/codex/bin/codex.js exec":                             "codex",
		`C:\nodejs\node.exe C:\x\node_modules\@openai\codex\bin\codex.js`:                           "codex",
		"/home/ann/.vscode/extensions/openai.chatgpt-1/bin/linux-x86_64/codex app-server":           "codex",
		"codex-linux-sandbox --x":                                                                   "codex",
		"bun run /home/ann/.bun/bin/opencode":                                                       "opencode",
		"node /x/node_modules/@qwen-code/qwen-code/dist/index.js":                                   "qwen",
		"pi": "pi",
		"node /x/node_modules/@mariozechner/pi-coding-agent/dist/cli.js": "pi",
		"/x/node_modules/@cline/cli-linux-x64/bin/cline --x":             "cline",
		"node /usr/bin/cline task":                                       "cline",
		"/usr/bin/python3.12 /usr/bin/aider --yes":                       "aider",
		"python3 -m aider":                                               "aider",
		"/home/ann/.local/share/cursor-agent/versions/1/node index.js":   "cursor",
		"copilot.exe": "copilot",

		"/usr/share/cursor/cursor --type=utility":        "",
		"/Applications/Cursor.app/Contents/MacOS/Cursor": "",
		"/usr/share/code/code --type=ptyHost":            "",
		"zed --foreground":                               "",
		"tmux new-session claude":                        "",
		"screen claude":                                  "",
		"zellij -s claude":                               "",
		"node server.js claude":                          "",
		"node -e claude":                                 "",
		"node":                                           "",
		"python3 -c claude":                              "",
		"python3 review_claude.py":                       "",
		"node /home/ann/codex/build.js":                  "",
		"bash /home/ann/claude.sh":                       "",
		"-bash":                                          "",
		"":                                               "",
	} {
		if got := Recognize(with(""), below("bash", line)); got.Agent != want || got.Door {
			t.Errorf("%q: got %+v, want %q", line, got, want)
		}
	}
}

func TestWhoIsAboveIsTheNearestThatTells(t *testing.T) {
	deep := slices.Repeat([]string{"bash"}, maxAbove)
	for _, c := range []struct {
		name  string
		set   string
		above []string
		agent string
		door  bool
	}{
		{"a variable is asked first", "CODEX_CI=1", []string{"claude"}, "codex", false},
		{"an agent below another", "", []string{"sh", "codex", "bash", "claude"}, "codex", false},
		{"in an editor that an agent opened", "", []string{"bash", "code --wait x", "claude"}, "", false},
		{"in a remote editor's terminal", "", []string{"bash", "node /home/ann/.vscode-server/bin/x/out/server-main.js", "claude"}, "", false},
		{"in the extension host of one", "", []string{"node /x/out/bootstrap-fork --type=extensionHost", "claude"}, "", false},
		{"in a multiplexer that an agent opened", "", []string{"bash", "tmux new", "claude"}, "", false},
		{"an agent in an editor", "", []string{"bash", "claude", "code"}, "claude-code", false},
		{"below the agents' door", "", []string{"git", "/x/.consider/bin/consider list"}, "", true},
		{"below the wrapper, without a copy", "", []string{"git", "consider " + DoorFlag + " list", "bash", "codex"}, "codex", true},
		{"below a person's own", "", []string{"git", "/usr/bin/consider list", "bash"}, "", false},
		{"too far away", "", append(deep, "claude"), "", false},
		{"as far as can be", "", append(deep[1:], "claude"), "claude-code", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Recognize(with(c.set), below(c.above...))
			if got.Agent != c.agent || got.Door != c.door || (got.Why == "") != (c.agent == "" && !c.door) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// An agent has the same name over MCP as in its shell.
func TestClientsAreNamedAsTheirCommands(t *testing.T) {
	for _, c := range []struct{ recognized, client, want string }{
		{"", "claude-code", "claude-code"},
		{"", "codex-mcp-client", "codex"},
		{"", "opencode", "opencode"},
		{"", "gemini-cli-mcp-client-consider", "gemini"},
		{"", "qwen-cli-mcp-client-consider", "qwen"},
		{"", "github-copilot-developer", "copilot"},
		{"", "cursor-vscode", "cursor"},
		{"", "Cline", "cline"},
		{"", "Visual Studio Code", "copilot"},
		{"", "factory-cli-mcp-client", "droid"},
		{"", "augment-mcp-client", "auggie"},
		{"", "", "agent"},
		{"", "\u202e\n", "agent"},
		{"claude-code", "codex-mcp-client", "claude-code"},
		{"opencode", "opencode", "opencode"},
	} {
		if got := OverMCP(c.recognized, c.client); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.recognized, c.client, got, c.want)
		}
	}
}

func TestTheCopyForAgentsIsKnownByItsPlace(t *testing.T) {
	for program, want := range map[string]bool{
		"/x/.consider/bin/consider":       true,
		"/x/.consider/bin/consider-old":   true,
		".consider/bin/consider":          true,
		`C:\x\.consider\bin\consider.exe`: true,
		"/usr/bin/consider":               false,
		"/x/.consider/consider":           false,
		"":                                false,
	} {
		if got := IsCopy(program); got != want {
			t.Errorf("%q: %v", program, got)
		}
	}
}
