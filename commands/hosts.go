package commands

import (
	"github.com/urfave/cli/v3"

	"consider/internal/verb"
)

// hosts are the commands that are not verbs: they serve other programs, or run until they are interrupted.
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
	{[]string{"try"}, verb.Program, (*app).tryCommand},
	{[]string{"version"}, verb.Program, (*app).versionCommand},
}
