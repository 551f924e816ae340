package rpcserver_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"consider/internal/agents"
	"consider/internal/editor"
	"consider/internal/session"
)

// TestTheEditorItselfIsNotToldWhereItsPersonIs: any other client of serve is, as on the command line.
func TestTheEditorItselfIsNotToldWhereItsPersonIs(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	c.add("a.txt:3", "here")
	now := time.Now().UnixMilli()
	data, err := json.Marshal(editor.State{
		Version: editor.Version, Window: "w", PID: os.Getpid(), HeartbeatAt: now, Namespace: agents.ProcessSpace(), Folders: []string{},
		Editor: &editor.Open{
			ChangedAt: now, File: "a.txt", Language: "plaintext", Lines: 9, Cursor: editor.CursorPosition{Line: 4, Character: 2},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.Write(".consider/run/editor-1.json", string(data))
	for _, call := range []struct {
		isEditor bool
		method   string
		told     bool
	}{
		{false, "summary", true},
		{false, "doctor", false},
		{false, "editor get-context", true},
		{true, "summary", false},
		{true, "editor get-context", true},
	} {
		c.must("initialize", object{"editor": call.isEditor}, nil)
		var got struct{ EditorContext *editor.EditorContext }
		c.must(call.method, object{}, &got)
		if (got.EditorContext != nil) != call.told || call.told && got.EditorContext.Cursor.Line != 4 {
			t.Errorf("%+v: %+v", call, got.EditorContext)
		}
	}
}

// TestAnEditorLearnsOnceWhatOnlyTheBackupHas: of a store that is deleted while the editor runs, or before it starts.
func TestAnEditorLearnsOnceWhatOnlyTheBackupHas(t *testing.T) {
	type state struct{ Backup *session.BackupAhead }
	for _, runs := range []bool{true, false} {
		r := newRepo(t)
		first := serve(t, r.Dir)
		id := first.add("a.txt:3", "here")
		first.end()
		c := serve(t, r.Dir)
		c.must("initialize", object{"editor": true}, nil)
		if err := os.Rename(r.Path(".consider"), r.Path("../deleted")); err != nil {
			t.Fatal(err)
		}
		var got state
		if runs {
			c.hear("changed", func(params json.RawMessage) bool {
				return json.Unmarshal(params, &got) == nil && got.Backup != nil
			})
		} else {
			c.end()
			c = serve(t, r.Dir)
			c.must("initialize", object{}, &got)
			unproven := serveWith(t, r.Dir, []string{started + "=none"})
			unproven.must("initialize", object{"editor": true}, &got)
			if got.Backup != nil {
				t.Errorf("a client that is no editor of a person's was given %+v", got.Backup)
			}
			c.must("initialize", object{"editor": true}, &got)
		}
		if got.Backup == nil || got.Backup.Changes != 1 || got.Backup.Last.IsZero() {
			t.Fatalf("running %v: got %+v", runs, got.Backup)
		}
		var again state
		if c.must("initialize", object{"editor": true}, &again); again.Backup != nil {
			t.Errorf("running %v: given again: %+v", runs, again.Backup)
		}
		c.must("fsck", object{"restore": true}, nil)
		var list struct {
			Data struct{ Threads []struct{ ID string } }
		}
		if c.must("list", object{}, &list); len(list.Data.Threads) != 1 || list.Data.Threads[0].ID != id {
			t.Errorf("running %v: restored %+v, want %s", runs, list.Data.Threads, id)
		}
	}
}
