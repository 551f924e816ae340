package mcpserver_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/editor"
)

// openEditor writes the state of a window whose cursor is in line 7 of a.txt.
func (d desk) openEditor() {
	d.t.Helper()
	ms := frozen.UnixMilli()
	data, err := json.Marshal(editor.State{
		Version: editor.Version, Window: "w", PID: os.Getpid(), HeartbeatAt: ms, Folders: []string{d.dir},
		Editor: &editor.Open{
			ChangedAt: ms, File: "a.txt", Language: "go", Lines: 40, Cursor: editor.CursorPosition{Line: 7, Character: 3},
			Symbols: editor.Found{Total: 2, Scopes: []editor.Scope{
				{Name: "UserService", Kind: "Class", Start: 1, End: 40}, {Name: "findUser", Kind: "Method", Start: 5, End: 9},
			}},
		},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	run := filepath.Join(d.dir, ".consider", editor.Folder)
	if err := os.MkdirAll(run, 0o700); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(run, "editor-1.json"), data, 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// asked is the part of a tool's result that these tests check.
type asked struct {
	StructuredContent struct {
		OK            bool
		Data          json.RawMessage
		EditorContext *editor.EditorContext
	}
	Content []struct{ Text string }
}

func (r *raw) ask(name string) asked {
	r.t.Helper()
	r.say(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":%q,"arguments":{}}}`, name)
	var out asked
	decode(r.t, r.hear().Result, &out)
	return out
}

// TestAC1EveryToolsAnswerHasTheContext: the text of other tools' answers ends with the position, too, for clients that
// pass only the text to their model.
func TestAC1EveryToolsAnswerHasTheContext(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "why?")
	d.openEditor()
	r := d.raw("")
	r.initialize("2025-06-18", "x")
	for _, name := range []string{"list", "summary", "log", "checkpoint_list"} {
		got := r.ask(name)
		if c := got.StructuredContent.EditorContext; c == nil || c.Cursor.Line != 7 || c.Symbols.ScopeHierarchy != "Class:UserService > Method:findUser" {
			t.Errorf("%s: %+v", name, c)
		}
		if want := "(the human's cursor is at a.txt:7:3 in Class:UserService > Method:findUser)\n"; !strings.HasSuffix(got.Content[0].Text, want) {
			t.Errorf("%s: the text ends otherwise: %q", name, got.Content[0].Text)
		}
	}
}

func TestAC3TheToolAnswersWithTheContextAlone(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "why?")
	d.openEditor()
	r := d.raw("")
	r.initialize("2025-06-18", "x")
	got := r.ask("editor_get_context")
	if s := got.StructuredContent; !s.OK || string(s.Data) != "{}" || s.EditorContext == nil {
		t.Errorf("%+v", s)
	}
	if text := got.Content[0].Text; !strings.Contains(text, "a.txt:7:3") || strings.Contains(text, "the human's editor") {
		t.Errorf("the text: %q", text)
	}
}

func TestAC4WithoutAnEditorTheToolSucceeds(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "why?")
	r := d.raw("")
	r.initialize("2025-06-18", "x")
	for _, name := range []string{"editor_get_context", "list"} {
		if got := r.ask(name); !got.StructuredContent.OK || got.StructuredContent.EditorContext != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestAC13And14TheToolIsListedWithItsUse(t *testing.T) {
	for _, tool := range listed(t) {
		if tool["name"] != "editor_get_context" {
			continue
		}
		text := fmt.Sprint(tool["description"])
		for _, part := range []string{
			"Get current editor cursor position, selection, and containing symbol context", "USE FOR:", "DON'T USE FOR:", "PATTERNS:",
		} {
			if !strings.Contains(text, part) {
				t.Errorf("no %q in %q", part, text)
			}
		}
		if in := tool["inputSchema"].(object); in["required"] != nil {
			t.Errorf("it requires %v", in["required"])
		}
		return
	}
	t.Error("editor_get_context is not listed")
}
