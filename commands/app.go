package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
	"consider/internal/project"
	"consider/internal/session"
	"consider/internal/transcript"
	"consider/internal/verb"
)

// app is one run of the command line.
type app struct {
	env  Env
	door bool // called as agents call it

	finding sync.Once
	found   *transcript.Finder
}

func (a *app) run(ctx context.Context) error {
	args := slices.Clone(a.env.Args)
	if len(args) > 0 && args[0] == "label" {
		args = labelArgs(args)
	}
	if err := a.checkWords(); err != nil {
		return err
	}
	err := a.root().Run(ctx, append([]string{"consider"}, args...))
	if exit, ok := errors.AsType[cli.ExitCoder](err); ok && exit.ExitCode() == noHelp { // for a word that stands behind flags
		return fail.Usage("%s", exit.Error()).Hint("consider --help")
	}
	return err
}

// wantsJSON reports whether the answer is to be JSON, also when the arguments could not be parsed.
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

func (a *app) root() *cli.Command {
	// The library takes the help of a command with commands below it from here only.
	cli.SubcommandHelpTemplate = groupHelp
	root := &cli.Command{
		Name:            "consider",
		Usage:           "talk about code at the place in the code",
		Writer:          a.env.Stdout,
		ErrWriter:       a.env.Stderr,
		HideVersion:     true,
		HideHelpCommand: true,
		// Without it the library calls os.Exit below us.
		ExitErrHandler:        func(context.Context, *cli.Command, error) {},
		EnableShellCompletion: true,
		ConfigureShellCompletionCommand: func(c *cli.Command) {
			c.Hidden = false
			c.Usage = completionUsage
			c.OnUsageError, c.Action = usageError, otherShell
			for _, shell := range c.Commands {
				shell.OnUsageError = usageError
			}
		},
		OnUsageError: usageError,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "store", Usage: "use the store in `DIR` (also CONSIDER_DIR)"},
		},
		Action: func(_ context.Context, c *cli.Command) error {
			if name := c.Args().First(); name != "" {
				return unknownVerb(name)
			}
			return cli.ShowRootCommandHelp(c)
		},
	}
	word := a.word()
	for _, v := range verb.All {
		if v.On&verb.CLI == 0 || word != "" && !called(v, word) {
			continue
		}
		if noun, _, grouped := strings.Cut(v.Name, " "); grouped {
			a.group(root, noun, v)
			continue
		}
		root.Commands = append(root.Commands, a.command(v, v.Name))
	}
	a.responsesWatch(root)
	for _, h := range hosts {
		if word == "" || slices.Contains(h.names, word) {
			root.Commands = append(root.Commands, h.command(a))
		}
	}
	helpOfItsOwn(root.Commands)
	if word == "" {
		root.CustomRootCommandHelpTemplate = rootHelp(root.Commands)
	}
	return root
}

// hosts are the commands that are no verbs: they answer others, or go on until they are interrupted.
var hosts = []struct {
	names   []string
	section verb.Section
	command func(*app) *cli.Command
}{
	{[]string{"review", "start"}, verb.Rounds, (*app).reviewCommand},
	{[]string{"watch"}, verb.Rounds, (*app).watchCommand},
	{[]string{"serve"}, verb.Program, (*app).serveCommand},
	{[]string{"mcp"}, verb.Agents, (*app).mcpCommand},
	{[]string{"hook"}, verb.Agents, (*app).hookCommand},
	{[]string{"version"}, verb.Program, (*app).versionCommand},
}

func usageError(_ context.Context, c *cli.Command, err error, _ bool) error {
	e := fail.Usage("%s", err.Error())
	if c.Name != "consider" {
		return e.Hint("%s --help", c.FullName())
	}
	return e.Hint("consider --help")
}

// command makes a verb's command, called name.
func (a *app) command(v verb.Verb, name string) *cli.Command {
	c := &cli.Command{
		Name:                      name,
		Aliases:                   v.Aliases,
		Usage:                     v.Title,
		OnUsageError:              usageError,
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true, // a comma in a message or label is just a comma
		Action:                    func(ctx context.Context, c *cli.Command) error { return a.call(ctx, v, c) },
	}
	// Only the command that runs needs its flags and help: making all of them would be work at every start.
	if a.mentions(name) || slices.ContainsFunc(v.Aliases, a.mentions) {
		c.Flags = append(verbFlags(v), commonFlags()...)
		c.CustomHelpTemplate = verbHelp(v)
	}
	return c
}

func (a *app) mentions(word string) bool { return slices.Contains(a.env.Args, word) }

// group adds a verb to the command of its noun. The noun alone runs the verb that stands for it.
func (a *app) group(root *cli.Command, noun string, v verb.Verb) {
	_, name, _ := strings.Cut(v.Name, " ")
	i := slices.IndexFunc(root.Commands, func(c *cli.Command) bool { return c.Name == noun })
	if i < 0 {
		i = len(root.Commands)
		root.Commands = append(root.Commands, &cli.Command{
			Name: noun, Usage: nouns[noun], Description: example(v), OnUsageError: usageError, HideHelpCommand: true, DisableSliceFlagSeparator: true,
			Action: func(_ context.Context, c *cli.Command) error {
				return unknownVerb(strings.TrimSpace(noun + " " + c.Args().First()))
			},
		})
	}
	group := root.Commands[i]
	group.Commands = append(group.Commands, a.command(v, name))
	if !v.Default {
		return
	}
	group.Description = "Alone it is 'consider " + v.Name + "'.\n" + example(v)
	if a.mentions(noun) {
		group.Flags = append(verbFlags(v), commonFlags()...)
	}
	group.Action = func(ctx context.Context, c *cli.Command) error {
		if word := c.Args().First(); word != "" {
			return unknownVerb(noun + " " + word)
		}
		return a.call(ctx, v, c)
	}
}

func (a *app) versionCommand() *cli.Command {
	return &cli.Command{
		Name: "version", Usage: "Print the version", OnUsageError: usageError, HideHelpCommand: true,
		CustomHelpTemplate: versionHelp,
		Flags:              []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print one JSON document"}},
		Action: func(_ context.Context, c *cli.Command) error {
			if c.Args().Present() {
				return fail.Usage("version takes no arguments")
			}
			if c.Bool("json") {
				return a.printJSON(verb.Answer(map[string]string{"version": a.env.Build}, ""))
			}
			_, err := fmt.Fprintf(a.env.Stdout, "consider %s\n", a.env.Build)
			return err
		},
	}
}

// call runs a verb and prints its answer.
func (a *app) call(ctx context.Context, v verb.Verb, c *cli.Command) error {
	raw, err := a.input(ctx, v, c)
	if err != nil {
		return err
	}
	caller, err := a.caller(c)
	if err != nil {
		return err
	}
	opened, err := a.project(c.String("store"))
	if err != nil {
		return err
	}
	defer opened.Close()
	service := opened.Session(caller)
	if raw, err = a.ask(ctx, v, service, raw, c.Bool("json")); err != nil {
		return err
	}
	answer, err := a.answer(ctx, v, service, raw, c.Bool("json"))
	if err != nil {
		return err
	}
	out := answer.Data
	if _, collected := out.(project.GCOutput); v.Effect != verb.Reads && !collected {
		a.autoGC(service)
	}
	a.renew(ctx, service)
	if err := a.copied(ctx, opened.Place, out); err != nil {
		return err
	}
	if c.Bool("json") {
		err = a.printJSON(answer)
	} else {
		err = a.present(out)
		a.lacks(out)
	}
	return errors.Join(err, verdict(out))
}

// answer runs a verb. As text only the data is shown, and the rest is not looked up.
func (a *app) answer(ctx context.Context, v verb.Verb, s *session.Session, raw json.RawMessage, whole bool) (verb.Envelope, error) {
	if whole {
		return verb.Respond(ctx, v, s, raw)
	}
	out, err := v.Call(ctx, s, raw)
	return verb.Answer(out, s.Cursor()), err
}

func (a *app) printJSON(e verb.Envelope) error {
	data, err := e.Encode()
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	_, err = a.env.Stdout.Write(data)
	return err
}

// fail prints what went wrong: one JSON document on stdout, or text on stderr.
func (a *app) fail(f fail.Failure, err error) {
	var quiet *silent
	if errors.As(err, &quiet) {
		return
	}
	if a.wantsJSON() {
		_ = a.printJSON(verb.Refusal(err))
		return
	}
	var p page
	p.failure(f)
	_, _ = a.env.Stderr.Write(p.b.Bytes()) // there is no other place to say that this one does not work
}

// readAll reads a message or a file's content, with a bound that no honest one reaches.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fail.Denied("it has more than %d bytes", limit)
	}
	return data, err
}
