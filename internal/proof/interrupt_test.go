//go:build unix

package proof

import (
	"context"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestASecondInterruptEndsWhatHangs: an answer that is not taken cannot be given up half way, so the first one does not help.
func TestASecondInterruptEndsWhatHangs(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).inProcess()
	id := s.add("a.txt:2", "-m", "one")
	for range 4 {
		s.must("reply", id, "-m", strings.Repeat("long ", 10_000))
	}
	s.program = build(t)
	full, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	defer end.Close()
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	defer cancel()
	cmd := s.command(ctx, "get", id, "--json")
	cmd.Stdout = end
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	over := make(chan error, 1)
	go func() { over <- cmd.Wait() }()
	first := make([]byte, 1)
	if _, err := full.Read(first); err != nil { // the answer has begun, and will not end
		t.Fatal(err)
	}
	for {
		_ = cmd.Process.Signal(syscall.SIGINT) // it may have ended
		select {
		case err := <-over:
			if err == nil || ctx.Err() != nil || cmd.ProcessState.ExitCode() != 130 {
				t.Fatalf("it ended with %v, %v", cmd.ProcessState, ctx.Err())
			}
			return
		case <-time.After(200 * time.Millisecond):
		}
	}
}
