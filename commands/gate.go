package commands

import (
	"cmp"
	"context"
	"io"
	"path/filepath"
	"runtime"

	"consider/internal/hook"
	"consider/internal/programs"
	"consider/internal/review/compare"
	"consider/internal/review/plan"
	"consider/internal/session"
	"consider/internal/webserver"
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
	gate := &webserver.Gate{Agent: agent, Plan: shown.Plan.ID, Version: shown.Plan.Versions, Answer: answer}
	var decided plan.Decision
	end := func() {}
	if editor { // its window shows the plan
		decided, err = gate.Decide(ctx)
	} else { // an agent started the page, but only the browser gets its address
		decided, end, err = a.gateServer(gate).DecideInBrowser(ctx, browser)
	}
	switch {
	case err != nil:
	case decided.Approved:
		_, _ = a.env.Stdout.Write(call.Allow(decided.Text, modeOf(decided.Mode))) // on a failed write the agent is gone and needs no answer
	case decided.Rejected && decided.Message != "":
		_, _ = a.env.Stdout.Write(call.Deny(decided.Message))
	}
	end()
}

// gateServer returns the server of the page on which the person decides.
func (a *app) gateServer(gate *webserver.Gate) *webserver.Server {
	root := gate.Agent.Place.Root
	open := func() (*session.Project, error) {
		p, err := a.projectAt(root, "")
		if err == nil {
			p.Warn = nil
		}
		return p, err
	}
	return &webserver.Server{
		Scope: compare.Scope{Kind: compare.ScopeHead}, Project: open, Caller: session.Caller{Human: true, Dir: root}, Watch: watcher(gate.Agent.Place),
		Now: a.env.Now, Version: a.env.Build, Log: func(string) {}, Wrote: a.autoGC,
		Gate: gate,
	}
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
