package setup

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

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
	{Name: string(MidTurn), Word: "Mid-turn", Says: "between tool calls"},
	{Name: string(Wake), Word: "Wake", Says: "when idle (starts a turn)"},
}}

// Enum returns the levels.
func (Level) Enum() enum.Set { return levels }

// includes reports whether a level has the hooks of another.
func (l Level) includes(other Level) bool {
	names := levels.Names()
	return slices.Index(names, string(other)) <= slices.Index(names, string(l)) && other != Off
}

// hooking describes how to make an agent run our hook.
type hooking struct {
	file     string // settings, below the project
	skeleton string // of a new file
	events   []hookEvent
	plans    *hookEvent // asks for approval of a plan; nil if the agent has no such event
	handler  func(c hookCommand) any
	plugin   bool // file is a program that only setup writes
	wake     waking
}

// hookEvent is an agent's event at which our hook runs.
type hookEvent struct {
	level   Level
	name    string
	matcher string // the tools it applies to, if the agent requires that
	seconds int    // how long the agent waits at most; 0 means hookSeconds
}

// planSeconds is how long an agent waits for approval of its plan: four days. The agent's own dialog stays open all
// the time.
const planSeconds = 4 * 24 * 60 * 60

// hookCommand is one call of our hook.
type hookCommand struct {
	program, agent, os string
	event              hookEvent
}

// line returns the call as a command line for the system's shell.
func (c hookCommand) line() string {
	return quoted(c.program, c.os) + " hook " + c.agent + " " + c.event.name
}

// quoted quotes a program's path for the system's shell.
func quoted(program, os string) string {
	if os == "windows" {
		return `"` + program + `"`
	}
	return "'" + strings.ReplaceAll(program, "'", `'\''`) + "'"
}

// hookSeconds is how long an agent waits for our hook at most. The hook takes milliseconds, and has a time limit of
// its own.
const hookSeconds = 10

// claudeHooks is about the user's own settings of Claude Code. Copilot and VS Code read them too, so the hook detects
// its caller.
var claudeHooks = hooking{
	file: ".claude/settings.local.json", skeleton: "{}\n",
	events: []hookEvent{{level: NextPrompt, name: "UserPromptSubmit"}, {level: OnStop, name: "Stop"}, {level: MidTurn, name: "PostToolUse", matcher: "*"}},
	plans:  &hookEvent{name: "PermissionRequest", matcher: "ExitPlanMode", seconds: planSeconds},
	wake:   claudeWakes,
	handler: func(c hookCommand) any {
		return group(c, map[string]any{
			"type": "command", "command": c.program, "args": []string{"hook", c.agent, c.event.name}, "timeout": cmp.Or(c.event.seconds, hookSeconds),
		})
	},
}

var codexHooks = hooking{
	wake: codexWakes,
	file: ".codex/hooks.json", skeleton: "{}\n",
	events: []hookEvent{
		{level: NextPrompt, name: "UserPromptSubmit"},
		{level: OnStop, name: "Stop"},
		{level: MidTurn, name: "PostToolUse", matcher: "*"},
		{level: Wake, name: "SessionStart"},
		{level: Wake, name: "SessionEnd"},
	},
	handler: func(c hookCommand) any {
		return group(c, map[string]any{"type": "command", "command": c.line(), "timeout": hookSeconds})
	},
}

// Gemini counts in milliseconds.
var geminiHooks = hooking{
	wake: waking{cannot: cannotWake("Gemini CLI")},
	file: ".gemini/settings.json", skeleton: "{}\n",
	events: []hookEvent{{level: NextPrompt, name: "BeforeAgent"}, {level: OnStop, name: "AfterAgent"}, {level: MidTurn, name: "AfterTool", matcher: "*"}},
	handler: func(c hookCommand) any {
		return group(c, map[string]any{"type": "command", "command": c.line(), "timeout": hookSeconds * 1000})
	},
}

var copilotHooks = hooking{
	wake: waking{cannot: cannotWake("Copilot")},
	file: ".github/hooks/consider.json", skeleton: "{\n  \"version\": 1\n}\n",
	events: []hookEvent{{level: NextPrompt, name: "userPromptSubmitted"}, {level: OnStop, name: "agentStop"}, {level: MidTurn, name: "postToolUse"}},
	handler: func(c hookCommand) any {
		h := map[string]any{"type": "command", "timeoutSec": hookSeconds}
		if c.os == "windows" {
			h["powershell"] = "& '" + strings.ReplaceAll(c.program, "'", "''") + "' hook " + c.agent + " " + c.event.name
		} else {
			h["bash"] = c.line()
		}
		return h
	},
}

var cursorHooks = hooking{
	wake: waking{cannot: cannotWake("Cursor")},
	file: ".cursor/hooks.json", skeleton: "{\n  \"version\": 1\n}\n",
	events: []hookEvent{{level: OnStop, name: "stop"}},
	handler: func(c hookCommand) any {
		return map[string]any{"command": c.line(), "loop_limit": 3}
	},
}

var openCodeHooks = hooking{
	file:   ".opencode/plugin/consider.js",
	events: []hookEvent{{level: NextPrompt, name: "chat.message"}, {level: OnStop, name: "session.idle"}, {level: MidTurn, name: "tool.execute.after"}, {level: Wake, name: "wake"}},
	plugin: true,
	wake:   openCodeWakes,
}

func group(c hookCommand, handler map[string]any) any {
	g := map[string]any{"hooks": []any{handler}}
	if c.event.matcher != "" {
		g["matcher"] = c.event.matcher
	}
	return g
}

// at returns the events of a level.
func (h hooking) at(level Level) []hookEvent {
	var out []hookEvent
	for _, e := range h.events {
		if level.includes(e.level) {
			out = append(out, e)
		}
	}
	return out
}

// entries returns the entries of the agent's settings for a level, and for its plans.
func (h hooking) entries(program, agent, os string, level Level, plans bool) []entry {
	var out []entry
	events := h.at(level)
	if plans && h.plans != nil {
		events = append(events, *h.plans)
	}
	for _, ev := range events {
		c := hookCommand{program: program, agent: agent, os: os, event: ev}
		out = append(out, entry{keys: []string{"hooks", ev.name}, element: true, value: h.handler(c)})
	}
	return out
}

// awkward explains why a program's path cannot be part of a command line. It returns "" if it can.
func awkward(program, os string) string {
	switch {
	case strings.ContainsAny(program, "\n\r\x00"):
		return "the project path contains a line break"
	case os == "windows" && strings.ContainsAny(program, `"%!`):
		return "the project path contains a character that the shell would interpret"
	}
	return ""
}

// eventNames returns the names of events as a JSON array.
func eventNames(events []hookEvent) string {
	names := make([]string, len(events))
	for i, e := range events {
		names[i] = e.name
	}
	data, err := json.Marshal(names)
	if err != nil {
		return "[]"
	}
	return string(data)
}
