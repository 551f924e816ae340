package presence

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"consider/internal/words"
)

// Listener is a session of an agent.
type Listener struct {
	Agent string    `json:"agent"`
	How   How       `json:"how"`
	Since time.Time `json:"since"`
	Heard time.Time `json:"heard,omitzero"` // time of the last notification

	Worktree string `json:"worktree,omitempty"` // name of the linked worktree that it is in
}

// Notified is one notification of a message: which agent, and when.
type Notified struct {
	Agent string
	At    time.Time
}

// State is what the files in a store's folder record.
type State struct {
	Listeners []Listener // running sessions, the latest first
	Hooked    []Listener // sessions that hooks notified and that may be over, the latest first
	Leases    Leases     // only for [State.Same]: the caller fills them in
	notified  map[Message][]Notified
}

// Read reads the files of a store. It ignores other files, and files that it cannot read.
func Read(store string) State {
	out := State{notified: map[Message][]Notified{}}
	root, err := os.OpenRoot(store)
	if err != nil {
		return out
	}
	defer root.Close()
	for _, e := range entries(root, sessionsDir) {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), fileSuffix) {
			out.read(root, path.Join(sessionsDir, e.Name()))
		}
	}
	latest := func(a, b Listener) int {
		return cmp.Or(b.Since.Compare(a.Since), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.How, b.How))
	}
	slices.SortFunc(out.Listeners, latest)
	slices.SortFunc(out.Hooked, func(a, b Listener) int { return cmp.Or(b.Heard.Compare(a.Heard), latest(a, b)) })
	return out
}

// Same reports whether two states are equal.
func (s State) Same(t State) bool { return reflect.DeepEqual(s, t) }

// read adds the content of one file.
func (s *State) read(root *os.Root, name string) {
	f, err := root.Open(name)
	if err != nil {
		return
	}
	defer f.Close()
	lines := bufio.NewScanner(io.LimitReader(f, maxFile))
	lines.Buffer(nil, maxFile)
	var h header
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &h) != nil || h.Agent == "" || len(h.Agent) > maxAgent || words.HasControl(h.Agent+h.Worktree) {
		return
	}
	l := Listener{Agent: h.Agent, How: h.How, Since: h.Since, Worktree: h.Worktree}
	for lines.Scan() {
		var t notification
		if json.Unmarshal(lines.Bytes(), &t) != nil {
			continue // an incomplete line
		}
		l.Heard = t.At
		for _, w := range t.Told {
			s.notified[w] = append(s.notified[w], Notified{h.Agent, t.At})
		}
	}
	switch {
	case h.How == Hooked:
		s.Hooked = append(s.Hooked, l)
	case isLocked(f):
		s.Listeners = append(s.Listeners, l)
	}
}

// FirstNotified returns the first notification of a message after it was written; ok is false if there is none.
func (s *State) FirstNotified(w Message, written time.Time) (first Notified, ok bool) {
	for _, t := range s.notified[w] {
		if !t.At.Before(written) && (!ok || t.At.Before(first.At)) {
			first, ok = t, true
		}
	}
	return first, ok
}
