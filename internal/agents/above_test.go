//go:build linux || darwin

package agents

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// asked makes this test binary print the agent that it recognizes. between makes it first start its value, the test
// binary, below itself.
const asked, between = "AGENTS_ASKED", "AGENTS_BETWEEN"

func TestMain(m *testing.M) {
	if os.Getenv(between) != "" {
		cmd := exec.Command(os.Getenv(between))
		cmd.Env = []string{asked + "=1"}
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if cmd.Run() != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	if os.Getenv(asked) != "" {
		s := Recognize(os.Getenv, Above)
		if s.Door {
			s.Agent += "door"
		}
		_, _ = os.Stdout.WriteString(s.Agent)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// An agent that removes its variables from the environment of its commands is still above them.
func TestTheSystemTellsWhatIsAbove(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		program string
		args    []string
		want    string
	}{
		{"claude", []string{"claude", "--resume"}, "claude-code"},
		{"node", []string{"node", "/x/node_modules/@openai/codex/bin/codex.js"}, "codex"},
		{"MainThread", []string{"/usr/bin/node", "--import", "x", "/usr/bin/gemini"}, "gemini"}, // as new nodes call themselves
		{"odd) S 1 (name", []string{"qwen"}, "qwen"},
		{"consider", []string{".consider/bin/consider", "list"}, "door"},
		{"consider", []string{"consider", DoorFlag, "list"}, "door"},
	} {
		program := filepath.Join(t.TempDir(), c.program)
		if err := os.Symlink(self, program); err != nil {
			t.Skip("no links here: ", err)
		}
		cmd := exec.Command(program)
		cmd.Args, cmd.Env = c.args, []string{between + "=" + self}
		out, err := cmd.CombinedOutput()
		if c.want == "door" { // the agent above this test is unknown here
			out = out[max(0, len(out)-len(c.want)):]
		}
		if err != nil || string(out) != c.want {
			t.Errorf("below %q: %q, want %q (%v)", c.args, out, c.want, err)
		}
	}
}
