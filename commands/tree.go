package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"consider/internal/verb"

	"github.com/urfave/cli/v3"
)

func (a *app) root() *cli.Command {
	// For a command with subcommands, the library takes the help template only from here.
	cli.SubcommandHelpTemplate = groupHelp
	root := &cli.Command{
		Name:            "consider",
		Usage:           "Comment on lines of code and have your coding agents answer",
		Writer:          a.env.Stdout,
		ErrWriter:       a.env.Stderr,
		HideVersion:     true,
		HideHelpCommand: true,
		// Without it the library itself calls os.Exit.
		ExitErrHandler:                  func(context.Context, *cli.Command, error) {},
		EnableShellCompletion:           true,
		ConfigureShellCompletionCommand: a.completion,
		OnUsageError:                    usageError,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "store", Usage: "use the store in `DIR` (also CONSIDER_DIR)"},
			&cli.BoolFlag{Name: "no-pager"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			if name := c.Args().First(); name != "" {
				return unknownVerb(name)
			}
			return a.overview(ctx, c)
		},
	}
	word := a.commandName()
	for _, v := range verb.All {
		if v.On&verb.CLI == 0 || word != "" && !hasName(v, word) {
			continue
		}
		if noun, _, grouped := strings.Cut(v.Name, " "); grouped {
			a.group(root, noun, v)
			continue
		}
		root.Commands = append(root.Commands, a.command(v, v.Word()))
	}
	for _, h := range hosts {
		noun, name, grouped := strings.Cut(h.name, " ")
		switch group := root.Command(noun); {
		case !grouped && (word == "" || h.manual().hasName(word)):
			root.Commands = append(root.Commands, h.command(a))
		case grouped && group != nil:
			c := h.command(a)
			c.Name = name
			group.Commands = append(group.Commands, c)
		}
	}
	helpOfItsOwn(root.Commands)
	if word == "" {
		root.CustomRootCommandHelpTemplate = rootHelp(root.Commands, a.wholeHelp)
	}
	return root
}

// command returns a verb's command, called name.
func (a *app) command(v verb.Verb, name string) *cli.Command {
	c := &cli.Command{
		Name:                      name,
		Aliases:                   v.Others(),
		Hidden:                    v.Unlisted,
		Usage:                     v.Title,
		OnUsageError:              usageError,
		HideHelpCommand:           true,
		DisableSliceFlagSeparator: true, // a comma in a message or label is just a comma
		Action:                    func(ctx context.Context, c *cli.Command) error { return a.call(ctx, v, c) },
	}
	// Only the command that runs needs its flags and help; making all of them would slow every start.
	if a.mentions(name) || slices.ContainsFunc(c.Aliases, a.mentions) {
		c.Flags = append(verbFlags(v), commonFlags()...)
		c.CustomHelpTemplate = a.helpOf(manualOf(v))
	}
	return c
}

// group adds a verb to the command of its noun. The noun alone runs its default verb.
func (a *app) group(root *cli.Command, noun string, v verb.Verb) {
	_, name, _ := strings.Cut(v.Name, " ")
	i := slices.IndexFunc(root.Commands, func(c *cli.Command) bool { return c.Name == noun })
	if i < 0 {
		i = len(root.Commands)
		root.Commands = append(root.Commands, &cli.Command{
			Name: noun, Usage: nouns[noun], Description: example(manualOf(v)), OnUsageError: usageError, HideHelpCommand: true, DisableSliceFlagSeparator: true,
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
	group.Description = "Without a verb, this command runs 'consider " + v.Name + "'.\n" + example(manualOf(v))
	if a.mentions(noun) {
		group.Flags = append(verbFlags(v), commonFlags()...)
	}
	group.Action = func(ctx context.Context, c *cli.Command) error {
		if word := c.Args().First(); word != "" && !namesFile(noun, word) {
			return unknownVerb(noun + " " + word)
		}
		return a.call(ctx, v, c)
	}
}

// inSection lists the commands of a section: verbs in the order of the table, with two-word verbs listed by their noun,
// then hosts.
func inSection(s verb.Section) []string {
	var out []string
	put := func(in verb.Section, name string) {
		if name, _, _ = strings.Cut(name, " "); in == s && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, v := range verb.All {
		if !v.Unlisted {
			put(v.Section, v.Word())
		}
	}
	for _, h := range hosts {
		put(h.manual().Section, h.name)
	}
	put(verb.Programs, "completion") // the library adds this command when it runs
	return out
}

// complete prints the completions for the word at the cursor, each followed by a tab and a short description. It cannot
// report errors, so it omits what it cannot look up.
func (a *app) complete(ctx context.Context, words []string) {
	current := ""
	if n := len(words); n > 0 {
		words, current = words[:n-1], words[n-1]
	}
	if current == ":" {
		current = ""
	}
	a.env.Args = words
	p := &completion{app: a, ctx: ctx, root: a.root()}
	p.read(words)
	switch {
	case p.flag != "":
		p.value()
	case strings.HasPrefix(current, "-"):
		p.flags()
	case len(p.args) == 0 && len(p.command.Commands) > 0:
		for _, c := range p.command.Commands {
			if !c.Hidden {
				p.offer(c.Name, c.Usage)
			}
		}
		if p.command == p.root {
			p.offer("help", "Show help for a verb, or list all verbs")
			p.offer("completion", completionUsage)
		}
	default:
		p.argument()
	}
	_, _ = fmt.Fprint(a.env.Stdout, p.out.String()) // if this fails, the shell has gone
}

// rootHelp writes the program's help with the commands in their sections: the everyday ones on one screen, or all.
func rootHelp(commands []*cli.Command, all bool) string {
	var b strings.Builder
	b.WriteString("{{.Name}} - {{.Usage}}\n\nusage: {{.Name}} <verb> [<arguments>] [--json]\n")
	usage := map[string]string{"completion": completionUsage}
	for _, c := range commands {
		usage[c.Name] = c.Usage
	}
	for _, s := range verb.Sections {
		if all {
			fmt.Fprintf(&b, "\n%s:", s)
		}
		for _, name := range inSection(s) {
			if usage[name] != "" && (all || slices.Contains(everyday, name)) { // the command line has this command
				fmt.Fprintf(&b, "\n  %-11s %s", name, usage[name])
			}
		}
		if all {
			b.WriteString("\n")
		}
	}
	if !all {
		b.WriteString(shortHelpEnd)
		return b.String()
	}
	b.WriteString(wholeHelpEnd + columns(CommonFlags) + exitCodes)
	return b.String()
}
