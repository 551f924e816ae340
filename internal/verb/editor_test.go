package verb

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consider/internal/editor"
	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/origin"
	"consider/internal/session"
	"consider/internal/worktree"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

// desk is a project with one thread, and a window whose cursor is in line 2 of a.txt.
type desk struct {
	t    testing.TB
	repo *gittest.Repo
	now  time.Time
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	d := &desk{t, gittest.New(t), time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	d.repo.Write("a.txt", "one\ntwo\nthree\nfour\n")
	d.repo.Commit("first")
	d.must("add", `{"place":"a.txt:3","message":"why?"}`)
	d.cursor(2)
	return d
}

func (d *desk) service(caller session.Caller) *session.Session {
	d.t.Helper()
	place, err := worktree.Locate(d.repo.Dir)
	if err != nil {
		d.t.Fatal(err)
	}
	p := &session.Project{Place: place, Tree: gitrepo.Open(place), Now: func() time.Time { return d.now }, Program: "consider/test", Origin: origin.Here{Key: gittest.AccountKey()}}
	d.t.Cleanup(func() { _ = p.Close() })
	caller.Dir, caller.Terminal = d.repo.Dir, true
	return p.Session(caller)
}

// cursor writes the window's state file.
func (d *desk) cursor(line int) {
	d.t.Helper()
	ms := d.now.UnixMilli()
	data, err := json.Marshal(editor.State{
		Version: editor.Version, Window: "w", PID: os.Getpid(), HeartbeatAt: ms, FocusedAt: ms, Folders: []string{d.repo.Dir},
		Editor: &editor.Open{
			ChangedAt: ms, File: "a.txt", Language: "plaintext", Lines: 4,
			Cursor: editor.CursorPosition{Line: line, Character: 1}, Symbols: editor.Found{Scopes: []editor.Scope{}},
		},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	run := filepath.Join(d.repo.Dir, ".consider", editor.Folder)
	if err := os.MkdirAll(run, 0o700); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(run, "editor-1.json"), data, 0o600); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) respond(caller session.Caller, name, raw string) (Envelope, error) {
	d.t.Helper()
	v, ok := Find(name)
	if !ok {
		d.t.Fatalf("no verb %q", name)
	}
	return Respond(d.t.Context(), v, d.service(caller), json.RawMessage(raw))
}

func (d *desk) must(name, raw string) Envelope {
	d.t.Helper()
	e, err := d.respond(session.Caller{}, name, raw)
	if err != nil {
		d.t.Fatalf("%s: %v", name, err)
	}
	return e
}

// TestAC1And2EveryAnswerHasTheContext: on every surface, for all verbs except those about consider itself.
func TestAC1And2EveryAnswerHasTheContext(t *testing.T) {
	d := newDesk(t)
	for _, call := range [][2]string{
		{"add", `{"place":"a.txt:1","message":"and why?"}`},
		{"list", ``},
		{"summary", ``},
		{"log", ``},
		{"checkpoint create", ``},
		{"undo", `{"dryRun":true}`},
		{"memory", `{"command":"create","path":"/memories/a.md","file_text":"one"}`},
		{"memory view", `{"path":"/memories/a.md"}`},
	} {
		e := d.must(call[0], call[1])
		if e.EditorContext == nil || e.EditorContext.Cursor.Line != 2 {
			t.Errorf("%s: %+v", call[0], e.EditorContext)
			continue
		}
		data, err := e.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), `,"editorContext":{"ageMs":0,"file":{"path":`) {
			t.Errorf("%s: %s", call[0], data)
		}
	}
}

func TestAC3StandaloneQueryHasEmptyDataAndTheContext(t *testing.T) {
	d := newDesk(t)
	for _, caller := range []session.Caller{{}, {Agent: "codex"}, {IsEditor: true, Human: true}} {
		e, err := d.respond(caller, "editor get-context", ``)
		if err != nil {
			t.Fatal(err)
		}
		data, err := e.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(data), `{"ok":true,"data":{},`) || e.EditorContext == nil {
			t.Errorf("%+v: %s", caller, data)
		}
	}
}

func TestAC4WithoutAnEditorTheFieldIsMissing(t *testing.T) {
	d := newDesk(t)
	d.now = d.now.Add(time.Hour) // without a sign of the window
	for _, name := range []string{"list", "editor get-context"} {
		data, err := d.must(name, ``).Encode()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), "editorContext") {
			t.Errorf("%s: %s", name, data)
		}
	}
}

// TestAC9TheContextCostsLittle does not measure milliseconds, as tools/bench does. It checks that nothing is
// read when there is no window, and that the store's thread list is never read.
func TestAC9TheContextCostsLittle(t *testing.T) {
	d := newDesk(t)
	s := d.service(session.Caller{})
	if s.EditorNow(t.Context()) == nil || s.Cursor() != "" {
		t.Error("looking at the editor reads the review")
	}
}

// TestAC12TheContextIsThatOfTheCall: the context is from when the verb was called, not from when it answered.
func TestAC12TheContextIsThatOfTheCall(t *testing.T) {
	d := newDesk(t)
	slow := Define("slow", Talk, "Take time", "", Reads, CLI, func(context.Context, *session.Session, struct{}) (struct{}, error) {
		d.cursor(4) // the person moves meanwhile
		return struct{}{}, nil
	})
	e, err := Respond(t.Context(), slow, d.service(session.Caller{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if e.EditorContext.Cursor.Line != 2 {
		t.Errorf("the answer tells of line %d, the call was made in 2", e.EditorContext.Cursor.Line)
	}
	if now := d.must("list", ``); now.EditorContext.Cursor.Line != 4 {
		t.Errorf("the next call tells of line %d", now.EditorContext.Cursor.Line)
	}
}

func TestAC13TheQueryIsAToolWithoutInput(t *testing.T) {
	v, ok := Find("editor get-context")
	if !ok || v.On&MCP == 0 || len(v.Fields()) != 0 {
		t.Fatalf("%+v", v)
	}
	if v.Title != "Get current editor cursor position, selection, and containing symbol context" {
		t.Error(v.Title)
	}
}

func TestAC14TheQuerySaysWhenToUseIt(t *testing.T) {
	v, _ := Find("editor get-context")
	for _, part := range []string{"USE FOR:", "DON'T USE FOR:", "PATTERNS:", "before you edit", "searching code", "current scope"} {
		if !strings.Contains(v.Guide, part) {
			t.Errorf("no %q in %q", part, v.Guide)
		}
	}
}

func TestAC15SystemVerbsTellNothing(t *testing.T) {
	d := newDesk(t)
	for _, name := range []string{"config", "fsck", "gc", "doctor"} {
		if e := d.must(name, ``); e.EditorContext != nil {
			t.Errorf("%s: %+v", name, e.EditorContext)
		}
	}
}

// TestTheEditorIsNotToldWhereItsPersonIs: an editor knows the position already, and asks often.
func TestTheEditorIsNotToldWhereItsPersonIs(t *testing.T) {
	d := newDesk(t)
	e, err := d.respond(session.Caller{IsEditor: true, Human: true}, "list", ``)
	if err != nil || e.EditorContext != nil {
		t.Errorf("%+v, %v", e.EditorContext, err)
	}
}

func TestSwitchedOffTellsNothing(t *testing.T) {
	d := newDesk(t)
	for _, c := range []struct {
		value string
		told  bool
	}{{"off", false}, {"selection", true}, {"path", true}} {
		d.must("config", `{"name":"editorContext","value":"`+c.value+`"}`)
		if e := d.must("list", ``); (e.EditorContext != nil) != c.told {
			t.Errorf("%s: %+v", c.value, e.EditorContext)
		}
	}
}

// BenchmarkLookingAtTheEditor measures the cost of the context per call, each with a project opened anew.
func BenchmarkLookingAtTheEditor(b *testing.B) {
	d := newDesk(b)
	for b.Loop() {
		if d.service(session.Caller{}).EditorNow(b.Context()) == nil {
			b.Fatal("nothing is seen")
		}
	}
}

// TestWhatFailsHasNoContext: an error gives the same document with and without an editor.
func TestWhatFailsHasNoContext(t *testing.T) {
	d := newDesk(t)
	e, err := d.respond(session.Caller{}, "get", `{"id":"c_00000000"}`)
	if err == nil || e.OK || e.Error == nil || e.EditorContext != nil {
		t.Errorf("%+v, %v", e, err)
	}
}
