package setup

import (
	"fmt"
	"path"
	"strings"

	"consider/internal/agents"
	"consider/internal/nearest"
	"consider/skills"
)

// agent is a coding agent that setup supports.
type agent = agents.Agent

// Names returns the words for the agents that can be set up, in the order in which they are listed.
func Names() []string {
	var out []string
	for _, a := range agents.WithSetup() {
		out = append(out, a.Word)
	}
	return out
}

// HasPlans reports whether an agent, given as on the command line, can wait for approval of its plans.
func HasPlans(word string) bool { return agentOf(word).Hooks.Plans != nil }

// HasAllow reports whether an agent, given as on the command line, can be allowed to run the program without asking.
func HasAllow(word string) bool { return agentOf(word).Allow.File != "" }

// HasHooks reports whether an agent, given as on the command line, can be notified by hooks.
func HasHooks(word string) bool { return agentOf(word).Hooks.File != "" }

// NameOf returns the display name of an agent, given as on the command line.
func NameOf(word string) string { return agentOf(word).Name }

func agentOf(word string) agent {
	id, _, _ := strings.Cut(word, ":")
	a, _ := agents.ForSetup(id)
	return a
}

// Integration is an agent and the scope in which it is set up.
type Integration struct {
	Agent string
	Scope Scope
}

// The scopes.
const (
	InProject Scope = "project"
	InHome    Scope = "home"
)

func (i Integration) String() string { return i.Agent + ":" + string(i.Scope) }

// ParseIntegration reads "agent" or "agent:scope".
func ParseIntegration(s string) (Integration, error) {
	id, scope, scoped := strings.Cut(s, ":")
	a, known := agents.ForSetup(id)
	in := Integration{Agent: a.Word, Scope: InProject}
	if a.Skills.HeedsIgnore {
		in.Scope = InHome
	}
	if scoped {
		in.Scope = Scope(scope)
	}
	if !known {
		return in, fmt.Errorf("unknown agent %q%s; use one of %s", id, didYouMean(id), strings.Join(Names(), ", "))
	}
	if in.Scope != InProject && in.Scope != InHome {
		return in, fmt.Errorf("an agent can be set up in the %s or the %s folder, not in %q", InProject, InHome, scope)
	}
	return in, nil
}

func didYouMean(id string) string {
	for _, known := range Names() {
		if nearest.Distance(id, known) < 3 {
			return fmt.Sprintf(" (did you mean %s?)", known)
		}
	}
	return ""
}

// skillFolder returns the folder of the skill for an agent.
func (e *engine) skillFolder(a agent, scope Scope, own bool) location {
	at := e.skillFolderAsNamed(a, scope, own)
	if scope == InHome && at.base != "" {
		return resolveLinks(at)
	}
	return at
}

func (e *engine) skillFolderAsNamed(a agent, scope Scope, own bool) location {
	if scope == InProject {
		below := a.Skills.Shared
		if own {
			below = a.Skills.Own
		}
		return location{e.site.Root, path.Join(below, skills.Name)}
	}
	below := a.Skills.SharedHome
	if own {
		below = a.Skills.OwnHome
	}
	if dir := e.machine.SettingsDir(a.ID); dir != "" && below == a.Skills.OwnHome {
		return location{dir, path.Join("skills", skills.Name)}
	}
	return location{e.machine.Home, path.Join(below, skills.Name)}
}

// skillFolders returns all folders that setup may ever have written the skill to.
func (e *engine) skillFolders() []placedSkill {
	var all []placedSkill
	seen := map[location]bool{}
	for _, a := range agents.WithSetup() {
		for _, scope := range []Scope{InProject, InHome} {
			for _, own := range []bool{false, true} {
				at := e.skillFolder(a, scope, own)
				if at.base != "" && !seen[at] {
					seen[at] = true
					all = append(all, placedSkill{at, scope})
				}
			}
		}
	}
	return all
}

// placedSkill is a folder for the skill and its scope.
type placedSkill struct {
	folder location
	scope  Scope
}
