package hook

import (
	"encoding/json"
	"path/filepath"
	"time"
)

const (
	// Patience is when a hook ends whatever is missing: an agent waits for it. It takes milliseconds.
	Patience = time.Second
	// MaxInput bounds what an agent may say; the outcome of a tool can be long.
	MaxInput = 32 << 20
)

// Moment is when an agent asks.
type Moment int

// The moments.
const (
	Never  Moment = iota // an event that we have nothing to say at
	Prompt               // the person has said something, the agent has not begun
	Stop                 // the agent thinks that it is done
	Tool                 // between two steps
)

// Reader is who reads the answer, and so the form that it has.
type Reader string

// The readers.
const (
	Claude   Reader = "claude"
	Codex    Reader = "codex"
	OpenCode Reader = "opencode"
	Gemini   Reader = "gemini"
	Copilot  Reader = "copilot"
	VSCode   Reader = "vscode" // and Copilot, where it speaks as VS Code does
	Cursor   Reader = "cursor"
)

// Readers are those that a hook can be called for.
var Readers = []Reader{Claude, Codex, OpenCode, Gemini, Copilot, Cursor}

// moments are the agents' names of moments; a name means the same for every agent that uses it.
var moments = map[string]Moment{
	"UserPromptSubmit": Prompt, "userPromptSubmitted": Prompt, "BeforeAgent": Prompt, "chat.message": Prompt,
	"Stop": Stop, "stop": Stop, "agentStop": Stop, "AfterAgent": Stop, "session.idle": Stop,
	"PostToolUse": Tool, "postToolUse": Tool, "AfterTool": Tool, "tool.execute.after": Tool,
}

// IsMoment reports whether an event is one at which an agent asks for news.
func IsMoment(event string) bool { return moments[event] != Never }

// Call is one call of a hook, understood.
type Call struct {
	Reader  Reader
	Moment  Moment
	Event   string // the reader's own name of the moment
	Session string
	Dirs    []string // absolute folders that the agent says it works in, the likeliest first

	again bool // the agent goes on already because a hook made it
	inner bool // a part of the agent asks, not the one that the person speaks with
}

// input is what agents say, those of their fields that matter here.
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

// Read understands a call: the reader and event of the command line, and what came on standard input.
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
		c.Moment = Never // the person interrupted it, or it broke
	}
	return c
}

// Listens reports whether there is any point in saying something.
func (c Call) Listens() bool {
	return c.Moment != Never && c.Session != "" && !c.inner && !(c.Moment == Stop && c.again) && c.answer("") != nil
}

// isThreadID reports whether an id is one of Codex's, which is handed to its program as an argument: a UUID in small letters.
// It is read by hand, as a hook that has nothing to tell ends before package regexp is ready.
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

// IsThread reports whether the call is of a session with a person, whose id is one of Codex's threads.
func (c Call) IsThread() bool {
	return c.Reader == Codex && !c.inner && len(c.Dirs) > 0 && isThreadID(c.Session)
}

// Agent is the name under which the agent's marks of having seen something are kept.
func (c Call) Agent() string {
	switch c.Reader {
	case Claude:
		return "claude-code"
	case VSCode:
		return "copilot"
	}
	return string(c.Reader)
}

// Answer is what the agent reads, as one line.
func (c Call) Answer(fact string) []byte {
	data, err := json.Marshal(c.answer(fact))
	if err != nil {
		return nil
	}
	return append(data, '\n')
}

type object map[string]any

// answer is the answer in the reader's form, nil where it has none for the moment.
func (c Call) answer(fact string) object {
	specific := object{"hookSpecificOutput": object{"hookEventName": c.Event, "additionalContext": fact}}
	block := object{"decision": "block", "reason": fact}
	switch c.Reader {
	case Claude:
		return specific
	case Codex:
		if c.Moment == Stop { // any other key is an error to it
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
		if c.Moment == Stop { // at the top for Copilot, below for VS Code
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

// doubtful reports whether it is not known that the reader shows its model what it is told at this moment. What
// is told then does not count as told.
func (c Call) doubtful() bool {
	return c.Moment == Prompt && c.Reader == VSCode
}
