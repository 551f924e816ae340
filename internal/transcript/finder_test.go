package transcript

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

// write puts a sample at a path, with the working folder cwd in its records in place of the one it was made with.
func write(t *testing.T, path string, data []byte, cwd string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	quoted := strings.ReplaceAll(cwd, `\`, `\\`)
	data = bytes.ReplaceAll(data, []byte("/home/ann/garden"), []byte(quoted))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func find(t *testing.T, f *Finder, agent string, roots ...string) Found {
	t.Helper()
	found, err := f.Latest(t.Context(), Query{Roots: roots, Agent: agent, Max: 5})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestTheFolderOfAProjectHasTheNameThatClaudeCodeGivesIt(t *testing.T) {
	long := "/home/u/" + strings.Repeat("x", 243)
	for dir, want := range map[string]string{
		"/home/u/my.proj_v1 é":       "-home-u-my-proj-v1--",
		"/home/u/my.proj_v1 e\u0301": "-home-u-my-proj-v1--",
		"/home/u/a🎉b":                "-home-u-a--b",
		`C:\Users\x`:                 "C--Users-x",
	} {
		if got := claudeDir(dir); got != want {
			t.Errorf("%q is %q, want %q", dir, got, want)
		}
	}
	if got := claudeDir(long); len(got) < 202 || got[:200] != ("-home-u-" + strings.Repeat("x", 243))[:200] || got[200] != '-' {
		t.Errorf("a long name is %q", got)
	}
}

func TestSessionsAreFoundByWhereTheyWereStarted(t *testing.T) {
	home := t.TempDir()
	root := filepath.Join(home, "my.proj")
	twin := filepath.Join(home, "my-proj") // has the same name as a folder of Claude Code
	projects := filepath.Join(home, ".claude", "projects")
	write(t, filepath.Join(projects, claudeDir(root), "one.jsonl"), sample(t, claudeCode), root)
	write(t, filepath.Join(projects, claudeDir(root), "one", "subagents", "agent-1.jsonl"), sample(t, claudeCode), root)
	f := &Finder{Places: PlacesOf(home, func(string) string { return "" })}
	for dir, want := range map[string]int{root: 5, twin: 0, filepath.Join(root, "sub"): 5, home: 5, filepath.Join(home, "else"): 0} {
		found := find(t, f, claudeCode, dir)
		if len(found.Responses) != want {
			t.Errorf("%s: %d responses, want %d", dir, len(found.Responses), want)
		}
		if state := found.State(); (state == Connected) != (want > 0) {
			t.Errorf("%s: the state is %s", dir, state)
		}
	}
	// A session of the folder itself counts more than one above.
	sub := filepath.Join(root, "sub")
	write(t, filepath.Join(projects, claudeDir(sub), "two.jsonl"), bytes.ReplaceAll(sample(t, claudeCode), []byte("Peas"), []byte("Leeks")), sub)
	if got := find(t, f, claudeCode, sub).Responses; len(got) != 5 || got[0].Text != "Leeks like it cool." || got[0].Cwd != sub {
		t.Errorf("of the folder below: %q", texts(got))
	}
	// A worktree may lie in the main one. Sessions of that did not count once the worktree had one.
	if got := find(t, f, claudeCode, sub, root).Watch; !slices.Contains(got, filepath.Join(projects, claudeDir(root), "one.jsonl")) {
		t.Errorf("of a root around another one: %q", got)
	}
	// Two worktrees are two roots.
	other := filepath.Join(home, "worktree")
	write(t, filepath.Join(projects, claudeDir(other), "three.jsonl"), sample(t, claudeCode), other)
	if got := find(t, f, claudeCode, filepath.Join(home, "none"), other).Responses; len(got) != 5 || got[0].Cwd != other {
		t.Errorf("of the other worktree: %d", len(got))
	}
}

func TestVariablesMoveTheFolders(t *testing.T) {
	dir := t.TempDir()
	env := map[string]string{
		"CLAUDE_CONFIG_DIR": filepath.Join(dir, "c"), "CLAUDE_CODE_PROJECT_DIR_NAME": "fixed",
		"CODEX_HOME": filepath.Join(dir, "x"), "COPILOT_HOME": filepath.Join(dir, "p"), "XDG_DATA_HOME": filepath.Join(dir, "d"),
	}
	got := PlacesOf(filepath.Join(dir, "home"), func(name string) string { return env[name] })
	want := Places{
		Claude: filepath.Join(dir, "c"), ClaudeName: "fixed", Codex: filepath.Join(dir, "x"), Copilot: filepath.Join(dir, "p"),
		Gemini: filepath.Join(dir, "home", ".gemini"), OpenCode: filepath.Join(dir, "d", "opencode"),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	root := filepath.Join(dir, "proj")
	write(t, filepath.Join(got.Claude, "projects", "fixed", "s.jsonl"), sample(t, claudeCode), root)
	if found := find(t, &Finder{Places: got}, claudeCode, root); len(found.Responses) != 5 {
		t.Errorf("%d responses in the folder with a fixed name", len(found.Responses))
	}
	env["CLAUDE_CODE_PROJECT_DIR_NAME"] = "../../elsewhere"
	if got := PlacesOf(dir, func(name string) string { return env[name] }).ClaudeName; got != "" {
		t.Errorf("the name %q leads out of its folder", got)
	}
}

func TestAllAgentsAreReadAndTheNewestComeFirst(t *testing.T) {
	home := t.TempDir()
	root := filepath.Join(home, "garden")
	p := PlacesOf(home, func(string) string { return "" })
	write(t, filepath.Join(p.Claude, "projects", claudeDir(root), "s.jsonl"), sample(t, claudeCode), root)
	write(t, filepath.Join(p.Codex, "sessions", "2026", "11", "20", "rollout-2026-11-20T10-00-00-11111111-2222-4333-8444-555555555555.jsonl"), sample(t, codex), root)
	write(t, filepath.Join(p.Codex, "sessions", "2026", "11", "20", "rollout-other.jsonl"), sample(t, codex), filepath.Join(home, "other"))
	write(t, filepath.Join(p.Gemini, "tmp", "garden", ".project_root"), []byte(root), root)
	write(t, filepath.Join(p.Gemini, "tmp", "garden", "chats", "session-2026-11-20T10-00-aaaaaaaa.jsonl"), sample(t, gemini), root)
	write(t, filepath.Join(p.Copilot, "session-state", "p1", "events.jsonl"), sample(t, copilot), root)
	f := &Finder{Places: p}
	found := find(t, f, "", root)
	if len(found.Responses) != 5 || len(found.Sources) != 5 || found.State() != Connected {
		t.Fatalf("%d responses of %d agents, %s", len(found.Responses), len(found.Sources), found.State())
	}
	for i, r := range found.Responses[1:] {
		if r.At.After(found.Responses[i].At) {
			t.Errorf("%s is after %s", r.At, found.Responses[i].At)
		}
	}
	for agent, want := range visible {
		if diff := cmp.Diff(want, texts(find(t, f, agent, root).Responses)); diff != "" {
			t.Errorf("%s: %s", agent, diff)
		}
	}
	if got := find(t, f, codex, root).Responses[0].Session; got != "11111111-2222-4333-8444-555555555555" {
		t.Errorf("the session is %q", got)
	}
}

// To write into a file changes nothing in its folder.
func TestAFileThatHasJustBegunIsWatched(t *testing.T) {
	home := t.TempDir()
	p := PlacesOf(home, func(string) string { return "" })
	path := filepath.Join(p.Codex, "sessions", "2026", "11", "21", "rollout-a.jsonl")
	f := &Finder{Places: p}
	all := sample(t, codex)
	for _, n := range []int{0, 20} {
		write(t, path, all[:n], home)
		if found := find(t, f, codex, home); len(found.Responses) != 0 || !slices.Contains(found.Watch, path) {
			t.Errorf("with %d bytes in it: %d responses, watching %q", n, len(found.Responses), found.Watch)
		}
	}
	write(t, path, all, home)
	if found := find(t, f, codex, home); len(found.Responses) == 0 || !slices.Contains(found.Watch, path) {
		t.Errorf("whole: %d responses, watching %q", len(found.Responses), found.Watch)
	}
}

func TestACompressedRolloutIsRead(t *testing.T) {
	home := t.TempDir()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := PlacesOf(home, func(string) string { return "" })
	data := bytes.ReplaceAll(sample(t, codex), []byte("/home/ann/garden"), []byte(strings.ReplaceAll(home, `\`, `\\`)))
	write(t, filepath.Join(p.Codex, "sessions", "2026", "11", "20", "rollout-a.jsonl.zst"), w.EncodeAll(data, nil), home)
	if diff := cmp.Diff(visible[codex], texts(find(t, &Finder{Places: p}, codex, home).Responses)); diff != "" {
		t.Error(diff)
	}
}

func TestFilesThatGrowShrinkAndAreReplacedAreReadAsTheyAre(t *testing.T) {
	home := t.TempDir()
	p := PlacesOf(home, func(string) string { return "" })
	path := filepath.Join(p.Claude, "projects", claudeDir(home), "s.jsonl")
	f := &Finder{Places: p}
	if found := find(t, f, claudeCode, home); found.State() != Absent || len(found.Watch) == 0 {
		t.Errorf("before there is a folder: %s, watching %q", found.State(), found.Watch)
	}
	data := bytes.ReplaceAll(sample(t, claudeCode), []byte("/home/ann/garden"), []byte(strings.ReplaceAll(home, `\`, `\\`)))
	want := func(what string, texts ...string) {
		t.Helper()
		got := find(t, f, claudeCode, home)
		if len(got.Responses) == 0 && len(texts) == 0 {
			return
		}
		if len(got.Responses) == 0 || got.Responses[0].Text != texts[0] {
			t.Errorf("%s: %+v", what, got)
		}
	}
	write(t, path, data, home)
	want("whole", "Peas like it cool.")
	write(t, path, data[:len(data)-2500], home) // the end is a line that is half written
	want("half", "Beans need `warm` soil:\n\n```go\nfunc sow() {}\n```")
	write(t, path, append(append([]byte{}, data...), make([]byte, 4096)...), home)
	want("with the NULs of a crash", "Peas like it cool.")
	replaced := bytes.ReplaceAll(data, []byte("Peas"), []byte("Leeks"))
	write(t, path+".new", replaced, home)
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	want("replaced", "Leeks like it cool.")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	want("cleaned up")
}

func TestAFileThatIsWrittenWhileItIsReadGivesWholeResponses(t *testing.T) {
	home := t.TempDir()
	p := PlacesOf(home, func(string) string { return "" })
	path := filepath.Join(p.Claude, "projects", claudeDir(home), "s.jsonl")
	data := bytes.ReplaceAll(sample(t, claudeCode), []byte("/home/ann/garden"), []byte(strings.ReplaceAll(home, `\`, `\\`)))
	first := bytes.IndexByte(data, '\n') + 1
	write(t, path, data[:first], home)
	done := make(chan error, 1)
	go func() {
		out, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		for rest := data[first:]; err == nil && len(rest) > 0; {
			n := min(len(rest), 997)
			_, err = out.Write(rest[:n])
			rest = rest[n:]
		}
		if err == nil {
			err = out.Close()
		}
		done <- err
	}()
	f := &Finder{Places: p}
	known := map[string]bool{}
	for _, text := range visible[claudeCode] {
		known[text] = true
	}
	known["First half of the third answer."], known["REWOUND answer"] = true, true // each was the newest once
	for writing := true; writing; {
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			writing = false
		default:
		}
		for _, r := range find(t, f, claudeCode, home).Responses {
			if !known[r.Text] {
				t.Fatalf("a response that nobody wrote: %q", r.Text)
			}
		}
	}
	if diff := cmp.Diff(visible[claudeCode], texts(find(t, f, claudeCode, home).Responses)); diff != "" {
		t.Error(diff)
	}
}

func TestOpenCodeIsNotAskedAllTheTime(t *testing.T) {
	home := t.TempDir()
	db := filepath.Join(home, "opencode.db")
	now, asked := time.Unix(1_800_000_000, 0), 0
	f := &Finder{Now: func() time.Time { return now }, Places: Places{OpenCode: home, AskOpenCode: func(...string) ([]byte, error) {
		asked++
		return []byte("[]"), os.WriteFile(db+"-wal", make([]byte, asked), 0o600) // asking touches it
	}}}
	write(t, db, nil, "")
	for i, step := range []struct {
		write bool
		after time.Duration
		asked int
		later bool
	}{{true, 0, 1, false}, {false, 0, 1, false}, {true, time.Second, 1, true}, {false, AskEvery, 2, false}} {
		if step.write {
			write(t, db, make([]byte, i), "")
		}
		now = now.Add(step.after)
		found := find(t, f, openCode, home)
		if asked != step.asked || found.Later() != step.later {
			t.Errorf("step %d: asked %d times, later %v", i, asked, found.Later())
		}
	}
}
