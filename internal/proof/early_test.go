//go:build unix

package proof

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"consider/internal/gittest"
)

// TestTheVersionIsTheSameWhoeverAnswers checks that the early answer, before the program is initialized, is the same as
// the program's.
func TestTheVersionIsTheSameWhoeverAnswers(t *testing.T) {
	program := build(t)
	out := func(args ...string) string {
		t.Helper()
		text, err := exec.Command(program, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v: %s", args, err, text)
		}
		return string(text)
	}
	whole := out("--no-pager", "version") // which is not what is looked for
	for _, args := range [][]string{{"version"}, {"--for-agents", "version"}} {
		if early := out(args...); early != whole || !strings.HasPrefix(early, "consider v") {
			t.Errorf("%v says %q, the program %q", args, early, whole)
		}
	}
	var document struct{ Data struct{ Version string } }
	if err := json.Unmarshal([]byte(out("version", "--json")), &document); err != nil || document.Data.Version+"\n" != strings.TrimPrefix(whole, "consider ") {
		t.Errorf("%+v, %v", document, err)
	}
}

// TestAHookTellsNewsHoweverItIsStarted checks that the program gets the agent's input in full, including the part that
// was read before the program was initialized.
func TestAHookTellsNewsHoweverItIsStarted(t *testing.T) {
	program := build(t)
	r := gittest.New(t)
	r.Write("a.go", "package a\n")
	r.Commit("first")
	env := append(os.Environ(), "HOME="+t.TempDir(), "CONSIDER_DIR=")
	add := func() {
		t.Helper()
		cmd := exec.Command(program, "add", "a.go:1", "-m", "words", "--as", "human")
		cmd.Dir, cmd.Env = r.Dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	said := []byte(`{"session_id":"s1","hook_event_name":"PostToolUse","cwd":"` + r.Dir + `","tool_response":"` + strings.Repeat("long ", 40_000) + `"}`)
	call := func(first ...string) string {
		t.Helper()
		cmd := exec.Command(program, append(first, "hook", "claude", "PostToolUse")...)
		cmd.Dir, cmd.Env, cmd.Stdin = r.Dir, env, bytes.NewReader(said)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	for i := 1; i <= 3; i++ {
		add()
		if out := call(); !strings.Contains(out, "review thread") {
			t.Fatalf("round %d: %q", i, out)
		}
		for range 3 {
			if out := call() + call("--for-agents"); out != "" {
				t.Fatalf("round %d, again: %q", i, out)
			}
		}
	}
}

// TestAHookWhoseAgentStaysSilentEnds: the agent has opened the pipe, and says nothing.
func TestAHookWhoseAgentStaysSilentEnds(t *testing.T) {
	cmd := exec.Command(build(t), "hook", "claude", "PostToolUse")
	cmd.Dir = t.TempDir()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := in.Write([]byte(`{"session_id":`)); err != nil {
		t.Fatal(err)
	}
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%q, %v", out, err)
	}
}
