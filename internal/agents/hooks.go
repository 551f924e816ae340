package agents

import (
	"cmp"
	"strings"
)

// Hooks describes how to make an agent run our hook, and how it reads the output.
type Hooks struct {
	File     string // settings, below the project
	Skeleton string // of a new file
	Events   []Event
	Plans    *Event             // asks for approval of a plan; nil if the agent has no such event
	Entry    func(c Call) any   // the entry for a call in the settings
	Plugin   bool               // File is a program that only setup writes
	Answer   func(a Answer) any // the output for a message to the agent; nil at a moment when it reads none
	Wake     Waking
}

// Moment is the point in an agent's turn at which it asks for news, in the order of how soon it does.
type Moment int

// The moments.
const (
	Never  Moment = iota // an event at which the hook reports nothing
	Prompt               // the user has sent a prompt, and the agent has not begun
	Stop                 // the agent considers its work done
	Tool                 // between two steps
	Wake                 // a session begins or ends, so that it can be notified while it is idle

	// At these it hears nothing: they are for the record of its turns, and are set up together with Tool.
	Before // a tool is about to run
	Failed // a tool has failed
)

// Event is an agent's event at which our hook runs.
type Event struct {
	Moment  Moment
	Name    string
	Matcher string // the tools it applies to, if the agent requires that
	Seconds int    // how long the agent waits at most; 0 means hookSeconds
}

// Waking describes how to notify an idle session of an agent: by a plugin in its own folder in the project, which the
// agent's settings refer to, or by the file that has the agent's hooks.
type Waking struct {
	Folder string // of a separate plugin, below the project
	Asks   string // questions of the agent to the user before it wakes a session
	Cannot bool   // setup cannot wake its sessions
}

// Call is one call of our hook, as an agent's settings have it.
type Call struct {
	Program, Agent, OS string
	Event              Event
}

// Answer is a message to an agent at one of its events.
type Answer struct {
	Moment Moment
	Event  string // the agent's own name for it
	Text   string
}

const (
	// hookSeconds is how long an agent waits for our hook at most. The hook takes milliseconds, and has a time limit of
	// its own.
	hookSeconds = 10
	// planSeconds is how long an agent waits for approval of its plan: four days. The agent's own dialog stays open all
	// the time.
	planSeconds = 4 * 24 * 60 * 60
)

// Line returns the call as a command line for the system's shell.
func (c Call) Line() string {
	return Quoted(c.Program, c.OS) + " hook " + c.Agent + " " + c.Event.Name
}

// Quoted quotes a program's path for the system's shell.
func Quoted(program, os string) string {
	if os == "windows" {
		return `"` + program + `"`
	}
	return "'" + strings.ReplaceAll(program, "'", `'\''`) + "'"
}

type object = map[string]any

func inGroup(c Call, handler object) any {
	g := object{"hooks": []any{handler}}
	if c.Event.Matcher != "" {
		g["matcher"] = c.Event.Matcher
	}
	return g
}

func claudeEntry(c Call) any {
	return inGroup(c, object{
		"type": "command", "command": c.Program, "args": []string{"hook", c.Agent, c.Event.Name}, "timeout": cmp.Or(c.Event.Seconds, hookSeconds),
	})
}

func codexEntry(c Call) any {
	return inGroup(c, object{"type": "command", "command": c.Line(), "timeout": hookSeconds})
}

// geminiEntry counts in milliseconds.
func geminiEntry(c Call) any {
	return inGroup(c, object{"type": "command", "command": c.Line(), "timeout": hookSeconds * 1000})
}

func copilotEntry(c Call) any {
	h := object{"type": "command", "timeoutSec": hookSeconds}
	if c.OS == "windows" {
		h["powershell"] = "& '" + strings.ReplaceAll(c.Program, "'", "''") + "' hook " + c.Agent + " " + c.Event.Name
	} else {
		h["bash"] = c.Line()
	}
	return h
}

func cursorEntry(c Call) any {
	return object{"command": c.Line(), "loop_limit": 3}
}

// specific is the answer that most agents read.
func specific(a Answer) any {
	return object{"hookSpecificOutput": object{"hookEventName": a.Event, "additionalContext": a.Text}}
}

// deciding is the answer for agents that read a decision when a turn ends, and otherwise another answer.
func deciding(a Answer, decision string, otherwise any) any {
	if a.Moment == Stop {
		return object{"decision": decision, "reason": a.Text}
	}
	return otherwise
}

// codexAnswer has no other keys when a turn ends: Codex rejects them.
func codexAnswer(a Answer) any { return deciding(a, "block", specific(a)) }

func geminiAnswer(a Answer) any { return deciding(a, "deny", specific(a)) }

func copilotAnswer(a Answer) any {
	return deciding(a, "block", object{"additionalContext": a.Text})
}

// InVSCode is the answer for Copilot where it calls hooks in VS Code's form: the outer keys are for Copilot, the inner
// ones for VS Code.
func InVSCode(a Answer) any {
	if a.Moment == Stop {
		return object{
			"decision": "block", "reason": a.Text,
			"hookSpecificOutput": object{"hookEventName": a.Event, "decision": "block", "reason": a.Text},
		}
	}
	return specific(a)
}

func cursorAnswer(a Answer) any {
	if a.Moment != Stop {
		return nil
	}
	return object{"followup_message": a.Text}
}

func openCodeAnswer(a Answer) any { return object{"text": a.Text} }
