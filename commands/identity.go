package commands

import (
	"github.com/urfave/cli/v3"

	"consider/internal/agents"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
)

// windowVariable is the variable that names the editor's window to a terminal in it.
const windowVariable = "CONSIDER_WINDOW"

// throughDoor removes the flag by which the agents' wrapper identifies itself, and reports whether the call came
// through it. The copy in the store's folder counts even without the flag, so no call of it can leave the flag out.
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
		return out, fail.Usage("--as is human or agent, not %q", as)
	}
	if out.As != "" && out.Agent == "" && !out.Door {
		out.Why = "--as " + string(out.As) + " says so"
	}
	return out, nil
}

// whoRuns returns what the surroundings show about the caller, whatever the caller says.
func (a *app) whoRuns() session.Caller {
	sign := agents.Recognise(a.env.Getenv, a.env.Above)
	out := session.Caller{OnScreen: a.env.OutTerminal, Agent: sign.Agent, Door: a.door || sign.Door, Why: sign.Why}
	if out.Door || out.Agent != "" {
		if out.Why == "" {
			out.Why = "the program was called as agents call it"
		}
		return out
	}
	out.Why = "no stream is a terminal, and nothing tells of an agent"
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
