package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"consider/internal/editor"
)

// Cases that measure what the editor's context adds to an answer: the same verb with a window open on the project, and
// without.
const (
	withEditor    = "list --json, 30 threads, editor open"
	withoutEditor = "list --json, 30 threads, no editor"

	mostForEditor = 2 * time.Millisecond
)

// editorCases time both right after each other's file was put there or taken away.
func (st *stage) editorCases() []tested {
	s := st.store(st.small, smallThreads)
	file := filepath.Join(s.dir, editor.Folder, "editor-1.json")
	warm := st.warm(s)
	return []tested{
		{
			name: withEditor, note: "with 32 scopes and selected text", next: fixed(s.consider("list", "--json")),
			before: func() error { return errors.Join(st.openEditor(file), warm()) },
		},
		{
			name: withoutEditor, next: fixed(s.consider("list", "--json")),
			before: func() error {
				if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
				return warm()
			},
		},
	}
}

// openEditor writes the state of a window that has as much to say as one may.
func (st *stage) openEditor(file string) error {
	now := time.Now().UnixMilli()
	text := strings.Repeat("word ", editor.MaxText/5)
	state := editor.State{
		Version: editor.Version, Window: "bench", PID: os.Getpid(), HeartbeatAt: now, FocusedAt: now, Folders: []string{st.small.dir},
		Editor: &editor.Open{
			ChangedAt: now, File: st.small.files[0], Language: "go", Lines: 100, Cursor: editor.CursorPosition{Line: 5, Character: 1},
			Selection: &editor.Picked{
				Start: editor.CursorPosition{Line: 5, Character: 1}, End: editor.CursorPosition{Line: 9, Character: 1}, Text: &text,
			},
		},
	}
	for i := range editor.MaxDepth {
		scope := editor.Scope{Name: fmt.Sprintf("level%d", i), Kind: "Class", Start: 1, End: 100}
		state.Editor.Symbols.Scopes = append(state.Editor.Symbols.Scopes, scope)
	}
	data, err := json.Marshal(state)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o600)
}

// judgeEditor compares the two, if both were timed.
func (r *report) judgeEditor() []verdict {
	open, ok := r.find(withEditor)
	none, ok2 := r.find(withoutEditor)
	if !ok || !ok2 {
		return nil
	}
	adds := open.cpu() - none.cpu()
	return []verdict{{
		what: "the editor's context adds to an answer", limit: "≤ " + mostForEditor.String() + " (cpu)",
		measured: fmt.Sprintf("%s ms (wall %s)", signed(adds), signed(open.wall()-none.wall())),
		met:      adds <= mostForEditor, by: ratio(adds, mostForEditor),
	}}
}

func signed(d time.Duration) string { return fmt.Sprintf("%+.2f", float64(d)/1e6) }

// crowd is what happened when many processes replied at the same time.
type crowd struct {
	writers, replies int // processes at a time, replies of each
	lost             int
	median, worst    time.Duration // of one reply, on the clock
	p99              time.Duration
	alone, together  float64 // replies per second of one writer, and of all
}

// report is all that was measured.
type report struct {
	plan    plan
	facts   []string
	results []result
	crowd   crowd
	anchor  []anchorCost
	answers answersCost
	took    time.Duration
}

func (r *report) find(name string) (result, bool) {
	i := slices.IndexFunc(r.results, func(r result) bool { return r.name == name })
	if i < 0 {
		return result{}, false
	}
	return r.results[i], true
}
