package turn

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"consider/internal/digest"
	"consider/internal/enum"
)

// Writer is who changed a file.
type Writer string

// The writers.
const (
	ByTools   Writer = "tools"
	ByCommand Writer = "command"
	ByYou     Writer = "you"
	ByOther   Writer = "agent"
	Unseen    Writer = "unseen"
	BySeveral Writer = "several"
	Unknown   Writer = "unknown"
)

var writers = enum.Set{Values: []enum.Value{
	{Name: string(ByTools), Word: "by its tools", Says: "a tool of the agent that names the file"},
	{Name: string(ByCommand), Word: "during its command", Says: "while only a command of the agent ran"},
	{Name: string(ByYou), Word: "by you", Says: "saved in your editor"},
	{Name: string(ByOther), Word: "by another agent", Says: "another agent that worked at the same time"},
	{Name: string(Unseen), Word: "between its steps", Says: "while the agent ran nothing: you, git or another program"},
	{Name: string(BySeveral), Word: "by several", Says: "more than one of them"},
	{Name: string(Unknown), Word: "not known by whom", Says: "the hooks did not see it"},
}}

// Enum returns the writers.
func (Writer) Enum() enum.Set { return writers }

// Text is the writer in words.
func (w Writer) Text() string { return writers.Value(string(w)).Word }

// Prefix begins the ID of a turn.
const Prefix = "t_"

// Turn is what one session of an agent did between a prompt and its end.
type Turn struct {
	ID       string
	Agent    string
	From, To time.Time
	Started  bool   // its first event is the prompt
	Ended    bool   // its last event is its end
	Base     string // fingerprints of the files at its first and last reading, "" if there is none
	Last     string
	Edits    []Edit // in the order in which they were found, those of others during it too
	Yours    []Edit // of files that it changed, by the person or by a program that was not seen, before that

	session     string
	first, last int // events
}

// Edit is a change of one file between two readings.
type Edit struct {
	Change
	At time.Time
	By Writer // as the turn's agent sees it

	agents map[string]string // that may have done it, by session
	moved  bool              // another commit was checked out
	event  int
}

// call is one call of a tool. Files changed after the event from, at the latest when the event to was recorded.
type call struct {
	Event
	from, to int
	whole    bool // both events are known
}

// Read finds the turns in the events of a worktree, the oldest first.
func Read(events []Event) []Turn {
	turns, edits := split(events), edits(events, calls(events))
	for i := range turns {
		t := &turns[i]
		for _, e := range events[t.first : t.last+1] {
			if e.Print != "" {
				t.Base, t.Last = cmp.Or(t.Base, e.Print), e.Print
			}
		}
		for _, e := range edits {
			if e.event > t.first && e.event <= t.last {
				if _, own := e.agents[t.session]; !own && len(e.agents) > 0 && e.By != Unknown {
					e.By = ByOther
				}
				t.Edits = append(t.Edits, e)
			}
		}
		t.Yours = yours(t, edits)
	}
	return turns
}

// split divides the events into turns. A session that continues after its end, because a hook made it, is in the same turn.
func split(events []Event) []Turn {
	var turns []Turn
	open := map[string]int{}
	for i, e := range events {
		if e.Session == "" {
			continue
		}
		n, known := open[e.Session]
		again := known && turns[n].last == turns[n].first && e.At.Sub(turns[n].From) < time.Second // hooks of a plugin and of setup
		if e.Kind == Start && !again || !known {
			if e.Kind == End || e.Kind == Found {
				continue // of a turn that was not recorded
			}
			turns = append(turns, Turn{
				ID: Prefix + digest.Of(e.Session + e.At.Format(time.RFC3339Nano))[:8], Agent: e.Agent, From: e.At, Started: e.Kind == Start, session: e.Session, first: i,
			})
			n = len(turns) - 1
			open[e.Session] = n
		}
		if turns[n].last = i; e.Kind != Found {
			turns[n].To, turns[n].Ended = e.At, e.Kind == End
		}
	}
	return turns
}

// calls finds the tools' calls. A call without its end is over at the session's next event; one without its beginning
// began after the last reading; if the session's hooks report beginnings, it is not known what happened meanwhile.
func calls(events []Event) []call {
	var out []call
	running, begins := map[[2]string]int{}, map[string]bool{}
	reading := 0
	for _, e := range events {
		begins[e.Session] = begins[e.Session] || e.Kind == Before
	}
	for i, e := range events {
		key := [2]string{e.Session, e.Call}
		n, runs := running[key]
		switch {
		case e.Kind == Before:
			running[key] = len(out)
			out = append(out, call{Event: e, from: i, to: i})
		case e.Kind == After && runs:
			out[n].to, out[n].whole = i, true
			delete(running, key)
		case e.Kind == After:
			out = append(out, call{Event: e, from: reading, to: i, whole: e.Edits && !begins[e.Session]})
		}
		if e.Print != "" {
			reading = i
		}
	}
	for _, n := range running {
		c := &out[n]
		c.to = len(events)
		if next := slices.IndexFunc(events[c.from+1:], func(e Event) bool { return e.Session == c.Session }); next >= 0 {
			c.to = c.from + 1 + next
		}
	}
	return out
}

// edits returns what changed between the readings, and by whom.
func edits(events []Event, calls []call) []Edit {
	var out []Edit
	reading, reports := -1, map[string]bool{} // sessions whose hooks report their tools
	for i, e := range events {
		if e.Kind == Before || e.Kind == After {
			reports[e.Session] = true
		}
		if e.Print == "" {
			continue
		}
		var active []call
		for _, c := range calls {
			if c.from < i && c.to > reading {
				active = append(active, c)
			}
		}
		for _, change := range e.Changed {
			edit := Edit{Change: change, At: e.At, event: i, moved: e.Moved, By: Unknown}
			if reading >= 0 && events[reading].Print == e.Since && (e.Kind != Found || reports[e.Session] || len(active) > 0) {
				edit.attribute(active, events[reading+1:i+1])
			}
			out = append(out, edit)
		}
		reading = i
	}
	return out
}

// inEditor is the agent whose tools write through the editor, so that it seems that the person saves the files.
const inEditor = "copilot"

// attribute finds out who changed the file between two readings, while the calls were active. between has the events after
// the first one.
func (e *Edit) attribute(active []call, between []Event) {
	named, whole := false, true
	e.agents = map[string]string{}
	for _, c := range active {
		names := slices.Contains(c.Paths, e.Path)
		if names || !c.Edits {
			named, whole = named || names, whole && c.whole
			e.agents[c.Session] = c.Agent
		}
	}
	saved, own := false, named && !slices.ContainsFunc(slices.Collect(maps.Values(e.agents)), func(a string) bool { return a != inEditor })
	for i, at := range between {
		saved = saved || !own && at.Kind == Saved && slices.Contains(at.Paths, e.Path)
		if i < len(between)-1 && (at.Kind == Before || at.Kind == After) {
			whole = false // the files were not read when a tool began or ended
		}
	}
	switch {
	case len(e.agents) > 1, len(e.agents) == 1 && saved:
		e.By = BySeveral
	case saved:
		e.By = ByYou
	case len(e.agents) == 0:
		e.By = Unseen
	case whole:
		e.By = ByCommand
		if named {
			e.By = ByTools
		}
	}
}

// IsOthers reports whether only others than the turn's agent changed a file.
func (w Writer) IsOthers() bool { return w == ByYou || w == ByOther || w == Unseen }

func (e *Edit) isOwn() bool { return !e.By.IsOthers() && e.By != Unknown }

// yours returns the edits that may be the person's, of files that the agent changed later in the turn.
func yours(t *Turn, edits []Edit) []Edit {
	last := map[string]int{}
	for i := range t.Edits {
		if e := &t.Edits[i]; e.isOwn() {
			last[e.Path] = e.event
		}
	}
	var out []Edit
	for _, e := range edits {
		if e.event < last[e.Path] && (e.By == ByYou || e.By == Unseen) && !e.moved {
			out = append(out, e)
		}
	}
	return out
}

// File is what became of one file in a turn.
type File struct {
	Change
	By     Writer
	Agents []string // the other agents that changed it
}

// Files returns the files that changed in a turn, in the order of their paths. A file that is as before is among them.
func (t *Turn) Files() []File {
	files := map[string]*File{}
	for i := range t.Edits {
		e := &t.Edits[i]
		f := files[e.Path]
		if f == nil {
			f = &File{Change: e.Change, By: e.By}
			files[e.Path] = f
		}
		f.Is = e.Is
		switch alone := []Writer{ByTools, ByCommand}; {
		case f.By == e.By:
		case f.By == Unknown || e.By == Unknown:
			f.By = Unknown
		case slices.Contains(alone, f.By) && slices.Contains(alone, e.By):
			f.By = ByCommand
		default:
			f.By = BySeveral
		}
		for _, agent := range e.agents {
			if e.By == ByOther && !slices.Contains(f.Agents, agent) {
				f.Agents = append(f.Agents, agent)
			}
		}
	}
	var out []File
	for _, path := range slices.Sorted(maps.Keys(files)) {
		out = append(out, *files[path])
	}
	return out
}

// Own returns what the agent did to a file after e: successive edits as one, those before and after another's edit apart.
func (t *Turn) Own(e Edit) (out []Change) {
	joined := false
	for i := range t.Edits {
		switch x := &t.Edits[i]; {
		case x.Path != e.Path || x.event <= e.event:
		case !x.isOwn():
			joined = false
		case joined:
			out[len(out)-1].Is = x.Is
		default:
			out, joined = append(out, x.Change), true
		}
	}
	return out
}

// Remove removes turns from the log of a worktree. The others stay as they are, but what was changed in between is not known.
func Remove(store, worktree string, ids []string) error {
	l, err := Open(store, worktree)
	if err != nil {
		return err
	}
	defer l.Close()
	events := l.Events()
	turns := split(events)
	var kept []Event
	for i, e := range events {
		if !slices.ContainsFunc(turns, func(t Turn) bool {
			return slices.Contains(ids, t.ID) && t.session == e.Session && i >= t.first && i <= t.last
		}) {
			kept = append(kept, e)
		}
	}
	return l.Replace(kept)
}
