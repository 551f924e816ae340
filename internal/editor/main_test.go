package editor

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// desk is a project with a store, in which windows are open.
type desk struct {
	t     *testing.T
	asker Asker
}

func newDesk(t *testing.T) desk {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	store := filepath.Join(root, ".consider")
	if err := os.MkdirAll(filepath.Join(store, Folder), 0o700); err != nil {
		t.Fatal(err)
	}
	return desk{t, Asker{Store: store, Root: root, Dir: root, Now: noon, Alive: func(int) bool { return true }}}
}

// at returns the time that long before noon, in milliseconds since 1970.
func at(before time.Duration) int64 { return noon.Add(-before).UnixMilli() }

// window is a state as a live window writes it, with the cursor in a method.
func window(pid int) State {
	return State{
		Version: 1, Window: fmt.Sprintf("w%d", pid), PID: pid, HeartbeatAt: at(time.Second), FocusedAt: at(time.Minute),
		Folders: []string{},
		Editor: &Open{
			ChangedAt: at(2 * time.Second), File: "src/user.ts", Language: "typescript", Lines: 210, Dirty: true,
			Cursor: CursorPosition{50, 7},
			Symbols: Found{Total: 9, Scopes: []Scope{
				{"UserService", "Class", 10, 200}, {"findUser", "Method", 45, 75},
			}},
		},
	}
}

// open writes a window's file.
func (d desk) open(s State) {
	d.t.Helper()
	data, err := json.Marshal(s)
	if err != nil {
		d.t.Fatal(err)
	}
	d.write(fmt.Sprintf("editor-%d.json", s.PID), string(data))
}

func (d desk) write(name, text string) {
	d.t.Helper()
	if err := os.WriteFile(filepath.Join(d.asker.Store, Folder, name), []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// context returns the context that the command would show.
func (d desk) context(mode Mode) *EditorContext {
	s, ok := ActiveWindow(d.asker)
	if !ok {
		return nil
	}
	return s.Context(d.asker, mode)
}

// toJSON returns a value as it is in an envelope.
func toJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
