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
	"consider/internal/words"
)

// noHelp is the library's exit code for a word that it has no help for.
const noHelp = 3

// completing ends the arguments when a shell asks for completions.
const completing = "--generate-shell-completion"

// commandWords returns the first word of the arguments and the one right after it: a verb, or a noun and its verb. Both
// are empty if a flag that is not the program's own comes first, because the next argument may be its value.
func (a *app) commandWords() (first, second string) {
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

// checkVerb refuses an unknown verb before its flags are parsed. Its flags are unknown, and the library reports a
// request for its help as an internal error.
func (a *app) checkVerb() error {
	first, second := a.commandWords()
	if first == "" || slices.Contains(a.env.Args, completing) {
		return nil
	}
	known := commandNames()
	if !slices.Contains(known, first) {
		return unknownVerb(first)
	}
	if name := first + " " + second; nouns[first] != "" && second != "" && !slices.Contains(known, name) && !namesFile(first, second) {
		return unknownVerb(name)
	}
	return nil
}

// namesFile reports whether a word behind a noun is a file for the noun's default verb. A word that could be a verb is
// not taken for a file, so that a mistyped verb is still reported.
func namesFile(noun, word string) bool {
	takes := func(f verb.Field) bool { return f.Arg != "" && f.Stdin != "" }
	return (word == "-" || strings.ContainsAny(word, `./\`)) && slices.ContainsFunc(verb.All, func(v verb.Verb) bool {
		return v.Default && strings.HasPrefix(v.Name, noun+" ") && slices.ContainsFunc(v.Fields(), takes)
	})
}

// commandNames returns all names that can be called on the command line, and the nouns.
func commandNames() []string {
	out := append(slices.Sorted(maps.Keys(nouns)), "completion", "help")
	for _, v := range verb.All {
		if v.On&verb.CLI != 0 {
			out = append(append(out, v.Word()), v.Others()...)
		}
	}
	for _, h := range hosts {
		out = append(append(out, h.name), h.manual().Also...)
	}
	return out
}

// commandName returns the command that the arguments name, "" if we have no such command. Making all commands would be
// most of the cost of a short verb.
func (a *app) commandName() string {
	word, _ := a.commandWords()
	isVerb := func(v verb.Verb) bool { return v.On&verb.CLI != 0 && hasName(v, word) }
	isHost := func(h host) bool { return h.manual().hasName(word) }
	if slices.ContainsFunc(verb.All, isVerb) || slices.ContainsFunc(hosts, isHost) {
		return word
	}
	return ""
}

// hasName reports whether a word of the command line may name the verb: its first word, or an alias of it.
func hasName(v verb.Verb, word string) bool {
	noun, _, _ := strings.Cut(v.Name, " ")
	return noun == word || v.Listed == word && word != "" || slices.Contains(v.Aliases, word)
}

// unknownVerb returns the error for an unknown verb, with verbs that may have been meant.
func unknownVerb(name string) error {
	if _, ok := verb.Find(name); ok {
		return fail.Usage("%q is not available on the command line", name).
			Hint("programs call it over JSON-RPC: {serve --help}").Hint("run '{help all}' to list all verbs")
	}
	synonyms := map[string]string{ // names that agents try, known from other programs
		"view": "show ID", "read": "show ID", "open": "show ID",
		"note": "add FILE:LINE -m TEXT", "create": "add FILE:LINE -m TEXT", "new": "add FILE:LINE -m TEXT",
		"status": "summary", "comments": "list", "issues": "list", "todo": "list", "inbox": "next",
		"answer": "reply ID -m TEXT", "respond": "reply ID -m TEXT", "say": "reply ID -m TEXT",
		"close": "resolve ID", "done": "resolve ID", "remove": "delete ID", "rm": "delete ID",
		"feedback": "responses feedback", "diff": "checkpoint diff", "grep": "list --grep PATTERN", "search": "list --grep PATTERN", "find": "list --grep PATTERN",
		"ask": "reply ID --ask 'A|B' -m TEXT", "amend": "edit ID -m TEXT", "revert": "undo", "history": "log", "browse": "review", "move": "reanchor ID FILE:LINE",
		"checkpoint save": "checkpoint create NAME", "checkpoint add": "checkpoint create NAME", "checkpoint new": "checkpoint create NAME",
		"checkpoint remove": "checkpoint delete NAME", "checkpoint rm": "checkpoint delete NAME", "plan create": "plan add FILE", "plan new": "plan add FILE", "plan submit": "plan add FILE",
	}
	e := fail.Usage("unknown verb %q", name)
	if meant := synonyms[name]; meant != "" {
		return e.Hint("did you mean '{%s}'?", meant)
	}
	before, word := "", name
	if noun, verb, grouped := strings.Cut(name, " "); grouped {
		before, word = noun+" ", verb
	}
	var known []string
	for _, n := range commandNames() {
		if last, ok := strings.CutPrefix(n, before); ok {
			known = append(known, last)
		}
	}
	if meant := nearest.Of(word, known); meant != "" {
		e.Hint("did you mean '{%s}'?", before+meant)
	}
	for _, v := range verb.All {
		takes := func(f verb.Field) bool { return f.Arg != "" }
		if v.Default && before != "" && strings.HasPrefix(v.Name, before) && slices.ContainsFunc(v.Fields(), takes) {
			e.Hint("{%s %s}", v.Name, words.ShellWord(word))
		}
	}
	if before == "" {
		return e.Hint("run '{help all}' to list all verbs")
	}
	return e.Hint("run '{%s--help}' to list its verbs", before)
}

// otherShell answers 'completion' for a shell that the library has no script for.
func otherShell(_ context.Context, c *cli.Command) error {
	shell := c.Args().First()
	if shell == "" {
		return cli.ShowSubcommandHelp(c)
	}
	return fail.Usage("no completion for the shell %q", shell).Hint("run '{completion --help}' to list the shells")
}

// helpOfItsOwn makes --help show the help of the verb even if there are arguments. The library would look for a
// subcommand with the argument's name.
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
