package setup

import (
	"path/filepath"
	"slices"
	"strings"

	"consider/internal/agents"
)

// sharedFiles returns the settings files of some agents, with the entries that belong in them. A file for both hooks
// and a server is listed once.
func (e *engine) sharedFiles(of []agent, want func(agent) Has) []sharedFile {
	var out []sharedFile
	add := func(f sharedFile) {
		for i := range out {
			if out[i].at == f.at {
				out[i].entries = append(out[i].entries, f.entries...)
				out[i].what = "settings"
				return
			}
		}
		out = append(out, f)
	}
	for _, a := range of {
		w := want(a)
		if a.Hooks.File != "" && !a.Hooks.Plugin {
			add(e.hooksFile(a, w))
		}
		for _, m := range a.MCP {
			add(e.serverFile(a, m, w.MCP))
		}
	}
	return out
}

// hooksFile returns the file with an agent's hooks, and with the list of commands that it may run unasked.
func (e *engine) hooksFile(a agent, w Has) sharedFile {
	f := sharedFile{
		at: location{e.site.Root, a.Hooks.File}, what: "hooks", skeleton: a.Hooks.Skeleton, agent: a.Word, rules: e.wiringOf(a.Word).Allow,
		entries: append(e.hookEntries(a, w.Hooks, w.Plans), e.wakeEntries(a, w.Hooks)...),
	}
	f.wakes = w.Hooks.includes(agents.Wake) && a.Hooks.Wake.Asks != ""
	if !w.Allow {
		return f
	}
	if w.Hooks == Off && !w.Plans {
		f.what = "allow"
	}
	rules := []string{a.Allow.Shell}
	if w.MCP {
		rules = append(rules, a.Allow.Tools)
	}
	for _, rule := range rules {
		f.entries = append(f.entries, entry{keys: a.Allow.Keys, element: true, value: rule})
	}
	return f
}

// hookEntries returns the entries of the agent's settings for a level, and for its plans.
func (e *engine) hookEntries(a agent, level Level, plans bool) []entry {
	events := eventsAt(a.Hooks, level)
	if plans && a.Hooks.Plans != nil {
		events = append(events, *a.Hooks.Plans)
	}
	var out []entry
	for _, ev := range events {
		c := agents.Call{Program: e.program().path(), Agent: a.Word, OS: e.machine.OS, Event: ev}
		out = append(out, entry{keys: []string{"hooks", ev.Name}, element: true, value: a.Hooks.Entry(c)})
	}
	return out
}

// serverFile returns a file in which our MCP server is registered with an agent.
func (e *engine) serverFile(a agent, m agents.Server, mcp bool) sharedFile {
	f := sharedFile{at: location{e.site.Root, m.File}, what: "mcp", skeleton: m.Skeleton, toml: m.TOML, agent: a.Word}
	if other := (location{e.site.Root, m.Instead}); m.Instead != "" {
		if _, err := e.disk.stat(other); err == nil {
			f.at = other
		}
	}
	if mcp {
		f.entries = []entry{{keys: m.Keys, value: m.Entry(e.programFor(m))}}
	}
	return f
}

// programFor returns our program as an agent's settings refer to it: relative to the project's folder if the agent
// has a variable for it, so that the file works on other machines too.
func (e *engine) programFor(m agents.Server) string {
	at := e.program().path()
	rel, err := filepath.Rel(e.site.Root, at)
	if m.Root == "" || err != nil || !filepath.IsLocal(rel) {
		return at
	}
	return m.Root + "/" + filepath.ToSlash(rel)
}

// ofThisMachine reports whether entries contain a path of this machine.
func (e *engine) ofThisMachine(entries []entry) bool {
	path := toJSON(e.program().path())
	return slices.ContainsFunc(entries, func(one entry) bool { return strings.Contains(toJSON(one.value), path[1:len(path)-1]) })
}

// remarksOn returns what the user should know of a settings file that was written.
func (e *engine) remarksOn(f sharedFile) string {
	var out []string
	rec, _ := e.recorded(f.at)
	switch {
	case !e.site.Git || !e.ofThisMachine(f.entries):
	case e.site.Tracked != nil && e.site.Tracked(f.at.name):
		out = append(out, WhyTracked)
	case e.site.GitDir == "" || !rec.Created:
		out = append(out, "git does not ignore this file, although it is for this machine only")
	}
	a, _ := agents.ForSetup(f.agent)
	if a.Trust.Needs != "" {
		out = append(out, a.Trust.Needs)
	}
	if f.wakes {
		out = append(out, a.Hooks.Wake.Asks)
	}
	return strings.Join(out, "; ")
}
