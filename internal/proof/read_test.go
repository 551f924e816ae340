//go:build unix

package proof

import (
	"os"
	"strings"
	"testing"
)

// TestWhatWasNotDeliveredStaysUnread: the answer goes to a full disk, to a reader that has gone, or the program is killed
// while it writes.
func TestWhatWasNotDeliveredStaysUnread(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).inProcess()
	id := s.add("a.txt:2", "-m", "do not rename this", "--as", "human")
	agent := s.with("CLAUDECODE=1")
	started := agent
	started.program = build(t)
	agent.must("context", id)
	s.must("reply", id, "-m", "not like this: "+strings.Repeat("long ", 2000), "--as", "human")
	s.must("reply", id, "-m", strings.Repeat("more ", 12_000), "--as", "human")
	writes := [][]string{{"context", id}, {"get", id, "--json"}, {"reply", id, "-m", "done"}, {"label", id, "+x", "--json"}, {"wait", "--timeout", "0"}}
	unread := func(when string) {
		t.Helper()
		if got := agent.must("summary").Out; !strings.Contains(got, ", 1 unread") {
			t.Errorf("%s: %s", when, got)
		}
		agent.refused([]int{12}, "resolve", id)
	}
	for _, args := range writes {
		if full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil {
			cmd := started.command(t.Context(), args...)
			cmd.Stdout = full
			if err := cmd.Run(); err == nil {
				t.Errorf("%v: written to a full disk", args)
			}
			_ = full.Close()
			unread("a full disk, " + args[0])
		}
		gone, end, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		_ = gone.Close()
		cmd := started.command(t.Context(), args...)
		cmd.Stdout = end
		_ = cmd.Run() // the missing reader does not make every command fail
		_ = end.Close()
		unread("no reader, " + args[0])
	}
	slow, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	cmd := started.command(t.Context(), "context", id)
	cmd.Stdout = end
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = end.Close()
	if _, err := slow.Read(make([]byte, 1)); err != nil { // it has begun, and the rest does not fit into the pipe
		t.Fatal(err)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	unread("killed")
	agent.must("context", id)
	agent.must("resolve", id)
}
