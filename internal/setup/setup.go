package setup

import (
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"consider/internal/agents"
	"consider/skills"
)

// Setup sets up a project whose store's folder exists, unless the choice is a dry run. It returns an error only if
// nothing could be done; a failure for one path is in its Change.
func Setup(m agents.Machine, s Site, c Choice, now time.Time) ([]Change, error) {
	e := newEngine(m, s, now, c.Dry, c.Force)
	e.consent = c.Consent
	defer e.disk.close()
	free, err := e.lock(lockTimeout)
	if err != nil {
		return nil, err
	}
	defer free()
	if err := e.loadRecord(); err != nil && !(c.Dry && errors.Is(err, errNoHome)) {
		return nil, err
	}
	agentsWanted := c.Hooks != "" && c.Hooks != Off || c.MCP != nil && *c.MCP || c.Allow != nil && *c.Allow || c.Plans != nil && *c.Plans
	if agentsWanted && len(c.Integrations)+len(e.record.Skills) == 0 {
		return nil, ErrNoAgent
	}
	if !c.Dry {
		if err := e.announce(m, s, c, now); err != nil {
			return nil, err
		}
	}
	err = e.run(c)
	return e.changes, err
}

// announce records the folders that setup will create, before it creates any: if this run is killed, uninstall still
// knows that they did not exist.
func (e *engine) announce(m agents.Machine, s Site, c Choice, now time.Time) error {
	plan := newEngine(m, s, now, true, c.Force)
	plan.consent = c.Consent
	defer plan.disk.close()
	if err := plan.loadRecord(); err != nil {
		return err
	}
	if err := plan.run(c); err != nil {
		return err
	}
	for _, s := range plan.disk.planned {
		e.recordFolders(plan.disk.missing(s))
	}
	return e.saveRecord()
}

func (e *engine) run(c Choice) error {
	e.ensureProgram()
	if c.Gitignore {
		e.ignore()
	}
	if err := e.saveRecord(); err != nil {
		return err
	}
	taught := e.writeSkills(c)
	if err := e.saveRecord(); err != nil {
		return err
	}
	e.writeSettings(c, taught)
	if _, has := e.recorded(e.includeFile()); has || c.Worktrees != nil {
		e.include(c.Worktrees == nil && has || c.Worktrees != nil && *c.Worktrees)
	}
	e.exclude(func(a agent) Has { return e.wants(Choice{}, a) }, append(e.site.Worktrees, e.site.Root))
	return e.saveRecord()
}

// writeSkills writes the skill for the requested agents, by default for all that were set up before, and returns them.
func (e *engine) writeSkills(c Choice) []agent {
	var taught []agent
	add := func(a agent) {
		if !slices.ContainsFunc(taught, func(b agent) bool { return b.Word == a.Word }) {
			taught = append(taught, a)
		}
	}
	written := map[location]bool{}
	for _, i := range c.Integrations {
		a, _ := agents.ForSetup(i.Agent)
		add(a)
		e.writeSkill(a, i.Scope, c.OwnFolders, written)
	}
	for _, was := range slices.Clone(e.record.Skills) {
		a, known := agents.ForSetup(was.Target)
		if !known || len(c.Integrations) > 0 {
			continue
		}
		for _, own := range []bool{false, true} {
			if e.skillFolder(a, was.Scope, own).path() == folderOf(was.Path) {
				add(a)
				e.writeSkill(a, was.Scope, own, written)
				break
			}
		}
	}
	return taught
}

// writeSkill writes the skill's folder for an agent, once for all agents that share it.
func (e *engine) writeSkill(a agent, scope Scope, own bool, written map[location]bool) {
	folder, named := e.skillFolder(a, scope, own), e.skillFolderAsNamed(a, scope, own)
	main := location{folder.base, path.Join(folder.name, "SKILL.md")}
	is := skillInstall{a.Word, scope, main.path()}
	e.install(is)
	if written[folder] {
		return
	}
	written[folder] = true
	if scope == InHome && a.Skills.HeedsIgnore && e.site.Git {
		e.note(main, "skill", Skipped, "not added to the project: "+a.Name+" skips folders that git ignores, such as the skill folder")
	}
	if folder.base == "" {
		e.changes = append(e.changes, Change{Path: main.name, What: "skill", Done: Refused, Why: errNoHome.Error()})
		e.forget(main)
		return
	}
	if scope == InProject && e.site.Git && a.Skills.HeedsIgnore {
		e.note(main, "skill", Skipped, a.Name+" skips folders that git ignores, such as the skill folder; use "+a.Word+":home instead")
		e.uninstall(is)
		return
	}
	// The folder gets a .gitignore that ignores the folder before anything else is in it, so that git never sees it.
	// Users who want to share the skill add it with force.
	if scope == InProject && e.site.Git {
		if done := e.ensure(main.beside(".gitignore"), "skill", ignoreAll, 0o644); done == Refused {
			e.forget(main)
			return
		}
	}
	for _, f := range skills.Files(codexReads(named.name)) {
		if done := e.ensure(location{folder.base, path.Join(folder.name, f.Path)}, "skill", f.Text, 0o644); done == Refused {
			e.forget(main)
			return
		}
	}
}

// codexReads reports whether Codex looks for skills in a folder.
func codexReads(folder string) bool {
	return strings.HasPrefix(folder, agents.SharedSkills) || strings.HasPrefix(folder, ".codex/") || strings.HasPrefix(folder, "skills/")
}

// writeSettings writes hooks, MCP servers and rules into the settings of agents.
func (e *engine) writeSettings(c Choice, of []agent) {
	want := func(a agent) Has { return e.wants(c, a) }
	used := slices.ContainsFunc(of, func(a agent) bool { return want(a).Hooks != Off || want(a).MCP || want(a).Plans })
	if why := pathProblem(e.program().path(), e.machine.OS); why != "" && used {
		e.refuse(e.program(), "hooks", errors.New(why))
		return
	}
	for _, a := range of {
		e.writeWakePlugin(a, want(a).Hooks)
	}
	for _, f := range e.sharedFiles(of, want) {
		e.share(f)
	}
	for _, a := range of {
		w := want(a)
		e.removeWakePlugin(a, w.Hooks)
		e.setPlugin(a, w.Hooks)
		e.noteMissing(c, a, w)
		is := wiring{Hooks: w.Hooks, MCP: w.MCP, Plans: w.Plans}
		if w.Allow {
			is.Allow = e.wiringOf(a.Word).Allow
		}
		if is.Hooks == Off && e.wiringOf(a.Word).Hooks == "" {
			is.Hooks = ""
		}
		e.recordWiring(a.Word, is)
	}
}

// noteMissing reports requested features that setup cannot set up for an agent.
func (e *engine) noteMissing(c Choice, a agent, w Has) {
	settings := location{e.site.Root, a.Hooks.File}
	if a.Hooks.File == "" {
		settings.name = path.Dir(a.Skills.Own)
	}
	switch {
	case c.Hooks == "" || c.Hooks == Off:
	case a.Hooks.File == "":
		e.note(settings, "hooks", Skipped, "setup does not support hooks for "+a.Name)
	case len(eventsAt(a.Hooks, w.Hooks)) == 0:
		e.note(settings, "hooks", Skipped, a.Name+" does not support "+string(w.Hooks)+" hooks; use "+string(OnStop))
	case c.Hooks == Wake && a.Hooks.Wake.Cannot:
		e.note(settings, "hooks", Skipped, "setup cannot wake idle "+a.Name+" sessions; hooks notify the agent while it works")
	}
	if c.Plans != nil && *c.Plans && a.Hooks.Plans == nil {
		e.note(settings, "hooks", Skipped, "setup does not support plan hooks for "+a.Name)
	}
	if c.MCP != nil && *c.MCP && len(a.MCP) == 0 {
		e.note(settings, "mcp", Skipped, "setup does not know where "+a.Name+" stores its MCP settings")
	}
	if c.Allow != nil && *c.Allow && a.Allow.File == "" {
		e.note(settings, "allow", Skipped, "setup does not support allow rules for "+a.Name+"; use its own settings")
	}
}

// setPlugin writes or removes an agent's plugin.
func (e *engine) setPlugin(a agent, level Level) {
	if !a.Hooks.Plugin {
		return
	}
	at := location{e.site.Root, a.Hooks.File}
	if level == Off {
		e.removeOwn(at, "plugin")
		return
	}
	events := eventNames(eventsAt(a.Hooks, level))
	done := e.ensure(at, "plugin", skills.OpenCodePlugin(toJSON(e.program().path()), events), 0o644)
	if said := &e.changes[len(e.changes)-1]; level.includes(agents.Wake) && (done == Written || done == Updated) {
		said.Why = strings.TrimPrefix(said.Why+"; "+a.Hooks.Wake.Asks, "; ")
	}
}
