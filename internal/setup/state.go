package setup

import (
	"path"
	"slices"
	"time"

	"consider/skills"
)

// State is how things stand with what was set up.
type State struct {
	Taught []string // agents, as "claude:project"
	Stale  []string // skills that are ours and of another version, by path
	Edited []string // skills that the user changed, or wrote, by path
	Gone   []string // what was written and is missing, by path
	Old    []string // settings in which an entry of ours is another than setup would write now, by path
	Hooks  Level    // "" for none
	MCP    bool
	Plans  bool           // for any agent
	Has    map[string]Has // by the agent, for those that were taught
	// Untrusted says for which agents a person has something to do before they read what setup wrote.
	Untrusted []string
	// OldProgram says that the copy of the program in the store is not the one that runs.
	OldProgram bool
	// Damaged is the file of the record where it cannot be read, which counts as one without entries.
	Damaged string
}

// Has is what an agent has besides the skill.
type Has struct {
	Hooks Level // "" for none
	MCP   bool
	Allow bool // it may run the program unasked
	Plans bool // its plans wait for a person
}

// StateOf tells how things stand, and writes nothing.
func StateOf(m Machine, s Site) (State, error) {
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
		st.Taught = append(st.Taught, Integration{i.Target, i.Scope}.String())
		w := e.wired(i.Target)
		has := Has{Hooks: w.Hooks, MCP: w.MCP, Allow: len(w.Allow) > 0, Plans: w.Plans}
		if has.Hooks == Off {
			has.Hooks = ""
		}
		st.Has[i.Target] = has
	}
	slices.Sort(st.Taught)
	st.Taught = slices.Compact(st.Taught)
	for _, p := range e.skillFolders() {
		e.addSkillTo(&st, p)
	}
	for _, f := range e.record.Files {
		if at, known := e.mayBe(f.Path); known && f.Kind != "gitignore" {
			if _, err := e.disk.stat(at); err != nil {
				st.Gone = append(st.Gone, f.Path)
			}
		}
	}
	st.Untrusted = e.untrusted()
	st.Old = e.oldSettings()
	if sum := e.sum(e.program()); sum != "" && m.Program != "" {
		st.OldProgram = !sameProgram(m.Program, sum)
	}
	return st, nil
}

// oldSettings are the settings that setup would correct if it were run again; nothing is written. A file that is missing is
// another matter.
func (e *engine) oldSettings() []string {
	var taught []agent
	for _, a := range agents {
		if slices.ContainsFunc(e.record.Skills, func(i skillInstall) bool { return i.Target == a.id }) {
			taught = append(taught, a)
		}
	}
	e.changes = nil
	e.connect(Choice{}, taught)
	var out []string
	for _, c := range e.changes {
		if c.Done == Updated {
			out = append(out, c.Path)
		}
	}
	return out
}

// addSkillTo notes a skill that is not what it would be now.
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

// mayBe is the file of a recorded path, if it is one that setup writes.
func (e *engine) mayBe(recorded string) (location, bool) {
	all := []location{e.program()}
	for _, w := range e.wrappers() {
		all = append(all, w.at)
	}
	for _, p := range e.skillFolders() {
		all = append(all, location{p.folder.base, path.Join(p.folder.name, "SKILL.md")})
	}
	for _, f := range e.sharedFiles(agents, none) {
		all = append(all, f.at)
	}
	for _, a := range agents {
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

// untrusted says for which agents a person has something to do before what setup wrote is read.
func (e *engine) untrusted() []string {
	var out []string
	for _, a := range agents {
		w := e.wired(a.id)
		if (w.MCP || w.Hooks != "" && w.Hooks != Off) && a.trust.trusted != nil && !a.trust.trusted(e) {
			out = append(out, a.trust.lacks)
		}
	}
	return out
}
