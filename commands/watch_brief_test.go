package commands

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"consider/internal/review"
	"consider/internal/review/history"
)

func TestALineThatWakesAnAgentNamesThreadsAndHowToReadThem(t *testing.T) {
	var many []string
	for i := range 12 {
		many = append(many, fmt.Sprintf("c_%08d", i))
	}
	for _, c := range []struct {
		brief review.Brief
		want  string
	}{
		{review.Brief{Threads: many, Started: 12}, "left 12 review threads"},
		{review.Brief{Threads: many, Started: 12}, "c_00000009 and 2 others)"},
		{review.Brief{Threads: many[:1], Replied: 1}, "(1 with a reply: c_00000000)"},
		{review.Brief{Reopened: many[:2]}, "reopened 2 threads in this project: c_00000000, c_00000001. `p context c_00000000`"},
		{review.Brief{Verdict: history.RequestsChanges}, "the verdict: request changes."},
	} {
		if line := briefLine(c.brief, "p"); !strings.Contains(line, c.want) || strings.Contains(line, "\n") {
			t.Errorf("%+v: %s", c.brief, line)
		}
	}
}

// A watch lives as long as a session. Without collectSoon its garbage was collected only at 64 MB, an hour or more
// later.
func TestAWatchCollectsItsGarbageSoon(t *testing.T) {
	if code := watchOnce(t, ""); !longLived.Load() {
		t.Errorf("exit %d: it collects as a command does", code)
	}
}

// A watch replaced the percentage that the user had set.
func TestAWatchHeedsGOGC(t *testing.T) {
	if code := watchOnce(t, "50"); longLived.Load() {
		t.Errorf("exit %d: it collects as often as without GOGC", code)
	}
}

// watchOnce runs a watch that ends at once, and returns its exit code.
func watchOnce(t *testing.T, gogc string) int {
	t.Helper()
	longLived.Store(false)
	dir, _ := commented(t)
	ended, end := context.WithCancel(t.Context())
	end()
	return Run(ended, Env{
		Args: []string{"watch", "--brief"}, Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard,
		Getenv: func(name string) string { return map[string]string{"GOGC": gogc}[name] }, Now: time.Now, Dir: dir, Build: "test",
	})
}
