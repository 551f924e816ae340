package hook

import (
	"encoding/json"
	"path/filepath"
	"time"
)

const (
	// Patience is the time after which a hook ends, even if it has not finished: an agent waits for it. Hooks usually
	// take milliseconds.
	Patience = time.Second
	// MaxInput is the maximum size of an agent's input. The result of a tool can be long.
	MaxInput = 32 << 20
)

// Moment is the point in an agent's turn at which it asks for news.
type Moment int

// The moments.
const (
	Never  Moment = iota // an event at which the hook reports nothing
	Prompt               // the user has sent a prompt, and the agent has not begun
	Stop                 // the agent considers its work done
	Tool                 // between two steps
)

// Reader is the agent that reads the output, and so determines its form.
type Reader string

// The readers.
const (
	Claude   Reader = "claude"
	Codex    Reader = "codex"
	OpenCode Reader = "opencode"
	Gemini   Reader = "gemini"
	Copilot  Reader = "copilot"
	VSCode   Reader = "vscode" // and Copilot, where it uses VS Code's format
	Cursor   Reader = "cursor"
)

// Readers are the agents that a hook can be called for.
var Readers = []Reader{Claude, Codex, OpenCode, Gemini, Copilot, Cursor}

// moments maps the agents' event names to moments. A name means the same for every agent that uses it.
var moments = map[string]Moment{
	"UserPromptSubmit": Prompt, "userPromptSubmitted": Prompt, "BeforeAgent": Prompt, "chat.message": Prompt,
	"Stop": Stop, "stop": Stop, "agentStop": Stop, "AfterAgent": Stop, "session.idle": Stop,
	"PostToolUse": Tool, "postToolUse": Tool, "AfterTool": Tool, "tool.execute.after": Tool,
}

// IsMoment reports whether an agent asks for news at an event.
func IsMoment(event string) bool { return moments[event] != Never }

// Call is a parsed call of a hook.
type Call struct {
	Reader  Reader
	Moment  Moment
	Event   string // the reader's own name for the moment
	Session string
	Dirs    []string // absolute folders in which the agent says that it works, the likeliest first

	again bool // the agent continues because of a hook
	inner bool // the caller is a subagent, which the user does not talk to
}

// input has the fields of the agents' input that matter here.
type input struct {
	Event         string          `json:"hook_event_name"`
	EventCamel    string          `json:"hookEventName"`
	Session       string          `json:"session_id"`
	SessionCamel  string          `json:"sessionId"`
	Conversation  string          `json:"conversation_id"`
	Dir           string          `json:"cwd"`
	Roots         []string        `json:"workspace_roots"`
	Timestamp     json.RawMessage `json:"timestamp"`
	StopActive    bool            `json:"stop_hook_active"`
	StopActiveToo bool            `json:"stopHookActive"`
	Loops         int             `json:"loop_count"`
	Status        string          `json:"status"`
	AgentID       string          `json:"agent_id"`
}

// Read parses a call from the reader and event of the command line, and standard input.
func Read(reader, event string, stdin []byte) Call {
	c := Call{Reader: Reader(reader), Event: event, Moment: moments[event]}
	var in input
	if json.Unmarshal(stdin, &in) != nil {
		return Call{}
	}
	if first := in.Event + in.EventCamel; c.Event == "" {
		c.Event, c.Moment = first, moments[first]
	}
	switch {
	case in.Conversation != "" && len(in.Roots) > 0:
		c.Reader = Cursor
	case c.Reader == Claude && len(in.Timestamp) > 0, in.EventCamel != "":
		c.Reader = VSCode
	}
	for _, s := range []string{in.Session, in.SessionCamel, in.Conversation} {
		if c.Session == "" {
			c.Session = s
		}
	}
	for _, dir := range append([]string{in.Dir}, in.Roots...) {
		if filepath.IsAbs(dir) {
			c.Dirs = append(c.Dirs, dir)
		}
	}
	c.again = in.StopActive || in.StopActiveToo || in.Loops > 0
	c.inner = in.AgentID != ""
	if c.Reader == Cursor && in.Status != "" && in.Status != "completed" {
		c.Moment = Never // the user interrupted it, or it failed
	}
	return c
}

// Listens reports whether the agent can receive a message at this moment.
func (c Call) Listens() bool {
	return c.Moment != Never && c.Session != "" && !c.inner && !(c.Moment == Stop && c.again) && c.answer("") != nil
}

// isThreadID reports whether an ID is one of Codex's, a UUID in lower case. The ID becomes an argument of Codex's
// program. It is checked by hand, because a hook without news ends before package regexp is initialised.
func isThreadID(id string) bool {
	for i, c := range []byte(id) {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
		} else if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(id) == 36
}

// IsThread reports whether the call is from a user's session of Codex, the ID of which is a thread of Codex.
func (c Call) IsThread() bool {
	return c.Reader == Codex && !c.inner && len(c.Dirs) > 0 && isThreadID(c.Session)
}

// Agent returns the name under which the agent's read marks are stored.
func (c Call) Agent() string {
	switch c.Reader {
	case Claude:
		return "claude-code"
	case VSCode:
		return "copilot"
	}
	return string(c.Reader)
}

// Answer returns the output for the agent, as one line.
func (c Call) Answer(fact string) []byte {
	data, err := json.Marshal(c.answer(fact))
	if err != nil {
		return nil
	}
	return append(data, '\n')
}

type object map[string]any

// answer returns the output in the reader's form, nil if it has none for the moment.
func (c Call) answer(fact string) object {
	specific := object{"hookSpecificOutput": object{"hookEventName": c.Event, "additionalContext": fact}}
	block := object{"decision": "block", "reason": fact}
	switch c.Reader {
	case Claude:
		return specific
	case Codex:
		if c.Moment == Stop { // Codex rejects other keys
			return block
		}
		return specific
	case Gemini:
		if c.Moment == Stop {
			return object{"decision": "deny", "reason": fact}
		}
		return specific
	case Copilot:
		if c.Moment == Stop {
			return block
		}
		return object{"additionalContext": fact}
	case VSCode:
		if c.Moment == Stop { // the outer keys are for Copilot, the inner ones for VS Code
			return object{
				"decision": "block", "reason": fact,
				"hookSpecificOutput": object{"hookEventName": c.Event, "decision": "block", "reason": fact},
			}
		}
		return specific
	case Cursor:
		if c.Moment == Stop {
			return object{"followup_message": fact}
		}
	case OpenCode:
		return object{"text": fact}
	}
	return nil
}

// doubtful reports whether the reader may not show its model the output at this moment. Such a notification does not
// count as delivered.
func (c Call) doubtful() bool {
	return c.Moment == Prompt && c.Reader == VSCode
}
