package commands

import (
	"slices"
	"time"

	"consider/internal/verb"
)

const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// groupHelp is a template of the cli library. Other help texts are complete and need no filling in.
const groupHelp = `{{.FullName}} - {{.Usage}}

usage: {{.FullName}} [<verb>] [<arguments>] [--json]

{{.Description}}

Verbs:{{range .VisibleCommands}}
  {{printf "%-11s" .Name}} {{.Usage}}{{end}}

Run 'consider help {{.Name}} VERB' for details and an example.
`

const groups = "talk, places, rounds"

// hostManuals describe the commands that are not verbs.
var hostManuals = []Manual{
	{
		Name: "review", Section: verb.Rounds, Title: "Review the changes in a browser", Usage: "[<revision>|<range>] [<flags>]",
		Also: []string{"start"}, Example: "--since last", Common: []string{"--name", "--store"},
		About: `Prints the address of a local page, opens it in a browser if there is one, and serves it until Ctrl-C.
By default, the page compares HEAD with your working copy, untracked files included.
A revision or range has the same meaning as in git diff: HEAD~1, main...HEAD, HEAD^!.`,
		Options: []Option{
			{"--since CHECKPOINT", "compare your working copy with a checkpoint; last: the end of the last round"},
			{"--staged", "compare the index with HEAD"},
			{"--unstaged", "compare your working copy with the index"},
			{"--base REV", "compare your working copy with a commit: --base main"},
			{"--range A..B", "compare two commits; A...B starts at their merge base"},
			{"--port N", "the port, or the next free one (default 4000; 0: any)"},
			{"--public-host NAME", "the host name of a proxy to this server (Codespaces, Tailscale); the server stays local"},
			{"--no-open", "do not open a browser"},
			{"--once", "exit after the first review is submitted"},
			{"--out DIR", "write comments_<id>.json and .md to DIR (default .consider/reviews)"},
			{"--as human", "act as human; agents cannot use it"},
			{"--json", "print one JSON document (url, pid, scope) at start; with --once, the review at the end, and the address on stderr"},
		},
	},
	{
		Name: "watch", Section: verb.Rounds, Title: "Print events as they happen, until interrupted", Usage: "[<flags>]", Example: "--json",
		Common: []string{"--as", "--name", "--store"},
		Options: []Option{
			{"--since CURSOR", "start after this cursor (default: now)"},
			{"--for human|agent|any", "show only their activity; any (default) includes threads that move when files change"},
			{"--all", "include reads by agents and the creation of the store"},
			{"--brief", "to wake an agent: print one line per burst of human activity, with IDs and counts but no text; " +
				"omits activity of agents and messages that the agent has read; implies --for agent"},
			{"--coalesce TIME", "with --brief: end a burst after this long without a write (default 5s), or after 30s"},
			{"--session ID", "with --brief: the agent's session ID, if its environment does not have one; " +
				"messages that its hooks or another watch reported are not reported again"},
			{"--json", "print one JSON document per event, each on one line"},
		},
	},
	{
		Name: "responses watch", Section: verb.Agents, Title: "Print agents' responses as they arrive", Usage: "[<flags>]", Example: "--agent claude-code",
		Common: []string{"--as", "--name", "--store"},
		Options: []Option{
			{"--agent claude-code|codex|opencode|gemini|copilot", "only this agent's responses"},
			{"-n, --last N", "start with the last N (default 0, at most 5)"},
			{"--json", "print one JSON document per response, each on one line"},
		},
	},
	{
		Name: "mcp", Section: verb.Agents, Title: "Run an MCP server", Usage: "[--tools GROUPS] [--structured]", Common: []string{"--store"},
		About: `Serves one client on stdin and stdout until it closes them. The project is that of the current directory or, without one there, of the client's first open folder in a project. There is no --json, because all output is MCP. To register the server with an agent:

  claude mcp add consider -- consider mcp
  codex mcp add consider -- consider mcp
  opencode.json: {"mcp":{"consider":{"type":"local","command":["consider","mcp"]}}}`,
		Options: []Option{
			{"--tools GROUPS", "add tools: all, or some of " + groups},
			{"--structured", "return JSON too, for programs; most clients pass it to their model, which triples the tokens"},
		},
	},
	{
		Name: "hook", Section: verb.Agents, Title: "Notify an agent of waiting threads (run by agents)", Usage: "<agent> <event> < INPUT",
		Example: "claude UserPromptSubmit < input.json",
		About: "Agents run this at the events that 'consider setup --hooks' registers. If there is news for the session, it prints one line " +
			"of JSON in the agent's format. It always exits with 0.",
	},
	{
		Name: "serve", Section: verb.Program, Title: "Run the JSON-RPC server for editors", Common: []string{"--store"},
		About: "Speaks JSON-RPC 2.0 on stdin and stdout, framed as in the Language Server Protocol, and exits when stdin is closed. " +
			"The VS Code extension starts it. There is no --json, because all output is JSON-RPC.",
	},
	{
		Name: "try", Section: verb.Program, Title: "Play a demo review in a temporary project", Usage: "[--web] [--no-open] [--port N]",
		About: "A human comments on three lines, an agent changes the code and replies, and the threads follow. It runs the real commands " +
			"in a temporary folder and does not touch your files. It requires git.",
		Options: []Option{
			{"--web", "then open the same review in a browser, until Ctrl-C"},
			{"--no-open", "with --web, do not open a browser"},
			{"--port N", "with --web, the port, or the next free one (default 4000; 0: any)"},
		},
	},
	{Name: "version", Section: verb.Program, Title: "Print the version", Usage: "[--json]", Common: []string{"--json"}},
}

// Manuals returns the manuals of all commands that help lists, in its order.
func Manuals() []Manual {
	var out []Manual
	for _, s := range verb.Sections {
		for _, v := range verb.All {
			if v.Section == s && v.On&verb.CLI != 0 && !v.Unlisted {
				out = append(out, *manualOf(v))
			}
		}
		for _, m := range hostManuals {
			if m.Section == s {
				out = append(out, m)
			}
		}
	}
	return out
}

// manualNamed returns the manual of a host, such as "review".
func manualNamed(name string) *Manual {
	for i := range hostManuals {
		if hostManuals[i].Name == name {
			return &hostManuals[i]
		}
	}
	panic("no manual of " + name)
}

// helpOf returns the help of a command: all of it, or one screen for -h.
func (a *app) helpOf(m *Manual) string {
	if a.mentions("-h") {
		return m.short()
	}
	return m.help()
}

// nouns describe what the verbs of two words are about.
var nouns = map[string]string{
	"checkpoint": "Save, compare and restore review rounds",
	"responses":  "Mark parts of an agent's response to keep or drop",
	"plan":       "Review an agent's plan before it starts work",
	"editor":     "Show the file and selection open in the editor",
	"memory":     "Manage what agents remember about this project",
}

// everyday lists the commands for daily work; 'help all' has the others.
var everyday = []string{
	"review", "add", "list", "show", "reply", "resolve", "checkpoint", "log", "undo", "setup", "responses", "doctor",
}

// askHelp rewrites the arguments of 'help' and --version to those of the command they stand for, and reports whether
// they ask for the help of everything.
func askHelp(args []string) (as []string, all bool) {
	switch {
	case len(args) == 0:
	case args[0] == "--version" || args[0] == "-v":
		return append([]string{"version"}, args[1:]...), false
	case args[0] == "help" && len(args) > 1 && args[1] == "help":
		return append([]string{"--help"}, args[2:]...), false
	case args[0] == "help" && len(args) > 1 && args[1] == "all":
		return append([]string{"--help"}, args[2:]...), true
	case args[0] == "help":
		return append(slices.Clone(args[1:]), "--help"), false
	}
	return args, false
}

const (
	shortHelpEnd = `

Run 'consider help VERB' for details and an example, 'consider help all' for all verbs.
Most verbs accept --json, for one JSON document on stdout.
`

	wholeHelpEnd = `
Run 'consider help VERB' or 'consider VERB --help' for details and an example.
Verbs have these flags in common; mcp, serve and hook have their own protocols:

` // their list follows

	exitCodes = `
The store is .consider in the project root.
Exit codes: 0 done, 1 bug, 2 usage, 10 not found, 11 no store, 12 conflict, 13 busy (try again),
14 damaged, 15 newer store, 16 not allowed, 17 timed out, 130 interrupted.
`
)

const completionUsage = "Print a completion script for bash, zsh, fish or pwsh"
