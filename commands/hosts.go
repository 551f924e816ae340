package commands

import (
	"slices"

	"github.com/urfave/cli/v3"
)

type host struct {
	name    string
	command func(*app) *cli.Command
}

// hosts are the commands that are not verbs: they serve other programs, or run until they are interrupted.
var hosts = []host{
	{"review", (*app).reviewCommand},
	{"watch", (*app).watchCommand},
	{"serve", (*app).serveCommand},
	{"mcp", (*app).mcpCommand},
	{"hook", (*app).hookCommand},
	{"try", (*app).tryCommand},
	{"version", (*app).versionCommand},
}

// hasName reports whether the word is one of the command's names.
func (m *Manual) hasName(word string) bool { return m.Name == word || slices.Contains(m.Also, word) }

func (h *host) manual() *Manual { return manualNamed(h.name) }
