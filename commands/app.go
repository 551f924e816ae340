package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v3"

	"consider/internal/agents"
	"consider/internal/fail"
	"consider/internal/lazy"
	"consider/internal/nearest"
	"consider/internal/printable"
	"consider/internal/transcript"
	"consider/internal/verb"
	"consider/internal/words"
)

// app is one run of the command line.
type app struct {
	env       Env
	door      bool                           // called through the program that setup installs for agents
	runNested func(context.Context, Env) int // runs another command line; the exit code

	wholeHelp bool   // the program's help lists every command
	folder    string // folder where it was started, relative to the project's root; "" for the root, and until a project is found

	finderOnce  sync.Once
	transcripts *transcript.Finder
}

// wantsJSON reports whether the answer is to be JSON. It works even when the arguments could not be parsed.
func (a *app) wantsJSON() bool {
	for _, arg := range a.env.Args {
		switch arg {
		case "--":
			return false
		case "--json", "-json", "--json=true":
			return true
		}
	}
	return false
}

func usageError(_ context.Context, c *cli.Command, err error, _ bool) error {
	e := fail.Usage("%s", rewordFlagError(c, err.Error()))
	if unknown, ok := strings.CutPrefix(err.Error(), unknownFlagPrefix); ok && slices.Contains([]string{"m", "message", "body"}, strings.TrimLeft(unknown, "-")) {
		e.Hint("to reply in a thread: {reply ID -m TEXT}")
	} else if ok {
		if meant := meantFlag(c, strings.TrimLeft(unknown, "-")); meant != "" {
			e.Hint("did you mean {--%s}?", meant)
		}
	}
	return e.Hint("%v", helpFor(c.FullName()))
}

// helpFor returns the command that prints the help of a command.
func helpFor(full string) words.Text {
	if name, ok := strings.CutPrefix(full, "consider "); ok {
		return words.Textf("{%s --help}", name)
	}
	return words.Textf("{help}")
}

// meantFlag is the flag that an unknown one was meant to be, "" if none is near.
func meantFlag(c *cli.Command, name string) string {
	var known []string
	for _, f := range slices.Concat(c.Flags, c.Root().Flags) {
		for _, n := range f.Names() {
			if len(n) > 1 {
				known = append(known, n)
			}
		}
	}
	synonyms := map[string]string{ // flags that people know from git and gh
		"all": "workflow all", "a": "workflow all", "state": "workflow all", "closed": "workflow resolved", "resolved": "workflow resolved",
		"search": "grep PATTERN", "query": "grep PATTERN", "s": "grep PATTERN", "path": "file PATH", "b": "message TEXT",
	}
	if meant := synonyms[name]; meant != "" && slices.Contains(known, strings.Fields(meant)[0]) {
		return meant
	}
	return nearest.Of(name, known)
}

var badValue = lazy.Regexp(`^invalid value (".*") for flag -+(\S+): `)

// unknownFlagPrefix is what the library prints before the name of an unknown flag.
const unknownFlagPrefix = "flag provided but not defined: "

// rewordFlagError rewords the library's message about a bad flag.
func rewordFlagError(c *cli.Command, text string) string {
	if name, ok := strings.CutPrefix(text, unknownFlagPrefix); ok {
		if name = strings.TrimLeft(name, "-"); len(name) == 1 {
			return "unknown flag -" + name
		}
		name = "--" + name
		if name == "--json" && slices.Contains([]string{"mcp", "serve", "hook"}, c.Name) {
			return c.Name + " uses its own protocol and does not support JSON output"
		}
		return "unknown flag " + name
	}
	if m := badValue().FindStringSubmatch(text); m != nil {
		dashes := "--"
		if len(m[2]) == 1 {
			dashes = "-"
		}
		takes := " must be a whole number, not "
		if _, isTime := findFlag(c.Root(), c, m[2]).(*cli.DurationFlag); isTime {
			takes = " must be a duration, such as 5s, not "
		}
		return dashes + m[2] + takes + m[1]
	}
	return text
}

func (a *app) mentions(word string) bool { return slices.Contains(a.env.Args, word) }

func (a *app) printJSON(e verb.Envelope) error {
	data, err := e.Encode()
	if err != nil {
		return fmt.Errorf("encode the output: %w", err)
	}
	_, err = a.env.Stdout.Write(data)
	return err
}

// printLineJSON prints one document on one line.
func (a *app) printLineJSON(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode %T: %w", v, err)
	}
	_, err = a.env.Stdout.Write(append(printable.JSON(data), '\n'))
	return err
}

// Env is everything outside the program that the command line depends on. All fields are required but Program, CalledAs
// and Above; Desktop only for the gate of plans.
type Env struct {
	Args   []string // without the program's name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Getenv func(string) string
	Now    func() time.Time
	Dir    string // absolute working directory
	Build  string // version of the program

	Patience time.Duration // as in session.Project
	Line     func() string // as in session.Project

	Program  string // absolute path of the program that runs, "" if unknown
	CalledAs string // the name it was called by, "" if unknown

	Above iter.Seq[agents.Process] // the processes above this one, nearest first; nil to check none

	// Again starts the program once more, in a folder, and does not wait for it; nil to do the same here instead.
	Again func(dir string, args ...string) error

	// Desktop returns what opens an address for the person at the desktop, nil if nothing does.
	Desktop func(getenv func(string) string) func(address string) error

	InTerminal  bool // a person can type
	OutTerminal bool // stdout is read by a person
	ErrTerminal bool // stderr is read by a person
}

// silent is an error that only sets the exit code: its message has been printed already.
type silent struct{ error }

func (s *silent) Unwrap() error { return s.error }

func findFlag(root, at *cli.Command, name string) cli.Flag {
	for _, f := range slices.Concat(at.Flags, root.Flags) {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}
