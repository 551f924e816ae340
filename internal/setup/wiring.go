package setup

import "slices"

// wanted is the desired content of an agent's settings.
type wanted struct {
	level      Level
	mcp, allow bool
	plans      bool
}

// wantNothing is the choice that removes all our entries from an agent's settings.
func wantNothing(agent) wanted { return wanted{level: Off} }

// allWanted returns all contents that setup can give to an agent's settings.
func allWanted() []wanted {
	var out []wanted
	for _, level := range levels.Values {
		for bits := range 8 {
			out = append(out, wanted{Level(level.Name), bits&1 != 0, bits&2 != 0, bits&4 != 0})
		}
	}
	return out
}

// wiringOf returns what is set up for an agent. Older programs recorded one choice for all agents.
func (e *engine) wiringOf(id string) wiring {
	if e.record.Agents == nil && slices.ContainsFunc(e.record.Skills, func(i skillInstall) bool { return i.Target == id }) {
		return wiring{Hooks: e.record.Hooks, MCP: e.record.MCP}
	}
	return e.record.Agents[id]
}

// wants returns what to set up for an agent: the user's choice, or by default what it has already, without what the
// agent does not support.
func (e *engine) wants(c Choice, a agent) wanted {
	is := e.wiringOf(a.Word)
	w := wanted{level: is.Hooks, mcp: is.MCP, allow: len(is.Allow) > 0, plans: is.Plans}
	if c.Hooks != "" {
		w.level = c.Hooks
	}
	if c.MCP != nil {
		w.mcp = *c.MCP
	}
	if c.Allow != nil {
		w.allow = *c.Allow
	}
	if c.Plans != nil {
		w.plans = *c.Plans
	}
	if w.level == "" || a.Hooks.File == "" {
		w.level = Off
	}
	w.mcp = w.mcp && len(a.MCP) > 0
	w.allow = w.allow && a.Allow.File != ""
	w.plans = w.plans && a.Hooks.Plans != nil
	return w
}

// recordWiring records what is set up for an agent and, for older programs, the highest level of any agent.
func (e *engine) recordWiring(id string, w wiring) {
	if e.record.Agents == nil {
		old := map[string]wiring{}
		for _, i := range e.record.Skills {
			old[i.Target] = e.wiringOf(i.Target)
		}
		e.record.Agents = old
	}
	if was, known := e.record.Agents[id]; known && was.Hooks == w.Hooks && was.MCP == w.MCP && was.Plans == w.Plans && slices.Equal(was.Allow, w.Allow) {
		return
	}
	e.record.Agents[id], e.changed = w, true
	e.record.Hooks, e.record.MCP = "", false
	for _, w := range e.record.Agents {
		if w.Hooks.rank() >= e.record.Hooks.rank() {
			e.record.Hooks = w.Hooks
		}
		e.record.MCP = e.record.MCP || w.MCP
	}
}
