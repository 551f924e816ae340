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

consider help {{.Name}} VERB, or --help, tells all about one.
`

	watchHelp = `consider watch - Tell what happens as it happens, until interrupted

usage: consider watch [<flags>]

Example: consider watch --json

      --since CURSOR          begin after this cursor instead of now
      --for human|agent|any   only what they did; any (default) also tells where threads move to when files change
      --all                   also when agents read a thread, and when the store was made
      --brief                 for waking an agent: one line for each burst of what a person wrote, with ids and counts
                              and no words of it; silent on what the agent has read, and on what agents did. --for
                              agent, which may be left out, is then who listens
      --coalesce TIME         with --brief: a burst is over after so long without another write (default 5s), or after 30s
      --session ID            with --brief: the agent's own id of the session that is woken, where its environment does not tell;
                              what its hooks or another watch of it told is then not told again
      --json                  print one JSON document for each event, on a line of its own
      --as human|agent        speak as one of them; an agent cannot speak as the human
      --name NAME             the speaker's name
      --store DIR             use the store in DIR (also CONSIDER_DIR)
`

	responsesWatchHelp = `consider responses watch - Print answers as agents give them, until interrupted

usage: consider responses watch [<flags>]

Example: consider responses watch --agent claude-code

      --agent claude-code|codex|opencode|gemini|copilot  only this agent's answers
  -n, --last N                begin with the last N there are (default 0, at most 5)
      --json                  print one JSON document for each answer, on a line of its own
      --as human|agent        speak as one of them; an agent cannot speak as the human
      --name NAME             the speaker's name
      --store DIR             use the store in DIR (also CONSIDER_DIR)
`

	reviewHelp = `consider review - Review the changes in a browser

usage: consider review [<revision>|<range>] [<flags>]
also:  consider start

It prints the address of a page on this machine, opens it where there is a browser, and serves it until Ctrl-C.
Without a flag the page shows HEAD against the files as they are, new ones included.

A revision or range means what it means to git diff: HEAD~1, main...HEAD, HEAD^!.

Example: consider review --since last

      --since CHECKPOINT  against a checkpoint instead; last is the end of the last round
      --staged            what is staged, against HEAD
      --unstaged          the files as they are, against what is staged
      --base REV          the files as they are, against a commit: --base main
      --range A..B        one commit against another; A...B from where B left A
      --port N            the port; the next free one when it is taken (default 4000, 0 for any)
      --public-host NAME  the name of a proxy before this server (Codespaces, Tailscale); it still listens here only
      --no-open           only print the address
      --json              print one JSON document (url, pid, scope) when it listens; with --once when it ends, with the review, and the address on stderr
      --once              end after the first review is submitted
      --out DIR           write comments_<id>.json and .md there instead of .consider/reviews
      --as human          the reviewer is a person although nothing tells so; an agent cannot speak as the human
      --name NAME         the reviewer's name
      --store DIR         use the store in DIR (also CONSIDER_DIR)
`

	serveHelp = `consider serve - Answer an editor over standard input and output

usage: consider serve [--store DIR]

JSON-RPC 2.0, framed as in the Language Server Protocol; docs/protocol.md has the methods. It ends when
standard input is closed. This is for programs: the VS Code extension starts it. What it prints is
its protocol's alone, so that there is no --json.

Example: consider serve
`

	groups = "talk, places, rounds"

	mcpHelp = `consider mcp - Give an agent the verbs as tools (Model Context Protocol)

usage: consider mcp [--tools GROUPS] [--structured] [--store DIR]

Answers one client on standard input and output until it closes them. The project is the one around the folder
that it is started in, else the first of the client's open folders that is in one. docs/mcp.md has the tools.
What it prints is its protocol's alone, so that there is no --json. This is for programs; an agent is told of it once:

  claude mcp add consider -- consider mcp
  codex mcp add consider -- consider mcp
  opencode.json: {"mcp":{"consider":{"type":"local","command":["consider","mcp"]}}}

  --tools GROUPS  more tools than the loop needs: all, or some of ` + groups + `
  --structured    answer in JSON too, for programs; most clients then give their model that, which is three times as long

Example: consider mcp
`

	tryHelp = `consider try - Show the loop on a small project that it makes and removes

usage: consider try [--web] [--no-open] [--port N]

A person comments on three places, an agent answers and changes the code, and the threads follow: the real commands, in a
temporary folder. Nothing of yours is read or written. It needs git.

Example: consider try

      --web      then show the same review in the browser, until Ctrl-C
      --no-open  with --web, only print the address
      --port N   with --web, the port; the next free one when it is taken (default 4000, 0 for any)
`

	versionHelp = `consider version - Print the version

usage: consider version [--json]

Example: consider version
`
)

// nouns describe what the verbs of two words are about.
var nouns = map[string]string{
	"checkpoint": "End a round, compare with it, bring its threads back",
	"responses":  "Keep and drop in what coding agents said",
	"plan":       "Review a plan before the work begins, and its next versions",
	"editor":     "Tell where the person is in the editor",
	"memory":     "Look after what agents remember",
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

consider help VERB tells all about one verb, with an example; consider help all lists all verbs.
Every verb that answers takes --json, for one JSON document on stdout.
`

	wholeHelpEnd = `
consider help VERB, or --help behind it, tells all about one verb, with an example.
Every verb has --json for one JSON document on stdout; mcp, serve and hook speak protocols of their own.
The store is .consider in the project's root; --store DIR or CONSIDER_DIR names another.
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
	fmt.Fprintf(w, "      --as human|agent\tspeak as one of them; an agent cannot speak as the human\n")
	fmt.Fprintf(w, "      --name NAME\tthe speaker's name\n")
	if v.Effect == verb.Reads {
		fmt.Fprintf(w, "      --no-pager\tprint it all at once; else what is longer than the screen goes to $PAGER, else less\n")
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
