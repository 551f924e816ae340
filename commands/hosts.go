package commands

import (
	"context"
	"slices"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
)

type host struct {
	name  string
	flags func() []cli.Flag // nil for none
	run   func(*app, context.Context, *cli.Command) error
	alone bool // it takes no arguments
}

// hosts are the commands that are not verbs: they serve other programs, or run until they are interrupted.
var hosts = []host{
	{"review", reviewFlags, (*app).review, false},
	{"watch", watchFlags, (*app).watch, true},
	{"responses watch", responsesWatchFlags, (*app).watchResponses, true},
	{"serve", nil, (*app).serve, true},
	{"mcp", mcpFlags, (*app).mcp, true},
	{"hook", nil, (*app).onlyHelp, false},
	{"try", tryFlags, (*app).try, true},
	{"version", versionFlags, (*app).version, false},
}

// command returns the host's command.
func (h *host) command(a *app) *cli.Command {
	m := h.manual()
	c := &cli.Command{
		Name: m.Name, Aliases: m.Also, Usage: m.Title, OnUsageError: usageError, HideHelpCommand: true, CustomHelpTemplate: a.helpOf(m),
		Action: func(ctx context.Context, c *cli.Command) error {
			if h.alone && c.Args().Present() {
				return fail.Usage("%s does not take arguments", h.name).Hint("{%s --help}", h.name)
			}
			return h.run(a, ctx, c)
		},
	}
	if h.flags != nil {
		c.Flags = h.flags()
	}
	return c
}

// hasName reports whether the word is one of the command's names.
func (m *Manual) hasName(word string) bool { return m.Name == word || slices.Contains(m.Also, word) }

func (h *host) manual() *Manual { return manualNamed(h.name) }
