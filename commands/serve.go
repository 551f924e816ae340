package commands

import (
	"context"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v3"

	"consider/internal/agents"
	"consider/internal/memory/keep"
	"consider/internal/rpcserver"
	"consider/internal/session"
)

// serve answers one client until it closes standard input.
func (a *app) serve(ctx context.Context, c *cli.Command) error {
	// When the client has gone, a write fails, and running calls can finish.
	signal.Ignore(syscall.SIGPIPE)
	a.collectSoon() // unlike a command, it lives as long as the editor
	store := c.String("store")
	handed := &keep.Handed{} // lives as long as the editor's window
	open := func() (*session.Project, error) {
		project, err := a.project(store)
		if err == nil {
			project.Keys.Handed = handed
		}
		return project, err
	}
	project, err := open()
	if err != nil {
		return err
	}
	place := project.Place
	caller := a.backEnd()
	a.renew(ctx, project.Session(caller))
	a.inherit(ctx, project.Session(caller))
	if err := project.Close(); err != nil {
		return err
	}
	switch {
	case caller.Unproven != "":
		a.warn(caller.Unproven)
	case !caller.Human:
		a.warn(caller.Why + ": messages are recorded as an agent's, not the human's")
	}
	server := &rpcserver.Server{
		In: a.env.Stdin, Out: a.env.Stdout, Log: a.warn,
		Project: open, Caller: caller, Version: a.env.Build, Wrote: a.autoGC,
		Watch: watcher(place), Foreground: agents.Foreground, Now: a.env.Now,
	}
	return server.Serve(ctx)
}
