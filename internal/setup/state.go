package setup

import (
	"path"
	"slices"
	"time"

	"consider/internal/agents"
	"consider/skills"
)

// State is the state of the files that setup wrote.
type State struct {
	Installed []string // agents, as "claude:project"
	Stale     []string // skills of ours from another version, by path
	Edited    []string // skills that the user edited or replaced, by path
	Gone      []string // files that were written and are missing, by path
	Old       []string // settings with an entry of ours that setup would now write differently, by path
	Hooks     Level    // "" for none
	MCP       bool
	Plans     bool           // for any agent
	Has       map[string]Has // by agent, for those that were set up
	// Untrusted says for which agents the user must act before they read the files of setup.
	Untrusted []string
	// OldProgram means that the copy of the program in the store is not the running one.
	OldProgram bool
	// Damaged is the path of the record if it cannot be read, which counts as an empty record.
	Damaged string
}

// StateOf returns the state of the files that setup wrote, and writes nothing.
func StateOf(m agents.Machine, s Site) (State, error) {
	e := newEngine(m, s, time.Time{}, true, false)
	defer e.disk.close()
	if err := e.loadRecord(); err != nil {
		return State{}, err
	}
	st := State{Hooks: e.record.Hooks, MCP: e.record.MCP, Has: map[string]Has{}}
	if e.damaged {
		st.Damaged = e.recordFile().path()
	}
	for _, w := range e.record.Agents {
		st.Plans = st.Plans || w.Plans
	}
	for _, i := range e.record.Skills {
		st.Installed = append(st.Installed, Integration{i.Target, i.Scope}.String())
		w := e.wiringOf(i.Target)
		has := Has{Hooks: w.Hooks, MCP: w.MCP, Allow: len(w.Allow) > 0, Plans: w.Plans}
		if has.Hooks == Off {
			has.Hooks = ""
		}
		st.Has[i.Target] = has
	}
	slices.Sort(st.Installed)
	st.Installed = slices.Compact(st.Installed)
	for _, p := range e.skillFolders() {
		e.addSkillTo(&st, p)
	}
	for _, f := range e.record.Files {
		if at, known := e.locationOf(f.Path); known && f.Kind != "gitignore" {
			if _, err := e.disk.stat(at); err != nil {
				st.Gone = append(st.Gone, f.Path)
			}
		}
	}
	st.Untrusted = e.untrusted()
	st.Old = e.oldSettings()
	if sum := e.checksum(e.program()); sum != "" && m.Program != "" {
		st.OldProgram = !sameProgram(m.Program, sum)
	}
	return st, nil
}

// oldSettings returns the settings files that setup would correct if it were run again, without those that are
// missing. It writes nothing.
func (e *engine) oldSettings() []string {
	var taught []agent
	for _, a := range agents.WithSetup() {
		if slices.ContainsFunc(e.record.Skills, func(i skillInstall) bool { return i.Target == a.Word }) {
			taught = append(taught, a)
		}
	}
	e.changes = nil
	e.writeSettings(Choice{}, taught)
	var out []string
	for _, c := range e.changes {
		if c.Done == Updated {
			out = append(out, c.Path)
		}
	}
	return out
}

// addSkillTo adds a skill to st if it differs from the current one.
func (e *engine) addSkillTo(st *State, p placedSkill) {
	main := location{p.folder.base, path.Join(p.folder.name, "SKILL.md")}
	text, err := e.disk.read(main)
	_, recorded := e.recorded(main)
	switch {
	case err != nil || text == skills.Files(false)[0].Text:
	case skills.Sealed(text):
		st.Stale = append(st.Stale, main.path())
	case recorded:
		st.Edited = append(st.Edited, main.path())
	}
}

// locationOf returns the location of a path in the record, if setup writes such a file.
func (e *engine) locationOf(recorded string) (location, bool) {
	all := []location{e.program()}
	for _, w := range e.wrappers() {
		all = append(all, w.at)
	}
	for _, p := range e.skillFolders() {
		all = append(all, location{p.folder.base, path.Join(p.folder.name, "SKILL.md")})
	}
	for _, f := range e.sharedFiles(agents.WithSetup(), wantNothing) {
		all = append(all, f.at)
	}
	for _, a := range agents.WithSetup() {
		for _, f := range e.wakeFiles(a) {
			all = append(all, f.at)
		}
	}
	i := slices.IndexFunc(all, func(s location) bool { return s.path() == recorded })
	if i < 0 {
		return location{}, false
	}
	return all[i], true
}

// untrusted returns what the user must do before some agents read the files of setup.
func (e *engine) untrusted() []string {
	var out []string
	for _, a := range agents.WithSetup() {
		w := e.wiringOf(a.Word)
		if (w.MCP || w.Hooks != "" && w.Hooks != Off) && !e.isTrusted(a) {
			out = append(out, a.Trust.Lacks)
		}
	}
	return out
}
