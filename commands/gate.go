package commands

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	"consider/internal/hook"
	"consider/internal/programs"
	"consider/internal/review/compare"
	"consider/internal/review/plan"
	"consider/internal/session"
	"consider/internal/webserver"
	"consider/internal/worktree"
)

// The times of a gate.
const (
	gateEvery    = 300 * time.Millisecond // between two looks for a decision
	gateEnter    = 2 * time.Minute        // in which the page has to be opened
	gateLastWord = time.Second            // in which the page hears that its word was taken
)

// isGate reports whether Claude Code asks for a word on a plan.
func isGate(args []string) bool {
	return len(args) == 3 && args[0] == "hook" && args[1] == string(hook.Claude) && args[2] == hook.PlanEvent
}

// gate shows an agent's plan to the person, and answers the agent with what the person decides. Whatever goes wrong, it prints
// nothing: then the agent's own dialogue decides, which is there all the while. Nothing is ever approved because
// something failed.
func (a *app) gate(ctx context.Context) {
	defer func() { _ = recover() }() // what a crash says would mean something to the agent
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
	editor, browser := agent.EditorOpen(ctx), a.browserFor(project.Place)
	if browser == nil && !editor {
		return
	}
	shown, err := plan.Submit(ctx, agent, text, call.Session)
	if err != nil {
		return
	}
	answer := "`" + wrapperFrom(project.Place.StoreDir, append(call.Dirs, a.env.Dir)[0]) + ` reply ID --outcome addressed|answered|declined|blocked -m "…"` + "`"
	g := &gate{app: a, agent: agent, editor: editor, browser: browser, plan: shown.Plan.ID, version: shown.Plan.Versions, answer: answer, over: make(chan struct{}, 4)}
	decided, err := g.wait(ctx)
	switch {
	case err != nil:
	case decided.Approved:
		_, _ = a.env.Stdout.Write(call.Allow(decided.Text, modeOf(decided.Mode))) // an agent that is gone has decided
	case decided.Rejected && decided.Message != "":
		_, _ = a.env.Stdout.Write(call.Deny(decided.Message))
	}
	g.close()
}

// modeOf is Claude Code's word for how it goes on.
func modeOf(m plan.PlanMode) string {
	return map[plan.PlanMode]string{plan.Asks: "default", plan.Edits: "acceptEdits"}[m]
}

// claudeFolder is where Claude Code keeps what is its own.
func (a *app) claudeFolder() string {
	m := a.machine()
	if m.ClaudeDir != "" {
		return m.ClaudeDir
	}
	return filepath.Join(m.Home, ".claude")
}

// browserFor is what opens an address before the person's eyes, nil where nothing does.
func (a *app) browserFor(place worktree.Project) func(address string) error {
	name, args := browserCommand(runtime.GOOS, a.env.Getenv, func(path string) bool { _, err := os.Stat(path); return err == nil })
	if name == "" {
		return nil
	}
	search := programs.Outside(place.Folders()...)
	program, err := search.Find(name)
	if err != nil {
		return nil
	}
	return func(address string) error { // the browser stays when the agent was answered
		return search.Command(context.Background(), program, append(args, address)...).Run()
	}
}

// gate is the wait for a person's word on a version of a plan.
type gate struct {
	app     *app
	agent   *session.Session
	editor  bool // a window of an editor has the project open: it shows the plan, and no browser is needed
	browser func(address string) error
	plan    string
	version int
	answer  string
	over    chan struct{} // told when there is nothing to wait for: no page came, or the person leaves it to the agent's dialogue

	inside atomic.Bool // a page was let in
	stop   context.CancelFunc
	served chan struct{}
}

// wait shows the plan, and returns what was decided. An editor sees by itself that an agent waits, and decides over its back
// end. Else there is the page, which is the person's own: what starts it is told by the agent, and its address is handed to
// the browser alone.
func (g *gate) wait(ctx context.Context) (plan.Decision, error) {
	release, err := plan.Await(g.agent, g.plan, g.version)
	if err != nil {
		return plan.Decision{}, err
	}
	defer release()
	if g.editor {
		return g.decision(ctx, nil)
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return plan.Decision{}, err
	}
	entered := make(chan struct{}, 1)
	server := g.server(entered)
	if err := server.Open(listener); err != nil {
		_ = listener.Close() // nothing was said
		return plan.Decision{}, err
	}
	serving, stop := context.WithCancel(ctx)
	g.stop, g.served = stop, make(chan struct{})
	go func() {
		defer close(g.served)
		_ = server.Serve(serving, listener) // without it there is no decision
		g.end()
	}()
	go func() {
		if g.browser(server.OpenURL()) != nil && !g.inside.Load() {
			g.end()
		}
	}()
	return g.decision(ctx, entered)
}

// end tells that there is nothing to wait for.
func (g *gate) end() {
	select {
	case g.over <- struct{}{}:
	default:
	}
}

// close ends the page, after it has heard that its word was taken.
func (g *gate) close() {
	if g.stop == nil {
		return
	}
	time.Sleep(gateLastWord)
	g.stop()
	<-g.served
}

func (g *gate) server(entered chan struct{}) *webserver.Server {
	root := g.agent.Place.Root
	open := func() (*session.Project, error) {
		p, err := g.app.projectAt(root, "")
		if err == nil {
			p.Warn, p.Progress = nil, nil
		}
		return p, err
	}
	return &webserver.Server{
		Scope: compare.Scope{Kind: compare.ScopeHead}, Project: open, Caller: session.Caller{Human: true, Dir: root}, Watch: watcher(g.agent.Place),
		Now: g.app.env.Now, Version: g.app.env.Build, Log: func(string) {}, Wrote: g.app.autoGC,
		Gate: &webserver.Gate{Plan: g.plan, Version: g.version, Left: g.end, Entered: func() {
			g.inside.Store(true)
			select {
			case entered <- struct{}{}:
			default:
			}
		}},
	}
}

// decision waits until a person has decided, wherever that was.
func (g *gate) decision(ctx context.Context, entered <-chan struct{}) (plan.Decision, error) {
	late := time.NewTimer(gateEnter)
	defer late.Stop()
	if g.editor {
		late.Stop() // the window tells of it, and there is no page to be opened in time
	}
	look := time.NewTicker(gateEvery)
	defer look.Stop()
	known := "?"
	for {
		select {
		case <-ctx.Done():
			return plan.Decision{}, ctx.Err()
		case <-g.over:
			return plan.Decision{Over: true}, nil
		case <-entered:
			late.Stop()
		case <-late.C:
			return plan.Decision{Over: true}, nil
		case <-look.C:
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
}
