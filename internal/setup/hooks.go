package setup

import (
	"slices"
	"strings"

	"consider/internal/agents"
	"consider/internal/enum"
)

// Level is how soon an agent is notified of waiting threads. Each level includes those before it.
type Level string

// The levels.
const (
	Off        Level = "off"
	NextPrompt Level = "next-prompt"
	OnStop     Level = "on-stop"
	MidTurn    Level = "mid-turn"
	Wake       Level = "wake"
)

var levels = enum.Set{Values: []enum.Value{
	{Name: string(Off), Word: "Off", Says: "never"},
	{Name: string(NextPrompt), Word: "Next prompt", Says: "at your next prompt"},
	{Name: string(OnStop), Word: "On stop", Says: "when a turn ends"},
	{Name: string(MidTurn), Word: "Mid-turn", Says: "between tool calls, and record its turns"},
	{Name: string(Wake), Word: "Wake", Says: "when idle (starts a turn)"},
}}

// Enum returns the levels.
func (Level) Enum() enum.Set { return levels }

// includes reports whether an agent asks for news at a moment. The levels are in the order of the moments.
func (l Level) includes(m agents.Moment) bool {
	if m > agents.Wake {
		m = agents.Tool
	}
	return m != agents.Never && int(m) <= l.rank()
}

// rank returns the place of a level in their order, -1 for an unknown one.
func (l Level) rank() int { return slices.Index(levels.Names(), string(l)) }

// eventsAt returns the events at which a hook runs at a level.
func eventsAt(h agents.Hooks, level Level) []agents.Event {
	return slices.DeleteFunc(slices.Clone(h.Events), func(e agents.Event) bool { return !level.includes(e.Moment) })
}

// pathProblem returns why a program's path cannot be part of a command line, "" if it can.
func pathProblem(program, os string) string {
	switch {
	case strings.ContainsAny(program, "\n\r\x00"):
		return "the project path contains a line break"
	case os == "windows" && strings.ContainsAny(program, `"%!`):
		return "the project path contains a character that the shell would interpret"
	}
	return ""
}

// eventNames returns the names of events as a JSON array.
func eventNames(events []agents.Event) string {
	names := make([]string, len(events))
	for i, e := range events {
		names[i] = e.Name
	}
	return toJSON(names)
}
