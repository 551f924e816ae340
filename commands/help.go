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

usage: {{.FullName}} {{or .ArgsUsage "[<verb>] [<arguments>] [--json]"}}

{{.Description}}
{{if not .ArgsUsage}}
Verbs:{{range .VisibleCommands}}
  {{printf "%-11s" .Name}} {{.Usage}}{{end}}

Run 'consider help {{.Name}} VERB' for details and an example.
{{end}}`

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
			{"--since CHECKPOINT", "compare your working copy with a checkpoint (last: the latest round)"},
			{"--staged", "compare the index with HEAD"},
			{"--unstaged", "compare your working copy with the index"},
			{"--base REV", "compare your working copy with a branch, tag or commit"},
			{"--range A..B", "compare two commits; A...B starts at their merge base"},
			{"--port N", "port to listen on; if it is taken, the next free one (default: 4000; 0: any free port)"},
			{"--public-host NAME", "host name of the reverse proxy in front of this server (Codespaces, Tailscale); the server still listens only on localhost"},
			{"--no-open", "do not open a browser"},
			{"--no-fold", "show moved, reformatted and other mechanical changes like all others"},
			{"--once", "exit after the first review is submitted"},
			{"--out DIR", "write comments_<id>.json and .md to DIR (default: .consider/reviews)"},
			{"--as human", "act as the human (not available to agents)"},
			{"--json", "print one JSON document (url, pid, scope) at startup; with --once, print the URL to stderr at startup and, on exit, one JSON document that includes the review"},
		},
	},
	{
		Name: "watch", Section: verb.Rounds, Title: "Print events as they happen, until interrupted", Usage: "[<flags>]", Example: "--json",
		Common: []string{"--as", "--name", "--store"},
		Options: []Option{
			{"--since CURSOR", "start after this cursor (default: now)"},
			{"--for human|agent|any", "show only activity by the human or by agents; any (default) also shows threads that move when files change"},
			{"--all", "also show when agents read threads and when the store was created"},
			{"--brief", "for waking an agent: print one line per burst of human activity (IDs and counts only), " +
				"skipping messages that the agent has already read; cannot be combined with --for human or --for any"},
			{"--coalesce TIME", "with --brief: group events until there has been no activity for this long (default: 5s), for at most 30s"},
			{"--session ID", "with --brief: the agent's session ID, if it is not in the environment; " +
				"messages already reported by its hooks or another watch are skipped"},
			{"--json", "print one JSON document per event, each on one line"},
		},
	},
	{
		Name: "responses watch", Section: verb.Agents, Title: "Print agents' responses as they arrive", Usage: "[<flags>]", Example: "--agent claude-code",
		Common: []string{"--as", "--name", "--store"},
		Options: []Option{
			{"--agent claude-code|codex|opencode|gemini|copilot", "only this agent's responses"},
			{"-n, --last N", "start with the last N responses (default: 0, at most 5)"},
			{"--json", "print one JSON document per response, each on one line"},
		},
	},
	{
		Name: "mcp", Section: verb.Programs, Title: "Run an MCP server", Usage: "[--tools GROUPS] [--structured]", Common: []string{"--store"},
		About: `Serves one client on stdin and stdout until the client closes them. Uses the project that contains the current directory or, if there is none, the first project among the client's open folders. There is no --json, because all output is MCP. To register the server with an agent:

  claude mcp add consider -- consider mcp
  codex mcp add consider -- consider mcp
  opencode.json: {"mcp":{"consider":{"type":"local","command":["consider","mcp"]}}}`,
		Options: []Option{
			{"--tools GROUPS", "add groups of tools: all, or any of " + groups},
			{"--structured", "also return JSON, for programs; most clients pass it on to the model, which triples token use"},
		},
	},
	{
		Name: "hook", Section: verb.Programs, Title: "Notify an agent of waiting threads (run by agents)", Usage: "<agent> <event> < INPUT",
		Example: "claude UserPromptSubmit < input.json",
		About: "Agents run this on the events that 'consider setup --hooks' registers. If there are new messages for the session, it prints one line " +
			"of JSON in the agent's format. It always exits with code 0.",
	},
	{
		Name: "serve", Section: verb.Programs, Title: "Run the JSON-RPC server for editors", Common: []string{"--store"},
		About: "Speaks JSON-RPC 2.0 on stdin and stdout, framed as in the Language Server Protocol, and exits when stdin is closed. " +
			"The VS Code extension starts it. There is no --json, because all output is JSON-RPC.",
	},
	{
		Name: "try", Section: verb.Program, Title: "Play a demo review in a temporary project", Usage: "[--web] [--no-open] [--port N]",
		About: "Shows a short review: a human comments on three lines, an agent changes the code and replies, and the threads move with " +
			"their lines. The demo runs real commands in a temporary folder, does not touch your files, and requires git.",
		Options: []Option{
			{"--web", "afterwards, open the same review in a browser; Ctrl-C stops the server"},
			{"--no-open", "with --web, do not open a browser"},
			{"--port N", "port for --web; if it is taken, the next free one (default: 4000; 0: any free port)"},
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
	"turn":       "Show what an agent changed in one turn",
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

Run 'consider help VERB' for details, or 'consider help all' to list all verbs.
Most verbs accept --json to print one JSON document on stdout.
`

	wholeHelpEnd = `
Run 'consider help VERB' or 'consider VERB --help' for details and an example.
Common flags of all verbs except mcp, serve and hook, which use their own protocols:

` // their list follows

	exitCodes = `
The store is .consider in the project root.
Exit codes: 0 success, 1 internal error, 2 usage error, 10 not found, 11 no store, 12 conflict,
13 busy (try again), 14 damaged data, 15 data too new, 16 not allowed, 17 timed out or none waiting,
130 interrupted.
`
)

const (
	completionUsage = "Print a completion script for bash, zsh, fish or pwsh"
	completionLines = `Add the line of your shell to the file that it reads when it starts:

  ~/.bashrc                   source <(consider completion bash)
  ~/.zshrc                    source <(consider completion zsh)
  ~/.config/fish/config.fish  consider completion fish | source
  $PROFILE (PowerShell)       consider completion pwsh | Out-String | Invoke-Expression`
)
