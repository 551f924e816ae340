package commands

import (
	"slices"

	"github.com/urfave/cli/v3"
)

type host struct {
	Manual
	command func(*app) *cli.Command
}

// hosts are the commands that are not verbs: they serve other programs, or run until they are interrupted.
var hosts = []host{
	{manualNamed("review"), (*app).reviewCommand},
	{manualNamed("watch"), (*app).watchCommand},
	{manualNamed("serve"), (*app).serveCommand},
	{manualNamed("mcp"), (*app).mcpCommand},
	{manualNamed("hook"), (*app).hookCommand},
	{manualNamed("try"), (*app).tryCommand},
	{manualNamed("version"), (*app).versionCommand},
}

// isCalled reports whether the word is one of the command's names.
func (m Manual) isCalled(word string) bool { return m.Name == word || slices.Contains(m.Also, word) }
