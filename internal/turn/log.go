// Package turn finds out who changed which file while agents worked: their hooks record what they see in a log, and the
// log is read as turns.
package turn

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"

	"consider/internal/digest"
	"consider/internal/safefs"
)

// Kind is what happened at an event.
type Kind string

// The kinds.
const (
	Start  Kind = "start"  // the person has sent a prompt
	Before Kind = "before" // a tool that may write files is about to run
	After  Kind = "after"  // it has run
	End    Kind = "end"    // the agent considers its work done
	Found  Kind = "found"  // the files were read after that
	Saved  Kind = "saved"  // the person has saved files in an editor
)

// Event is one line of a log.
type Event struct {
	At      time.Time `json:"at"`
	Kind    Kind      `json:"kind"`
	Agent   string    `json:"agent,omitempty"`
	Session string    `json:"session,omitempty"`
	Call    string    `json:"call,omitempty"`  // the tool's call: the same before and after it
	Edits   bool      `json:"edits,omitempty"` // the tool writes Paths and no other file
	Paths   []string  `json:"paths,omitempty"`

	// Print is the fingerprint of the project's files at the event, "" if they were not read. If it is another one than before,
	// Since is that, and Changed are the differences.
	Print   string   `json:"print,omitempty"`
	Since   string   `json:"since,omitempty"`
	Changed []Change `json:"changed,omitempty"`
	Moved   bool     `json:"moved,omitempty"` // another commit is checked out than before
}

// Change is a file that differs between two states. Was and Is are its mode and the ID of its content, "" if there is none.
type Change struct {
	Path string `json:"path"`
	Was  string `json:"was,omitempty"`
	Is   string `json:"is,omitempty"`
}

// Dir is the folder of the logs, below the store's: for each worktree one log and the last state of its files.
const Dir = "run/turns"

const (
	maxLog   = 64 << 20 // bytes to read
	maxPlain = 16 << 10 // bytes that are not compressed at a prompt
	maxTurns = 200      // turns that are kept when the others are compressed
)

// Log is the open log of one worktree. No other process reads the worktree's files for it meanwhile.
type Log struct {
	root *os.Root
	name string
	lock *os.File
}

// Open opens the log of a worktree, "" for the main one, in the folder of its store, which must exist. It waits for other
// processes.
func Open(store, worktree string) (*Log, error) {
	root, err := os.OpenRoot(store)
	if err != nil {
		return nil, err
	}
	l := &Log{root: root, name: logName(worktree)}
	if err = root.MkdirAll(Dir, 0o700); err == nil {
		if l.lock, err = safefs.Open(root, l.name+".lock", os.O_RDWR|os.O_CREATE, 0o600); err == nil {
			err = safefs.WaitLock(l.lock)
		}
	}
	var left Event
	if err == nil && json.NewDecoder(l.lock).Decode(&left) == nil {
		err = l.Append(left) // its hook was stopped, and read nothing
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// Begin notes an event before the files are read for it. If its hook is stopped before Append, the event is kept.
func (l *Log) Begin(e Event) error {
	line, err := json.Marshal(e)
	if err == nil {
		_, err = l.lock.WriteAt(line, 0)
	}
	return err
}

// logName returns the name of a worktree's files without the ending.
func logName(worktree string) string {
	if worktree == "" {
		return path.Join(Dir, "main")
	}
	return path.Join(Dir, digest.Of(worktree)[:16])
}

// Close closes the log.
func (l *Log) Close() {
	if l.lock != nil {
		_ = l.lock.Close() // nothing was written to it
	}
	_ = l.root.Close() // likewise
}

// State reads what SetState stored last. If that is nothing or cannot be read, it returns false.
func (l *Log) State(state any) bool {
	data, err := safefs.Read(l.root, l.name+".json", maxLog)
	return err == nil && json.Unmarshal(data, state) == nil
}

// SetState stores the state of the files.
func (l *Log) SetState(state any) error {
	data, err := json.Marshal(state)
	if err != nil {
		return err
	}
	return safefs.Replace(l.root, l.name+".json", bytes.NewReader(data), safefs.How{Perm: 0o600})
}

// Append adds an event. At a prompt it compresses a long log, and removes its oldest turns.
func (l *Log) Append(e Event) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	f, err := safefs.Open(l.root, l.name+".jsonl", os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	// A line that was cut off before is ended first. An empty line means nothing.
	_, err = f.Write(append(append([]byte{'\n'}, line...), '\n'))
	if err = errors.Join(err, f.Close(), l.lock.Truncate(0)); err != nil || e.Kind != Start {
		return err
	}
	events, plain := eventsIn(l.root, l.name)
	if plain < maxPlain {
		return nil
	}
	from := len(events)
	for starts := 0; from > 0 && starts < maxTurns; from-- {
		if events[from-1].Kind == Start {
			starts++
		}
	}
	return l.Replace(events[from:])
}

// Replace replaces all events.
func (l *Log) Replace(events []Event) error {
	var text bytes.Buffer
	packed := gzip.NewWriter(&text)
	lines := json.NewEncoder(packed)
	for _, e := range events {
		if err := lines.Encode(e); err != nil {
			return err
		}
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return safefs.Replace(l.root, l.name+".jsonl", &text, safefs.How{Perm: 0o600})
}

// Events returns the events in the order in which they happened, without lines that cannot be read.
func (l *Log) Events() []Event {
	events, _ := eventsIn(l.root, l.name)
	return events
}

// Events returns the events of a worktree from the folder of its store; none if it has no log.
func Events(store, worktree string) []Event {
	root, err := os.OpenRoot(store)
	if err != nil {
		return nil
	}
	defer root.Close()
	events, _ := eventsIn(root, logName(worktree))
	return events
}

// eventsIn also returns the number of bytes that are not compressed.
func eventsIn(root *os.Root, name string) (out []Event, plain int) {
	data, err := safefs.Read(root, name+".jsonl", maxLog)
	if err != nil {
		return nil, 0
	}
	in := bytes.NewReader(data)
	plain = len(data)
	if packed, err := gzip.NewReader(in); err == nil {
		packed.Multistream(false)
		old, err := io.ReadAll(io.LimitReader(packed, maxLog))
		if err == nil {
			plain = in.Len()
			data = data[len(data)-plain:]
		}
		data = slices.Concat(old, []byte("\n"), data) // of a damaged one, the events behind it are read
	}
	for line := range bytes.Lines(data) {
		var e Event
		if json.Unmarshal(line, &e) == nil && e.Kind != "" {
			out = append(out, e)
		}
	}
	return out, plain
}

// Prints returns the fingerprints that the events of all worktrees name. The moments of these are kept.
func Prints(store string) map[string]bool {
	out := map[string]bool{}
	root, err := os.OpenRoot(store)
	if err != nil {
		return out
	}
	defer root.Close()
	names, _ := fs.Glob(root.FS(), Dir+"/*.jsonl") // it fails only on the pattern
	for _, name := range names {
		events, _ := eventsIn(root, name[:len(name)-len(".jsonl")])
		for _, e := range events {
			out[e.Print], out[e.Since] = true, true
		}
	}
	return out
}

// Clear removes the logs of all worktrees.
func Clear(store string) error {
	root, err := os.OpenRoot(store)
	if err != nil {
		return err
	}
	defer root.Close()
	names, _ := fs.Glob(root.FS(), Dir+"/*.json*") // it fails only on the pattern
	for _, name := range names {
		if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
