package agents

import (
	"iter"
	"strings"
)

// Session identifies a running session of an agent, as far as it is known.
type Session struct {
	ID      string `json:"id,omitempty"`      // that the agent gives it
	Process int    `json:"process,omitempty"` // the agent's process, 0 if it is not visible
	Began   string `json:"began,omitempty"`   // start of that process, as [Began] returns it
}

// sandboxHelper is Codex under another name: it runs one command in a sandbox and ends with it.
const sandboxHelper = "codex-linux-sandbox"

// SessionOf returns the session that runs us. above may be nil.
func SessionOf(getenv func(string) string, above iter.Seq[Process]) Session {
	var s Session
	for _, a := range known {
		if a.session != "" && s.ID == "" {
			s.ID = getenv(a.session)
		}
	}
	if above == nil {
		return s
	}
	seen := 0
	for p := range above {
		if seen++; seen > maxAbove || len(p.Args) > 0 && isPersonCommand(p.Args) {
			break
		}
		if commandOf(p.Args) != "" && !strings.HasSuffix(p.Args[0], sandboxHelper) {
			s.Process, s.Began = p.ID, Began(p.ID)
			break
		}
	}
	return s
}

// Is reports whether two sessions of one agent are the same. Sessions of which nothing is known are.
func (s Session) Is(o Session) bool {
	if s.ID != "" && o.ID != "" || s.Process == 0 && o.Process == 0 {
		return s.ID == o.ID
	}
	return s.Process == o.Process && s.Began == o.Began
}

// Runs reports whether the session's process still runs. It is not known if that process is not visible from here, as one
// in another container.
func (s Session) Runs() (runs, known bool) {
	was, space, _ := strings.Cut(s.Began, " ")
	if s.Process == 0 || was == "" || space != ProcessSpace() {
		return false, false
	}
	return Began(s.Process) == s.Began, true
}
