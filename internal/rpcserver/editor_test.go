package rpcserver_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"consider/internal/editor"
)

// TestTheEditorItselfIsNotToldWhereItsPersonIs: any other client of serve is, as on the command line.
func TestTheEditorItselfIsNotToldWhereItsPersonIs(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	c.add("a.txt:3", "here")
	now := time.Now().UnixMilli()
	data, err := json.Marshal(editor.State{
		Version: editor.Version, Window: "w", PID: os.Getpid(), HeartbeatAt: now, Namespace: editor.Namespace(), Folders: []string{},
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
