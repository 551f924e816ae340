package commands

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
	"consider/internal/nearest"
	"consider/internal/verb"
)

// noHelp is the exit code of the library for a word that it has no help for.
const noHelp = 3

// completing ends the arguments when a shell asks what could stand there.
const completing = "--generate-shell-completion"

// words are the first word of the arguments, and the one right after it: a verb, or a noun and its verb. Both are empty
// where another flag than the program's own comes first: whether the next argument is its value cannot be told.
func (a *app) words() (first, second string) {
	args := a.env.Args
	for i := 0; i < len(args); i++ {
		switch name, _, whole := strings.Cut(args[i], "="); {
		case name == "--store" || name == "-store":
			if !whole {
				i++
			}
		case slices.Contains([]string{"--help", "-help", "-h", "--no-pager"}, name):
		case strings.HasPrefix(name, "-"):
			return "", ""
		default:
			if i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") {
				second = args[i+1]
			}
			return args[i], second
		}
	}
	return "", ""
}

// checkWords refuses a verb that there is not, before its flags are looked at: those that it could have are unknown, and
// the library takes a question for its help to be a fault of ours.
func (a *app) checkWords() error {
	first, second := a.words()
	if first == "" || slices.Contains(a.env.Args, completing) {
		return nil
	}
	known := names()
	if !slices.Contains(known, first) {
		return unknownVerb(first)
	}
	if name := first + " " + second; nouns[first] != "" && second != "" && !slices.Contains(known, name) && !namesFile(first, second) {
		return unknownVerb(name)
	}
	return nil
}

// namesFile reports whether a word behind a noun is a file for the verb that the noun alone stands for: one that could be no
// verb, so that a mistyped one is still told.
func namesFile(noun, word string) bool {
	takes := func(f verb.Field) bool { return f.Arg != "" && f.Stdin != "" }
	return (word == "-" || strings.ContainsAny(word, `./\`)) && slices.ContainsFunc(verb.All, func(v verb.Verb) bool {
		return v.Default && strings.HasPrefix(v.Name, noun+" ") && slices.ContainsFunc(v.Fields(), takes)
	})
}

// names are all that can be called on the command line, and the nouns.
func names() []string {
	out := append(slices.Sorted(maps.Keys(nouns)), "completion", "help", "responses watch")
	for _, v := range verb.All {
		if v.On&verb.CLI != 0 {
			out = append(append(out, v.Name), v.Aliases...)
		}
	}
	for _, h := range hosts {
		out = append(out, h.names...)
	}
	return out
}

// word is the command that this run is about, "" when the arguments do not name one that is ours. Making the commands,
// and what the library does with each, would be most of what a short verb costs.
func (a *app) word() string {
	word, _ := a.words()
	for _, v := range verb.All {
		if v.On&verb.CLI != 0 && called(v, word) {
			return word
		}
	}
	for _, h := range hosts {
		if slices.Contains(h.names, word) {
			return word
		}
	}
	return ""
}

// called reports whether the word begins the verb's name, or is another name of it.
func called(v verb.Verb, word string) bool {
	noun, _, _ := strings.Cut(v.Name, " ")
	return noun == word || slices.Contains(v.Aliases, word)
}

// alsoCalled are names that agents try, which other programs have for what a verb here does.
var alsoCalled = map[string]string{
	"show": "context ID", "view": "context ID", "read": "context ID", "open": "context ID",
	"comment": "add FILE:LINE -m TEXT", "note": "add FILE:LINE -m TEXT", "create": "add FILE:LINE -m TEXT", "new": "add FILE:LINE -m TEXT",
	"status": "summary", "comments": "list", "issues": "list", "ls": "list", "todo": "list", "inbox": "list",
	"answer": "reply ID -m TEXT", "respond": "reply ID -m TEXT", "say": "reply ID -m TEXT",
	"close": "resolve ID", "done": "resolve ID", "remove": "delete ID", "rm": "delete ID",
	"feedback": "responses feedback", "diff": "checkpoint diff",
}

// unknownVerb says so, with what may have been meant.
func unknownVerb(name string) error {
	if _, ok := verb.Find(name); ok {
		return fail.Usage("the verb %q is not for the command line", name).
			Hint("programs ask for it over JSON-RPC: consider serve --help").Hint("consider help all lists the verbs that are")
	}
	e := fail.Usage("no verb %q", name)
	if meant := alsoCalled[name]; meant != "" {
		return e.Hint("did you mean 'consider %s'?", meant)
	}
	before, word := "", name
	if noun, verb, grouped := strings.Cut(name, " "); grouped {
		before, word = noun+" ", verb
	}
	best, least := "", min(3, len(word)/2+1)
	for _, n := range names() {
		last, ok := strings.CutPrefix(n, before)
		if d := nearest.Distance(word, last); ok && d < least {
			best, least = n, d
		}
	}
	if best != "" {
		e.Hint("did you mean 'consider %s'?", best)
	}
	for _, v := range verb.All {
		takes := func(f verb.Field) bool { return f.Arg != "" }
		if v.Default && before != "" && strings.HasPrefix(v.Name, before) && slices.ContainsFunc(v.Fields(), takes) {
			e.Hint("consider %s %s", v.Name, word)
		}
	}
	if before == "" {
		return e.Hint("consider help all lists the verbs")
	}
	return e.Hint("consider %s--help lists the verbs", before)
}

// otherShell is what 'completion' does with a shell that the library has no script for.
func otherShell(_ context.Context, c *cli.Command) error {
	shell := c.Args().First()
	if shell == "" {
		return cli.ShowSubcommandHelp(c)
	}
	return fail.Usage("no completion for %q", shell).Hint("consider completion --help lists the shells")
}

// helpOfItsOwn makes --help beside arguments show the help of the verb: the library looks for a verb of that name
// below it.
func helpOfItsOwn(commands []*cli.Command) {
	for _, c := range commands {
		if len(c.Commands) > 0 {
			helpOfItsOwn(c.Commands)
			continue
		}
		c.CommandNotFound = func(_ context.Context, c *cli.Command, _ string) {
			cli.HelpPrinter(c.Root().Writer, c.CustomHelpTemplate, c)
		}
	}
}
