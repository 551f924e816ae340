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

// Listener is a session as others see it.
type Listener struct {
	Agent string    `json:"agent"`
	How   How       `json:"how"`
	Since time.Time `json:"since"`
	Heard time.Time `json:"heard,omitzero"` // when it was told last
}

// Told is who was told of some words, and when, the first time.
type Told struct {
	Agent string
	At    time.Time
}

// State is what the files of a store say.
type State struct {
	Listeners []Listener // that are there now, the latest first
	Hooked    []Listener // that hooks told, and of which nothing more is known, likewise
	told      map[Words][]Told
}

// Read reads the files of a store. Those that cannot be read, or are no such files, are as good as none.
func Read(store string) State {
	out := State{told: map[Words][]Told{}}
	root, err := os.OpenRoot(store)
	if err != nil {
		return out
	}
	defer root.Close()
	for _, e := range entries(root) {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), ending) {
			out.read(root, path.Join(dir, e.Name()))
		}
	}
	latest := func(a, b Listener) int {
		return cmp.Or(b.Since.Compare(a.Since), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.How, b.How))
	}
	slices.SortFunc(out.Listeners, latest)
	slices.SortFunc(out.Hooked, func(a, b Listener) int { return cmp.Or(b.Heard.Compare(a.Heard), latest(a, b)) })
	return out
}

// Same reports whether two readings say the same.
func (s State) Same(t State) bool { return reflect.DeepEqual(s, t) }

// read takes in one file.
func (s *State) read(root *os.Root, name string) {
	f, err := root.Open(name)
	if err != nil {
		return
	}
	defer f.Close()
	lines := bufio.NewScanner(io.LimitReader(f, maxFile))
	lines.Buffer(nil, maxFile)
	var h head
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &h) != nil || h.Agent == "" || len(h.Agent) > maxAgent || words.HasControl(h.Agent) {
		return
	}
	l := Listener{Agent: h.Agent, How: h.How, Since: h.Since}
	for lines.Scan() {
		var t told
		if json.Unmarshal(lines.Bytes(), &t) != nil {
			continue // one that was not written whole
		}
		l.Heard = t.At
		for _, w := range t.Told {
			s.told[w] = append(s.told[w], Told{h.Agent, t.At})
		}
	}
	switch {
	case h.How == Hooked:
		s.Hooked = append(s.Hooked, l)
	case isHeld(f):
		s.Listeners = append(s.Listeners, l)
	}
}

// maxAgent bounds an agent's name, in bytes.
const maxAgent = 100

// Of is who was told of some words first, after they were written; ok is false where nobody was.
func (s *State) Of(w Words, written time.Time) (first Told, ok bool) {
	for _, t := range s.told[w] {
		if !t.At.Before(written) && (!ok || t.At.Before(first.At)) {
			first, ok = t, true
		}
	}
	return first, ok
}
