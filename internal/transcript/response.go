package transcript

import (
	"slices"
	"time"

	"consider/internal/digest"
)

// Response is one message of an assistant.
type Response struct {
	ID      string // a_ and 8 lower-case hex digits; the same in every search
	Agent   string // claude-code, codex, opencode, gemini or copilot
	Session string // the agent's own name for the session
	Message string // the agent's own id of the message, "" if it has none
	Cwd     string // folder the session was started in
	At      time.Time
	Text    string // Markdown, as the assistant wrote it
}

// State says whether an agent's transcripts were found.
type State string

// The states, best first.
const (
	Connected State = "connected" // there is a session of the project
	Watching  State = "watching"  // the agent keeps transcripts here, but none of the project yet
	Absent    State = "absent"    // the agent does not keep transcripts on this machine
)

// Source is the result for one agent.
type Source struct {
	Agent   string
	State   State
	Problem string // why it could not be read, "" if it could
	Cut     bool   // older responses may be there than could be read
	Later   bool   // not queried again yet; see AskEvery
}

// IDPrefix begins a response's id.
const IDPrefix = "a_"

const idDigits = 8

// idOf derives a response's id from data that stays the same when a session is copied, resumed or grows: the
// message's own id and the time of its first record.
func idOf(agent, message, first string) string {
	return IDPrefix + digest.Of(agent, message, first)[:idDigits]
}

// parseTime reads a record's time; the zero time if it has none that can be read.
func parseTime(s string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil || t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}
	}
	return t.UTC()
}

// newest sorts responses, newest first, and keeps each once and at most n. Of equal times the order stays.
func newest(responses []Response, n int) []Response {
	slices.SortStableFunc(responses, func(a, b Response) int { return b.At.Compare(a.At) })
	seen := map[string]bool{}
	responses = slices.DeleteFunc(responses, func(r Response) bool {
		was := seen[r.ID]
		seen[r.ID] = true
		return was
	})
	return responses[:min(n, len(responses))]
}
