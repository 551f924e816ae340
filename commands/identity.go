package commands

import (
	"cmp"

	"github.com/urfave/cli/v3"

	"consider/internal/agents"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
)

// windowVariable is the variable that names the editor's window to a terminal in it.
const windowVariable = "CONSIDER_WINDOW"

// startedVariable names the program that an editor started as its back end. It may be a script that starts this one.
const startedVariable = "CONSIDER_STARTED"

// throughDoor removes the flag by which the agents' wrapper identifies itself, and reports whether the call came
// through it. The copy in the store's folder counts even without the flag, so a caller gains nothing by omitting it.
func (e *Env) throughDoor() bool {
	if len(e.Args) > 0 && e.Args[0] == agents.DoorFlag {
		e.Args = e.Args[1:]
		return true
	}
	return agents.IsCopy(e.Program)
}

// caller returns who runs the command.
func (a *app) caller(c *cli.Command) (session.Caller, error) {
	out := a.whoRuns()
	out.Name, out.Dir, out.Window = c.String("name"), a.env.Dir, a.env.Getenv(windowVariable)
	switch as := c.String("as"); as {
	case "":
	case "human":
		out.As = thread.Human
	case "agent":
		out.As = thread.Agent
	default:
		return out, fail.Usage("{--as} must be human or agent, not %q", as)
	}
	if out.As != "" && out.Agent == "" && !out.Door {
		out.Why = "--as " + string(out.As) + " was given"
	}
	return out, nil
}

// whoRuns returns what the surroundings show about the caller, whatever the caller says.
func (a *app) whoRuns() session.Caller {
	sign := agents.Recognize(a.env.Getenv, a.env.Above)
	out := session.Caller{OnScreen: a.env.OutTerminal, Agent: sign.Agent, Door: a.door || sign.Door, Why: sign.Why}
	if out.Door || out.Agent != "" {
		out.InSession = a.agentSession
		out.Why = cmp.Or(out.Why, "consider was run through the agents' wrapper (.consider/bin/consider-cli)")
		return out
	}
	out.Why = "stdin, stdout and stderr are not terminals, and no agent was recognized"
	for _, stream := range []struct {
		is   bool
		name string
	}{{a.env.InTerminal, "input"}, {a.env.OutTerminal, "output"}, {a.env.ErrTerminal, "error"}} {
		if stream.is && !out.Terminal {
			out.Terminal, out.Why = true, "standard "+stream.name+" is a terminal"
		}
	}
	return out
}

// agentSession returns the agent's session that runs us.
func (a *app) agentSession() agents.Session { return agents.SessionOf(a.env.Getenv, a.env.Above) }

// backEnd returns who is behind an editor's back end: the person at the editor that started it. A terminal is not an editor,
// and shows nothing here.
func (a *app) backEnd() session.Caller {
	out := a.whoRuns()
	if out.Terminal = false; out.Agent != "" || out.Door {
		return out
	}
	by, name := agents.StartedBy(a.env.Above, a.env.Getenv(startedVariable))
	switch {
	case by == agents.Editor && !a.env.InTerminal && !a.env.OutTerminal:
		out.Human, out.Why = true, "this server was started by an editor, "+name
	case by == agents.Hidden:
		out.As, out.Why = thread.Human, "the parent process of this server cannot be determined"
		out.Unproven = out.Why + ", so your messages are marked as unconfirmed, and human-only actions are refused here: use a terminal for them"
	default:
		out.Why = "this server was not started by an editor; its parent process is " + name
		out.Unproven = out.Why + ", so your messages are recorded as coming from an unknown caller; if consider.path is a script, end it with: exec consider \"$@\""
	}
	return out
}
