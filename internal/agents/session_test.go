package agents

import (
	"os"
	"slices"
	"testing"
)

func TestASessionIsKnownByItsIDOrItsProcess(t *testing.T) {
	above := func(lines ...[]string) func(func(Process) bool) {
		return func(yield func(Process) bool) {
			for i, args := range lines {
				if !yield(Process{ID: os.Getpid() + i, Args: args}) {
					return
				}
			}
		}
	}
	env := func(pairs ...string) func(string) string {
		return func(name string) string {
			if i := slices.Index(pairs, name); i >= 0 {
				return pairs[i+1]
			}
			return ""
		}
	}
	claude := above([]string{"claude"})
	one := SessionOf(env("CLAUDE_CODE_SESSION_ID", "one"), claude)
	if one.ID != "one" || one.Process != os.Getpid() || one.Began == "" {
		t.Errorf("%+v", one)
	}
	if got := SessionOf(env("CODEX_THREAD_ID", "two"), above([]string{"/usr/bin/codex-linux-sandbox", "--"}, []string{"codex"})); got.ID != "two" || got.Process != os.Getpid()+1 {
		t.Errorf("the helper that runs one command counts as the session: %+v", got)
	}
	server := SessionOf(env(), claude) // its environment lacks the ID
	for name, c := range map[string]struct {
		a, b Session
		want bool
	}{
		"the same":                      {one, one, true},
		"a command and its server":      {one, server, true},
		"two in one process":            {one, SessionOf(env("CLAUDE_CODE_SESSION_ID", "two"), claude), false},
		"two processes":                 {server, Session{Process: 7, Began: server.Began}, false},
		"one process after another":     {server, Session{Process: server.Process, Began: "1"}, false},
		"a process and an ID":           {server, Session{ID: "one"}, false},
		"an ID and nothing":             {Session{ID: "one"}, Session{}, false},
		"nothing is known of both":      {Session{}, Session{}, true},
		"an ID that moved to a process": {Session{ID: "one"}, one, true},
	} {
		if c.a.Is(c.b) != c.want || c.b.Is(c.a) != c.want {
			t.Errorf("%s: %+v, %+v", name, c.a, c.b)
		}
	}
	if runs, known := one.Runs(); !runs || !known {
		t.Error("this process does not run")
	}
}

func TestBeganKnowsThisProcess(t *testing.T) {
	if Began(os.Getpid()) == "" {
		t.Error("this process does not run")
	}
	if Began(1<<22+12345) != "" { // above the highest ID of Linux
		t.Error("a process that cannot be runs")
	}
}
