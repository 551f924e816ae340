package commands

import (
	"cmp"
	"context"
	"io"
	"net"
	"path/filepath"
	"runtime"
	"time"

	"consider/internal/hook"
	"consider/internal/programs"
	"consider/internal/review/compare"
	"consider/internal/review/plan"
	"consider/internal/session"
	"consider/internal/webserver"
)

// Times of a gate.
const (
	gateEvery    = 300 * time.Millisecond // between two checks for a decision
	gateEnter    = 2 * time.Minute        // limit for opening the page
	gateLastWord = time.Second            // for the page to learn that its decision was taken
)

// isGate reports whether Claude Code asks for a decision on a plan.
func isGate(args []string) bool {
	return len(args) == 3 && args[0] == "hook" && args[1] == string(hook.Claude) && args[2] == hook.PlanEvent
}

// gate shows an agent's plan to the person, and answers the agent with the person's decision. On any failure it prints
// nothing, and the agent's own dialog, which is open all the time, decides. A failure never approves a plan.
func (a *app) gate(ctx context.Context) {
	defer func() { _ = recover() }() // the agent would interpret the output of a crash
	said, err := io.ReadAll(io.LimitReader(a.env.Stdin, hook.MaxInput))
	if err != nil || a.env.InTerminal {
		return
	}
	call, ok := hook.ReadPlan(said)
	if !ok {
		return
	}
	text, err := call.Text(filepath.Join(a.claudeFolder(), "plans"))
	if err != nil {
		return
	}
	project := a.hookProject(hook.FoldersOf(call.Call, a.env.Getenv, a.env.Dir))
	if project == nil {
		return
	}
	defer project.Close()
	agent := project.Session(session.Caller{Agent: call.Agent(), Dir: project.Place.Root})
	if agent.MadeElsewhere() != nil {
		return
	}
	editor, browser := agent.EditorOpen(ctx), a.env.Desktop(a.env.Getenv)
	if browser == nil && !editor {
		return
	}
	shown, err := plan.Submit(ctx, agent, text, call.Session)
	if err != nil {
		return
	}
	answer := "`" + wrapperFrom(project, append(call.Dirs, a.env.Dir)[0]) + ` reply ID --outcome addressed|answered|declined|blocked -m '…'` + "`"
	g := &gate{app: a, agent: agent, editor: editor, browser: browser, plan: shown.Plan.ID, version: shown.Plan.Versions, answer: answer}
	decided, err := g.wait(ctx)
	switch {
	case err != nil:
	case decided.Approved:
		_, _ = a.env.Stdout.Write(call.Allow(decided.Text, modeOf(decided.Mode))) // on a failed write the agent is gone and needs no answer
	case decided.Rejected && decided.Message != "":
		_, _ = a.env.Stdout.Write(call.Deny(decided.Message))
	}
	g.close()
}

// modeOf returns Claude Code's name for a mode of going on.
func modeOf(m plan.PlanMode) string {
	return map[plan.PlanMode]string{plan.Asks: "default", plan.Edits: "acceptEdits"}[m]
}

// claudeFolder returns Claude Code's own settings folder.
func (a *app) claudeFolder() string {
	m := a.machine()
	return cmp.Or(m.ClaudeDir, filepath.Join(m.Home, ".claude"))
}

// desktop returns what opens an address in the browser of the person at the desktop, nil if nothing does. The agent may
// have set $BROWSER, so it is not asked. A container that has a display and an opener counts as a desktop.
func desktop(getenv func(string) string) func(address string) error {
	own := func(name string) string {
		if name == "BROWSER" {
			return ""
		}
		return getenv(name)
	}
	if name, _ := browserCommand(runtime.GOOS, own, func(string) bool { return false }); name == "" {
		return nil
	}
	return programs.Desktop(getenv)
}

// gate is the wait for a person's decision on a version of a plan.
type gate struct {
	app     *app
	agent   *session.Session
	editor  bool // a window of an editor has the project open and shows the plan, so no browser is needed
	browser func(address string) error
	plan    string
	version int
	answer  string

	stop   context.CancelFunc
	served chan struct{}
}

// wait shows the plan and returns the decision. An editor detects that an agent waits, and decides through its back
// end. Without an editor, wait serves a page on which the person decides: an agent started it, but only the browser
// gets its address.
func (g *gate) wait(ctx context.Context) (plan.Decision, error) {
	release, err := plan.Await(g.agent, g.plan, g.version)
	if err != nil {
		return plan.Decision{}, err
	}
	defer release()
	if g.editor {
		return g.decision(ctx) // the window shows the plan; no page has to be opened in time
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return plan.Decision{}, err
	}
	// The wait ends without a decision if no page came, or if the person leaves it to the agent's dialog.
	waiting, leave := context.WithCancel(ctx)
	defer leave()
	late := time.AfterFunc(gateEnter, leave)
	defer late.Stop()
	server := g.server(&webserver.Gate{Plan: g.plan, Version: g.version, Left: leave, Entered: func() { late.Stop() }})
	if err := server.Open(listener); err != nil {
		_ = listener.Close() // nothing was served
		return plan.Decision{}, err
	}
	serving, stop := context.WithCancel(ctx)
	g.stop, g.served = stop, make(chan struct{})
	go func() {
		defer close(g.served)
		_ = server.Serve(serving, listener) // without the server there is no decision
		leave()
	}()
	go func() {
		if g.browser(server.OpenURL()) != nil && late.Stop() { // and no page was opened
			leave()
		}
	}()
	return g.decision(waiting)
}

// close ends the page after it had time to learn that its decision was taken.
func (g *gate) close() {
	if g.stop == nil {
		return
	}
	time.Sleep(gateLastWord)
	g.stop()
	<-g.served
}

func (g *gate) server(page *webserver.Gate) *webserver.Server {
	root := g.agent.Place.Root
	open := func() (*session.Project, error) {
		p, err := g.app.projectAt(root, "")
		if err == nil {
			p.Warn = nil
		}
		return p, err
	}
	return &webserver.Server{
		Scope: compare.Scope{Kind: compare.ScopeHead}, Project: open, Caller: session.Caller{Human: true, Dir: root}, Watch: watcher(g.agent.Place),
		Now: g.app.env.Now, Version: g.app.env.Build, Log: func(string) {}, Wrote: g.app.autoGC,
		Gate: page,
	}
}

// decision waits until a person has decided on any surface.
func (g *gate) decision(ctx context.Context) (plan.Decision, error) {
	look := time.NewTicker(gateEvery)
	defer look.Stop()
	known := "?"
	for {
		select {
		case <-ctx.Done():
			return plan.Decision{}, ctx.Err()
		case <-look.C:
		}
		tip, err := g.agent.Tip(ctx)
		if err != nil {
			return plan.Decision{}, err
		}
		if tip == known {
			continue
		}
		known = tip
		d, err := plan.Decide(ctx, g.agent, g.plan, g.version, g.answer)
		if err != nil || d.Decided() {
			return d, err
		}
	}
}
