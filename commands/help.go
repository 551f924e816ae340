package commands

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"consider/internal/project"
	"consider/internal/settings"
	"consider/internal/verb"
)

const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// Help texts are templates of the cli library. The texts of verbs are complete and need no filling in.
const (
	groupHelp = `{{.FullName}} - {{.Usage}}

usage: {{.FullName}} [<verb>] [<arguments>] [--json]

{{.Description}}

Verbs:{{range .VisibleCommands}}
  {{printf "%-11s" .Name}} {{.Usage}}{{end}}

Run 'consider help {{.Name}} VERB' for details and an example.
`

	watchHelp = `consider watch - Print events as they happen, until interrupted

usage: consider watch [<flags>]

Example: consider watch --json

      --since CURSOR          start after this cursor (default: now)
      --for human|agent|any   show only their activity; any (default) includes threads that move when files change
      --all                   include reads by agents and the creation of the store
      --brief                 to wake an agent: print one line per burst of human activity, with IDs and counts but no
                              text; omits activity of agents and messages that the agent has read; implies --for agent
      --coalesce TIME         with --brief: end a burst after this long without a write (default 5s), or after 30s
      --session ID            with --brief: the agent's session ID, if its environment does not have one; messages
                              that its hooks or another watch reported are not reported again
      --json                  print one JSON document per event, each on one line
      --as human|agent        act as human or agent; agents cannot use human
      --name NAME             your name
      --store DIR             use the store in DIR (also CONSIDER_DIR)
`

	responsesWatchHelp = `consider responses watch - Print agents' responses as they arrive

usage: consider responses watch [<flags>]

Example: consider responses watch --agent claude-code

      --agent claude-code|codex|opencode|gemini|copilot  only this agent's responses
  -n, --last N                start with the last N (default 0, at most 5)
      --json                  print one JSON document per response, each on one line
      --as human|agent        act as human or agent; agents cannot use human
      --name NAME             your name
      --store DIR             use the store in DIR (also CONSIDER_DIR)
`

	reviewHelp = `consider review - Review the changes in a browser

usage: consider review [<revision>|<range>] [<flags>]
also:  consider start

Prints the address of a local page, opens it in a browser if there is one, and serves it until Ctrl-C.
By default, the page compares HEAD with your working copy, untracked files included.

A revision or range has the same meaning as in git diff: HEAD~1, main...HEAD, HEAD^!.

Example: consider review --since last

      --since CHECKPOINT  compare your working copy with a checkpoint; last: the end of the last round
      --staged            compare the index with HEAD
      --unstaged          compare your working copy with the index
      --base REV          compare your working copy with a commit: --base main
      --range A..B        compare two commits; A...B starts at their merge base
      --port N            the port, or the next free one (default 4000; 0: any)
      --public-host NAME  the host name of a proxy to this server (Codespaces, Tailscale); the server stays local
      --no-open           do not open a browser
      --json              print one JSON document (url, pid, scope) at start; with --once, the review at the end,
                          and the address on stderr
      --once              exit after the first review is submitted
      --out DIR           write comments_<id>.json and .md to DIR (default .consider/reviews)
      --as human          act as human; agents cannot use it
      --name NAME         your name
      --store DIR         use the store in DIR (also CONSIDER_DIR)
`

	serveHelp = `consider serve - Run the JSON-RPC server for editors

usage: consider serve [--store DIR]

Speaks JSON-RPC 2.0 on stdin and stdout, framed as in the Language Server Protocol, and exits when stdin is closed.
The VS Code extension starts it; docs/reference/protocol.md lists the methods. There is no --json, because all output is
JSON-RPC.

Example: consider serve
`

	groups = "talk, places, rounds"

	mcpHelp = `consider mcp - Run an MCP server

usage: consider mcp [--tools GROUPS] [--structured] [--store DIR]

Serves one client on stdin and stdout until it closes them. The project is that of the current directory or, without
one there, of the client's first open folder in a project. docs/reference/mcp.md lists the tools. There is no --json, because
all output is MCP. To register the server with an agent:

  claude mcp add consider -- consider mcp
  codex mcp add consider -- consider mcp
  opencode.json: {"mcp":{"consider":{"type":"local","command":["consider","mcp"]}}}

  --tools GROUPS  add tools: all, or some of ` + groups + `
  --structured    return JSON too, for programs; most clients pass it to their model, which triples the tokens

Example: consider mcp
`

	tryHelp = `consider try - Play a demo review in a temporary project

usage: consider try [--web] [--no-open] [--port N]

A human comments on three lines, an agent changes the code and replies, and the threads follow. It runs the real
commands in a temporary folder and does not touch your files. It requires git.

Example: consider try

      --web      then open the same review in a browser, until Ctrl-C
      --no-open  with --web, do not open a browser
      --port N   with --web, the port, or the next free one (default 4000; 0: any)
`

	versionHelp = `consider version - Print the version

usage: consider version [--json]

Example: consider version
`
)

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
	"review", "add", "list", "get", "reply", "resolve", "checkpoint", "log", "undo", "setup", "responses", "doctor",
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
Verbs accept --json, for one JSON document on stdout; mcp, serve and hook have their own protocols.
The store is .consider in the project root; override it with --store DIR or CONSIDER_DIR.
Exit codes: 0 done, 1 bug, 2 usage, 10 not found, 11 no store, 12 conflict, 13 busy (try again),
14 damaged, 15 newer store, 16 not allowed, 17 timed out, 130 interrupted.
`
)

const completionUsage = "Print a completion script for bash, zsh, fish or pwsh"

// verbHelp writes a verb's help.
func verbHelp(v verb.Verb) string {
	var b strings.Builder
	fmt.Fprintf(&b, "consider %s - %s\n\nusage: %s [<flags>]\n", v.Name, v.Title,
		strings.TrimSpace("consider "+v.Name+" "+argsUsage(v)))
	if len(v.Aliases) > 0 {
		fmt.Fprintf(&b, "also:  consider %s\n", strings.Join(v.Aliases, ", consider "))
	}
	fmt.Fprintf(&b, "\n%s\n\n", example(v))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, f := range v.Fields() {
		if f.Arg != "" {
			fmt.Fprintf(w, "  %s\t%s\n", angle(f.Arg), f.Help)
		}
	}
	for _, f := range v.Fields() {
		if f.Flag == "" || f.Hidden {
			continue
		}
		fmt.Fprintf(w, "  %s\t%s%s\n", flagName(f), f.Help, repeated(f))
		if f.Body {
			fmt.Fprintf(w, "  -F, --file-body FILE\ttake the text from a file, - for standard input\n")
		}
	}
	fmt.Fprintf(w, "      --json\tprint one JSON document\n")
	fmt.Fprintf(w, "      --as human|agent\tact as human or agent; agents cannot use human\n")
	fmt.Fprintf(w, "      --name NAME\tyour name\n")
	if v.Effect == verb.Reads {
		fmt.Fprintf(w, "      --no-pager\tdo not use a pager\n")
	}
	fmt.Fprintf(w, "      --store DIR\tuse the store in DIR (also CONSIDER_DIR)\n")
	_ = w.Flush() // a strings.Builder takes everything
	if v.In == reflect.TypeFor[project.ConfigInput]() {
		settingsHelp(&b)
	}
	// The library treats the text as a template, so nothing in it may look like a directive.
	return strings.ReplaceAll(b.String(), "{{", `{{"{{"}}`)
}

// settingsHelp writes the list of settings.
func settingsHelp(b *strings.Builder) {
	b.WriteString("\nSettings:\n")
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, s := range settings.AllSettings {
		fmt.Fprintf(w, "  %s\t%s (default %s)\n", strings.TrimSpace(s.Name+" "+strings.Join(s.Values.Names(), "|")), s.Values.Complete(s.Help), s.Default)
	}
	_ = w.Flush() // a strings.Builder takes everything
}

// repeated returns a note that a flag may be given more than once, "" for other flags.
func repeated(f verb.Field) string {
	if f.Type.Kind() == reflect.Slice && !f.Content {
		return " (can be repeated)"
	}
	return ""
}

func example(v verb.Verb) string {
	return "Example: consider " + strings.TrimSpace(v.Name+" "+v.Example)
}

func flagName(f verb.Field) string {
	out := "    --" + f.Flag
	if f.Short != "" {
		out = "-" + f.Short + ", --" + f.Flag
	}
	switch {
	case len(f.Enum) > 0:
		out += " " + strings.Join(f.Enum, "|")
	case f.Placeholder != "":
		out += " " + f.Placeholder
	}
	return out
}

// argsUsage returns a verb's arguments for its help: "<id> [<file>]".
func argsUsage(v verb.Verb) string {
	var out []string
	for _, f := range v.Fields() {
		if f.Arg != "" {
			out = append(out, angle(f.Arg))
		}
	}
	if v.Name == "label" {
		out = append(out, "[+LABEL] [-LABEL]")
	}
	return strings.Join(out, " ")
}

// angle returns one argument for help: "<id>...", "[<name>]", "<file>[:<start>[-<end>]]".
func angle(arg string) string {
	name, optional := strings.CutSuffix(arg, "?")
	name, many := strings.CutSuffix(name, "...")
	out := "<" + name + ">"
	if file, lines, ok := strings.Cut(name, "["); ok && file == "file" {
		out = "<file>[" + strings.NewReplacer("start", "<start>", "end", "<end>").Replace(lines)
	} else if strings.HasPrefix(name, "file:") {
		out = strings.NewReplacer("file", "<file>", "start", "<start>", "end", "<end>").Replace(name)
	}
	if many {
		out += "..."
	}
	if optional {
		out = "[" + out + "]"
	}
	return out
}
