package setup

import "slices"

// Has is what an agent has, or should have, in addition to the skill.
type Has struct {
	Hooks Level // "" for none; Off if it should have none
	MCP   bool
	Allow bool // it may run the program unasked
	Plans bool // its plans wait for approval
}

// wantNothing is the choice that removes all our entries from an agent's settings.
func wantNothing(agent) Has { return Has{Hooks: Off} }

// allWanted returns all contents that setup can give to an agent's settings.
func allWanted() []Has {
	var out []Has
	for _, level := range levels.Values {
		for bits := range 8 {
			out = append(out, Has{Level(level.Name), bits&1 != 0, bits&2 != 0, bits&4 != 0})
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
func (e *engine) wants(c Choice, a agent) Has {
	is := e.wiringOf(a.Word)
	w := Has{Hooks: is.Hooks, MCP: is.MCP, Allow: len(is.Allow) > 0, Plans: is.Plans}
	if c.Hooks != "" {
		w.Hooks = c.Hooks
	}
	if c.MCP != nil {
		w.MCP = *c.MCP
	}
	if c.Allow != nil {
		w.Allow = *c.Allow
	}
	if c.Plans != nil {
		w.Plans = *c.Plans
	}
	if w.Hooks == "" || a.Hooks.File == "" {
		w.Hooks = Off
	}
	w.MCP = w.MCP && len(a.MCP) > 0
	w.Allow = w.Allow && a.Allow.File != ""
	w.Plans = w.Plans && a.Hooks.Plans != nil
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
