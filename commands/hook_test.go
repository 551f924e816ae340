package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consider/internal/gittest"
	"consider/internal/hook"
	"consider/internal/turn"
)

// hooked runs a hook and checks what must always hold: exit code 0, and one line of JSON or nothing.
func hooked(t *testing.T, env Env) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	env.Stdout, env.Stderr = &stdout, &stderr
	if env.Stdin == nil {
		env.Stdin = strings.NewReader("")
	}
	if env.Getenv == nil {
		env.Getenv = func(string) string { return "" }
	}
	if env.Now == nil {
		env.Now = time.Now
	}
	env.Build, env.Patience = "test", 5*time.Minute
	if code := Run(t.Context(), env); code != 0 {
		t.Errorf("%q: exit %d", env.Args, code)
	}
	if out := stdout.String(); out != "" && (!json.Valid(stdout.Bytes()) || strings.Count(out, "\n") != 1) {
		t.Errorf("%q: %q", env.Args, out)
	}
	if stderr.Len() > 0 {
		t.Errorf("%q: stderr %q", env.Args, stderr.String())
	}
	return stdout.String()
}

// commented makes a project with one thread, and returns an agent's input to a hook in it.
func commented(t *testing.T) (dir, said string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte("package a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code := Run(t.Context(), Env{
		Args: []string{"add", "a.go:1", "-m", "words of a person"}, Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard,
		Getenv: func(string) string { return "" }, Now: time.Now, Dir: dir, Build: "test", InTerminal: true,
	})
	if code != 0 {
		t.Fatalf("add: exit %d", code)
	}
	data, err := json.Marshal(map[string]any{"session_id": "s", "cwd": dir, "workspace_roots": []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	return dir, string(data)
}

var hookEvents = map[hook.Reader][]string{
	hook.Claude: {"UserPromptSubmit", "Stop", "PostToolUse"},
	hook.Codex:  {"UserPromptSubmit", "Stop", "PostToolUse"},
	"opencode":  {"chat.message", "session.idle", "tool.execute.after"},
	"gemini":    {"BeforeAgent", "AfterAgent", "AfterTool"},
	"copilot":   {"userPromptSubmitted", "agentStop", "postToolUse"},
	hook.Cursor: {"stop"},
}

func TestAHookTellsWhatWaitsOnceAndNoWords(t *testing.T) {
	for reader, events := range hookEvents {
		for _, event := range events {
			dir, said := commented(t)
			call := func() string {
				return hooked(t, Env{Args: []string{"hook", string(reader), event}, Stdin: strings.NewReader(said), Dir: dir})
			}
			first := call()
			if !strings.Contains(first, "1 review thread") || strings.Contains(first, "words of a person") {
				t.Errorf("%s %s: %q", reader, event, first)
			}
			if again := call(); again != "" {
				t.Errorf("%s %s, again: %q", reader, event, again)
			}
		}
	}
}

// A call that found nothing new leaves a note that lets the next call end at once. The note must never keep news from
// an agent.
func TestANoteOfNothingNewKeepsNoNewsBack(t *testing.T) {
	dir, said := commented(t)
	call := func(said string) string {
		return hooked(t, Env{Args: []string{"hook", "claude", "PostToolUse"}, Stdin: strings.NewReader(said), Dir: dir})
	}
	notes := func() int {
		found, err := filepath.Glob(filepath.Join(dir, ".consider", "run", "hooks", "*.quiet"))
		if err != nil {
			t.Fatal(err)
		}
		return len(found)
	}
	if out := call(said); out == "" || notes() != 0 {
		t.Fatalf("first: %q, %d notes", out, notes())
	}
	for range 2 {
		if out := call(said); out != "" || notes() != 1 {
			t.Fatalf("again: %q, %d notes", out, notes())
		}
	}
	other := strings.Replace(said, `"session_id":"s"`, `"session_id":"t"`, 1)
	if out := call(other); out == "" {
		t.Error("another session is told nothing")
	}
	code := Run(t.Context(), Env{
		Args: []string{"add", "a.go:1", "-m", "more words"}, Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard,
		Getenv: func(string) string { return "" }, Now: time.Now, Dir: dir, Build: "test", InTerminal: true,
	})
	if code != 0 {
		t.Fatalf("add: exit %d", code)
	}
	for _, said := range []string{said, other} {
		if out := call(said); !strings.Contains(out, "1 review thread") && !strings.Contains(out, "2 review threads") {
			t.Errorf("what is new is not told: %q", out)
		}
	}
}

func TestAHookIsSilentWhereThereIsNothingToTell(t *testing.T) {
	dir, said := commented(t)
	for name, env := range map[string]Env{
		"no arguments":      {Args: []string{"hook"}},
		"another agent":     {Args: []string{"hook", "somebody", "Stop"}, Stdin: strings.NewReader(said)},
		"another event":     {Args: []string{"hook", "claude", "SessionEnd"}, Stdin: strings.NewReader(said)},
		"odd flags":         {Args: []string{"hook", "--nonsense", "-x", "claude"}, Stdin: strings.NewReader(said)},
		"a person":          {Args: []string{"hook", "claude", "Stop"}, Stdin: strings.NewReader(said), InTerminal: true},
		"no words":          {Args: []string{"hook", "claude", "Stop"}},
		"half of the words": {Args: []string{"hook", "claude", "Stop"}, Stdin: strings.NewReader(said[:len(said)-2])},
	} {
		env.Dir = dir
		if out := hooked(t, env); out != "" {
			t.Errorf("%s: %q", name, out)
		}
	}
	empty := t.TempDir()
	call := Env{Args: []string{"hook", "claude", "Stop"}, Stdin: strings.NewReader(`{"session_id":"s"}`), Dir: empty}
	if out := hooked(t, call); out != "" {
		t.Errorf("no store: %q", out)
	}
	if entries, err := os.ReadDir(empty); err != nil || len(entries) != 0 {
		t.Errorf("it left %v, %v", entries, err)
	}
}

func TestAHookIsSilentOnABrokenStore(t *testing.T) {
	for _, name := range []string{"refs/heads/threads", "config", "HEAD"} {
		dir, said := commented(t)
		if err := os.WriteFile(filepath.Join(dir, ".consider", filepath.FromSlash(name)), []byte("broken"), 0o644); err != nil {
			t.Fatal(err)
		}
		hooked(t, Env{Args: []string{"hook", "claude", "Stop"}, Stdin: strings.NewReader(said), Dir: dir})
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".consider"), []byte("a file"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := hooked(t, Env{Args: []string{"hook", "claude", "Stop"}, Stdin: strings.NewReader(`{"session_id":"s"}`), Dir: dir})
	if out != "" {
		t.Errorf("%q", out)
	}
}

// panicking breaks wherever it is used.
type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("read") }

func TestAHookThatCrashesEndsWithZeroAndSaysNothing(t *testing.T) {
	dir, said := commented(t)
	for name, env := range map[string]Env{
		"standard input": {Stdin: panicking{}},
		"environment":    {Getenv: func(string) string { panic("environment") }},
		"clock":          {Now: func() time.Time { panic("clock") }},
	} {
		env.Args, env.Dir = []string{"hook", "claude", "Stop"}, dir
		if env.Stdin == nil {
			env.Stdin = strings.NewReader(said)
		}
		if out := hooked(t, env); out != "" {
			t.Errorf("%s: %q", name, out)
		}
	}
}

func TestAHookDoesNotWaitForAnAgentThatSaysNothing(t *testing.T) {
	silent, _ := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout bytes.Buffer
	a := &app{env: Env{
		Args: []string{"hook", "claude", "Stop"}, Stdin: silent, Stdout: &stdout, Stderr: io.Discard, Now: time.Now,
		Getenv: func(string) string { return "" }, Dir: t.TempDir(),
	}}
	if code := a.hook(ctx); code != 0 || stdout.Len() > 0 {
		t.Errorf("%d %q", code, stdout.String())
	}
}

// The record of turns may be held by another hook that reads the files of a large project. An agent does not wait for it.
func TestAHookDoesNotWaitForTheRecordOfTurns(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.txt", "one\n")
	r.Commit("first")
	call := func(stdin string, args ...string) int {
		return Run(t.Context(), Env{
			Args: args, Stdin: strings.NewReader(stdin), Stdout: io.Discard, Stderr: io.Discard, Dir: r.Dir, Build: "test",
			Getenv: func(name string) string { return map[string]string{"HOME": t.TempDir()}[name] }, Now: time.Now,
		})
	}
	if code := call("", "add", "a.txt:1", "-m", "well?", "--as", "human"); code != 0 {
		t.Fatal(code)
	}
	held, err := turn.Open(filepath.Join(r.Dir, ".consider"), "")
	if err != nil {
		t.Fatal(err)
	}
	code := call(`{"session_id":"s","hook_event_name":"UserPromptSubmit"}`, "hook", "claude", "UserPromptSubmit")
	if events := held.Events(); code != 0 || len(events) != 0 {
		t.Errorf("exit %d, %v", code, events)
	}
	held.Close()
}
