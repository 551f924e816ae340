//go:build linux

package agents

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestOnlyTheForegroundOfATerminalIsItsAgent uses a shell with job control in a terminal of its own, which script(1)
// makes.
func TestOnlyTheForegroundOfATerminalIsItsAgent(t *testing.T) {
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip("no script(1) here: ", err)
	}
	dir := t.TempDir()
	cmd := exec.Command(script, "-qec", "bash --norc -i", "/dev/null")
	cmd.Env = append(os.Environ(), "PS1=$ ", "HISTFILE=/dev/null")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	say := func(line string) {
		if _, err := in.Write([]byte(line + "\n")); err != nil {
			t.Fatal(err)
		}
	}
	pidFile := filepath.Join(dir, "pid")
	say("echo $$ > " + pidFile + ".new; mv " + pidFile + ".new " + pidFile)
	var shell int
	eventually(t, "the shell runs", func() bool {
		data, err := os.ReadFile(pidFile)
		if err == nil {
			shell = number(string(data))
		}
		return shell > 0
	})
	if got := Foreground(shell); got != "" {
		t.Errorf("at the prompt the terminal is said to be %q's", got)
	}
	say("(exec -a claude cat)")
	eventually(t, "the agent has the terminal", func() bool { return Foreground(shell) == "claude-code" })
	say("\x04") // end of input, which ends the shell
	eventually(t, "the shell has it back", func() bool { return Foreground(shell) == "" })
	if got := Foreground(1 << 30); got != "" {
		t.Errorf("a process that is not there: %q", got)
	}
}

func number(text string) (n int) {
	for _, r := range text {
		if r < '0' || r > '9' {
			break
		}
		n = n*10 + int(r-'0')
	}
	return n
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 3000 {
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("never: %s", what)
}
