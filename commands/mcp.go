package commands

import (
	"cmp"
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v3"

	"consider/commands/present"
	"consider/internal/agents"
	"consider/internal/mcpserver"
	"consider/internal/session"
)

func mcpFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "structured"}, &cli.StringSliceFlag{Name: "tools"},
		&cli.BoolFlag{Name: "text"}, // now the default; older setups still pass it
	}
}

// mcp answers one client until it closes standard input. This channel is for agents, so the client is an agent.
func (a *app) mcp(ctx context.Context, c *cli.Command) error {
	tools, err := mcpserver.ParseTools(c.StringSlice("tools"))
	if err != nil {
		return err
	}
	// When the client has gone, a write fails, and running calls can finish.
	signal.Ignore(syscall.SIGPIPE)
	a.collectSoon() // unlike a command, it lives as long as the agent's session
	if a.env.InTerminal {
		a.advise("waiting for an MCP client on standard input; to set one up, see {mcp --help}")
	}
	recognized, in := a.whoRuns().Agent, a.agentSession()
	if in.Process == 0 { // the server runs as long as the session
		in = agents.Session{ID: in.ID, Process: os.Getpid(), Began: agents.Began(os.Getpid())}
	}
	store := c.String("store")
	server := &mcpserver.Server{
		In: a.env.Stdin, Out: a.env.Stdout, Version: a.env.Build, Tools: tools, Structured: c.Bool("structured"), Now: a.env.Now, Wrote: a.autoGC,
		Project: func(dir string) (*session.Project, error) {
			return a.projectAt(cmp.Or(dir, a.env.Dir), store)
		},
		Caller: func(client string) session.Caller {
			return session.Caller{
				Agent: agents.OverMCP(recognized, client), Window: a.env.Getenv(windowVariable),
				InSession: func() agents.Session { return in },
			}
		},
		Text: present.Plain,
	}
	return server.Serve(ctx)
}
