package hook

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"time"

	"consider/internal/agents"
	"consider/internal/digest"
)

const (
	// Patience is the time after which a hook ends, even if it has not finished: an agent waits for it. Hooks usually
	// take milliseconds.
	Patience = time.Second
	// MaxInput is the maximum size of an agent's input. The result of a tool can be long.
	MaxInput = 32 << 20
)

// Reader is the agent that reads the output, and so determines its form: its word in [agents.Agent], or VSCode.
type Reader string

// The readers that are not treated like the others.
const (
	Claude Reader = "claude"
	Codex  Reader = "codex"
	VSCode Reader = "vscode" // and Copilot, where it uses VS Code's format
	Cursor Reader = "cursor"
)

// IsReader reports whether a hook can be called for an agent.
func IsReader(word string) bool {
	a, ok := agents.ForSetup(word)
	return ok && a.Word == word && a.Hooks.Answer != nil
}

// IsMoment reports whether an agent asks for news at an event.
func IsMoment(event string) bool { return agents.MomentOf(event) != agents.Never }

// Call is a parsed call of a hook.
type Call struct {
	Reader  Reader
	Moment  agents.Moment // the point in an agent's turn at which it asks for news
	Event   string        // the reader's own name for the moment
	Session string
	Dirs    []string  // absolute folders in which the agent says that it works, the likeliest first
	Tool    *ToolCall // which may write files; nil at other events

	continued bool // the agent continues because of a hook
	subagent  bool // the caller is a subagent, which the user does not talk to
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
	toolInput
}

// Read parses a call from the reader and event of the command line, and standard input.
func Read(reader, event string, stdin []byte) Call {
	c := Call{Reader: Reader(reader), Event: event, Moment: agents.MomentOf(event)}
	var in input
	if json.Unmarshal(stdin, &in) != nil {
		return Call{}
	}
	if first := in.Event + in.EventCamel; c.Event == "" {
		c.Event, c.Moment = first, agents.MomentOf(first)
	}
	switch {
	case in.Conversation != "" && len(in.Roots) > 0:
		c.Reader = Cursor
	case c.Reader == Claude && len(in.Timestamp) > 0, in.EventCamel != "":
		c.Reader = VSCode
	}
	c.Session = cmp.Or(in.Session, in.SessionCamel, in.Conversation)
	for _, dir := range append([]string{in.Dir}, in.Roots...) {
		if filepath.IsAbs(dir) {
			c.Dirs = append(c.Dirs, dir)
		}
	}
	if c.Moment == agents.Tool || c.Moment > agents.Wake {
		c.Tool = toolOf(&in.toolInput, append(c.Dirs, "")[0])
	}
	c.continued = in.StopActive || in.StopActiveToo || in.Loops > 0
	c.subagent = in.AgentID != ""
	if c.Reader == Cursor && in.Status != "" && in.Status != "completed" {
		c.Moment = agents.Never // the user interrupted it, or it failed
	}
	return c
}

// CanReceive reports whether the agent can receive a message at this moment.
func (c Call) CanReceive() bool {
	return c.Moment != agents.Never && c.Moment < agents.Wake && c.Session != "" && !c.subagent && !(c.Moment == agents.Stop && c.continued) && c.answer("") != nil
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
	return c.Reader == Codex && !c.subagent && len(c.Dirs) > 0 && isThreadID(c.Session)
}

// Records reports whether the call belongs in the log of turns.
func (c Call) Records() bool {
	switch c.Moment {
	case agents.Prompt, agents.Stop:
		return c.Session != "" && !c.subagent
	case agents.Tool, agents.Before, agents.Failed:
		return c.Session != "" && c.Tool != nil
	}
	return false
}

// Agent returns the name under which the agent's read marks are stored.
func (c Call) Agent() string {
	if c.Reader == VSCode {
		return "copilot"
	}
	a, _ := agents.ForSetup(string(c.Reader))
	return a.ID
}

// Key identifies the call's session among those of all agents.
func (c Call) Key() string {
	return digest.Of(c.Agent(), c.Session)[:16]
}

// Answer returns the output for the agent, as one line.
func (c Call) Answer(fact string) []byte {
	data, err := json.Marshal(c.answer(fact))
	if err != nil {
		return nil
	}
	return append(data, '\n')
}

// answer returns the output in the reader's form, nil if it has none for the moment.
func (c Call) answer(fact string) any {
	a, _ := agents.ForSetup(string(c.Reader))
	form := a.Hooks.Answer
	if c.Reader == VSCode {
		form = agents.InVSCode
	}
	if form == nil {
		return nil
	}
	return form(agents.Answer{Moment: c.Moment, Event: c.Event, Text: fact})
}

// mayBeHidden reports whether the reader may not show the output to its model at this moment. Such a notification does
// not count as delivered.
func (c Call) mayBeHidden() bool {
	return c.Moment == agents.Prompt && c.Reader == VSCode
}
