package setup

import (
	"path/filepath"
	"strings"
)

// sharedFiles returns the settings files of some agents, with the entries that belong into them. A file for both
// hooks and a server is listed once.
func (e *engine) sharedFiles(of []agent, want func(agent) wanted) []sharedFile {
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
		if a.hooks.file != "" && !a.hooks.plugin {
			add(e.hooksFile(a, w))
		}
		for _, m := range a.mcp {
			add(e.serverFile(a, m, w.mcp))
		}
	}
	return out
}

// hooksFile returns the file with an agent's hooks, and with the list of commands that it may run unasked.
func (e *engine) hooksFile(a agent, w wanted) sharedFile {
	f := sharedFile{
		at: location{e.site.Root, a.hooks.file}, what: "hooks", skeleton: a.hooks.skeleton, agent: a.id, rules: e.wired(a.id).Allow,
		entries: append(a.hooks.entries(e.program().path(), a.id, e.machine.OS, w.level, w.plans), e.wakeEntries(a, w.level)...),
	}
	f.wakes = w.level.includes(Wake) && a.hooks.wake.asks != ""
	if !w.allow {
		return f
	}
	if w.level == Off && !w.plans {
		f.what = "allow"
	}
	for _, rule := range a.allow.rules(w.mcp) {
		f.entries = append(f.entries, entry{keys: a.allow.keys, element: true, value: rule})
	}
	return f
}

// serverFile returns a file in which our MCP server is registered with an agent.
func (e *engine) serverFile(a agent, m registering, mcp bool) sharedFile {
	f := sharedFile{at: location{e.site.Root, m.file}, what: "mcp", skeleton: m.skeleton, toml: m.toml, agent: a.id}
	if other := (location{e.site.Root, m.instead}); m.instead != "" {
		if _, err := e.disk.stat(other); err == nil {
			f.at = other
		}
	}
	if mcp {
		f.entries = []entry{{keys: m.keys, value: m.server(e.programFor(m))}}
	}
	return f
}

// programFor returns our program as an agent's settings refer to it: relative to the project's folder if the agent
// has a variable for it, so that the file works on other machines too.
func (e *engine) programFor(m registering) string {
	at := e.program().path()
	rel, err := filepath.Rel(e.site.Root, at)
	if m.root == "" || err != nil || !filepath.IsLocal(rel) {
		return at
	}
	return m.root + "/" + filepath.ToSlash(rel)
}

// ofThisMachine reports whether entries contain a path of this machine.
func (e *engine) ofThisMachine(entries []entry) bool {
	path := asJSON(e.program().path())
	for _, one := range entries {
		if strings.Contains(asJSON(one.value), path[1:len(path)-1]) {
			return true
		}
	}
	return false
}

// remarks returns what the user should know of a settings file that was written.
func (e *engine) remarks(f sharedFile) string {
	var out []string
	switch {
	case !e.site.Git || !e.ofThisMachine(f.entries):
	case e.site.Tracked != nil && e.site.Tracked(f.at.name):
		out = append(out, WhyTracked)
	default:
		out = append(out, "git does not ignore this file, although it is for this machine only")
	}
	a, _ := findAgent(f.agent)
	if a.trust.needs != "" {
		out = append(out, a.trust.needs)
	}
	if f.wakes {
		out = append(out, a.hooks.wake.asks)
	}
	return strings.Join(out, "; ")
}
