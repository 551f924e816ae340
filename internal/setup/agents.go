package setup

import (
	"fmt"
	"path"
	"strings"

	"consider/internal/nearest"
	"consider/skills"
)

// agent describes a coding agent that setup supports. Paths are slash-separated; a path that does not apply is "".
type agent struct {
	id, name string

	// Folders of skills: most agents read shared, and own is the agent's own.
	shared, own         string // below the project
	sharedHome, ownHome string // below the home folder
	ownDir              func(Machine) (dir, below string)

	hooks hooking
	mcp   []registering
	allow allowing
	trust trusting
	// heedsIgnore means that the agent skips folders that git ignores when it looks for skills. Git ignores ours.
	heedsIgnore bool
}

// sharedSkills is the folder of skills that all agents but Claude Code read.
const sharedSkills = ".agents/skills"

// Names returns the IDs of the agents that can be set up, in the order in which they are listed.
func Names() []string {
	var out []string
	for i := range agents {
		out = append(out, agents[i].id)
	}
	return out
}

// agents lists the coding agents that can be set up. Where each agent looks was tried with its own program (Claude
// Code 2.1.330, Codex 0.169, OpenCode 1.18), read in its program (Qwen Code 0.24, pi 0.73, Cline 3.0) or in its
// documentation of 2026 (the others).
var agents = []agent{
	{
		id: "claude", name: "Claude Code",
		shared: ".claude/skills", own: ".claude/skills", sharedHome: ".claude/skills", ownHome: ".claude/skills",
		ownDir: func(m Machine) (string, string) { return m.ClaudeDir, "skills" },
		hooks:  claudeHooks, mcp: claudeMCP, allow: claudeAllow,
	},
	{
		id: "codex", name: "Codex",
		shared: sharedSkills, own: ".codex/skills", sharedHome: sharedSkills, ownHome: ".codex/skills",
		ownDir: func(m Machine) (string, string) { return m.CodexDir, "skills" },
		hooks:  codexHooks, mcp: codexMCP, trust: codexTrust,
	},
	{
		id: "opencode", name: "OpenCode",
		shared: sharedSkills, own: ".opencode/skills", sharedHome: sharedSkills, ownHome: ".opencode/skills",
		hooks: openCodeHooks, mcp: openCodeMCP,
	},
	{
		id: "copilot", name: "Copilot",
		shared: sharedSkills, own: ".github/skills", sharedHome: sharedSkills, ownHome: ".copilot/skills",
		ownDir: func(m Machine) (string, string) { return m.CopilotDir, "skills" },
		hooks:  copilotHooks, mcp: copilotMCP,
	},
	{
		id: "cursor", name: "Cursor",
		shared: sharedSkills, own: ".cursor/skills", sharedHome: ".cursor/skills", ownHome: ".cursor/skills",
		hooks: cursorHooks, mcp: cursorMCP,
	},
	{
		id: "gemini", name: "Gemini CLI",
		shared: sharedSkills, own: ".gemini/skills", sharedHome: sharedSkills, ownHome: ".gemini/skills",
		hooks: geminiHooks, mcp: geminiMCP, trust: geminiTrust,
	},
	{
		id: "qwen", name: "Qwen Code",
		shared: sharedSkills, own: ".qwen/skills", sharedHome: sharedSkills, ownHome: ".qwen/skills",
	},
	{
		id: "pi", name: "pi", heedsIgnore: true,
		shared: sharedSkills, own: ".pi/skills", sharedHome: sharedSkills, ownHome: ".pi/agent/skills",
	},
	{
		id: "cline", name: "Cline",
		shared: sharedSkills, own: ".cline/skills", sharedHome: sharedSkills, ownHome: ".cline/skills",
	},
}

func findAgent(id string) (agent, bool) {
	for _, a := range agents {
		if a.id == id {
			return a, true
		}
	}
	return agent{}, false
}

// AgentIDs returns the names of the agents on the command line.
func AgentIDs() []string {
	ids := make([]string, len(agents))
	for i, a := range agents {
		ids[i] = a.id
	}
	return ids
}

// HasPlans reports whether an agent, given as on the command line, can wait for approval of its plans.
func HasPlans(word string) bool {
	id, _, _ := strings.Cut(word, ":")
	a, ok := findAgent(id)
	return ok && a.hooks.plans != nil
}

// NameOf returns the display name of an agent.
func NameOf(id string) string {
	a, _ := findAgent(id)
	return a.name
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
	in := Integration{Agent: id, Scope: InProject}
	a, known := findAgent(id)
	if a.heedsIgnore {
		in.Scope = InHome
	}
	if scoped {
		in.Scope = Scope(scope)
	}
	if !known {
		return in, fmt.Errorf("unknown agent %q%s; use one of %s", id, didYouMean(id), strings.Join(AgentIDs(), ", "))
	}
	if in.Scope != InProject && in.Scope != InHome {
		return in, fmt.Errorf("an agent can be set up in the %s or the %s folder, not in %q", InProject, InHome, scope)
	}
	return in, nil
}

func didYouMean(id string) string {
	for _, known := range AgentIDs() {
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
		return followed(at)
	}
	return at
}

func (e *engine) skillFolderAsNamed(a agent, scope Scope, own bool) location {
	if scope == InProject {
		below := a.shared
		if own {
			below = a.own
		}
		return location{e.site.Root, path.Join(below, skills.Name)}
	}
	below := a.sharedHome
	if own {
		below = a.ownHome
	}
	if a.ownDir != nil && below == a.ownHome {
		if dir, in := a.ownDir(e.machine); dir != "" {
			return location{dir, path.Join(in, skills.Name)}
		}
	}
	return location{e.machine.Home, path.Join(below, skills.Name)}
}

// skillFolders returns all folders that setup may ever have written the skill to.
func (e *engine) skillFolders() []placedSkill {
	var all []placedSkill
	seen := map[location]bool{}
	for _, a := range agents {
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
