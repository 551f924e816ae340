package hook

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"consider/internal/agents"
	"consider/internal/presence"
)

var now = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)

func news(t *testing.T, store string, c Call, waiting ...presence.Message) int {
	t.Helper()
	told, err := OpenNotified(store, c, now)
	if err != nil {
		t.Fatal(err)
	}
	defer told.Close()
	return told.News(waiting)
}

func TestEachChangeIsToldOnceToEachSession(t *testing.T) {
	store := t.TempDir()
	one, two := Call{Reader: Claude, Session: "1", Moment: agents.Prompt}, Call{Reader: Codex, Session: "1", Moment: agents.Stop}
	a, b := presence.Message{Thread: "c_1"}, presence.Message{Thread: "c_2"}
	for i, step := range []struct {
		call    Call
		waiting []presence.Message
		want    int
	}{
		{one, nil, 0},
		{one, []presence.Message{a}, 1},
		{one, []presence.Message{a}, 0},
		{two, []presence.Message{a}, 1}, // another agent has its own record
		{one, []presence.Message{a, b}, 1},
		{one, []presence.Message{a, b}, 0},
		{one, []presence.Message{b}, 0},                                // a was read
		{one, []presence.Message{{Thread: "c_1", Entry: 2}, b}, 1},     // and answered
		{one, []presence.Message{b}, 0},                                // read again
		{one, []presence.Message{{Thread: "c_1", Entry: 2}, b}, 1},     // its message was edited
		{two, []presence.Message{{Thread: "c_1", Entry: 2}, b}, 2},     // both are new to this agent
		{two, []presence.Message{{Thread: "c_1", Entry: 2}, b}, 0},     //
		{Call{Reader: Claude, Session: "2"}, []presence.Message{b}, 1}, // another session
	} {
		if got := news(t, store, step.call, step.waiting...); got != step.want {
			t.Errorf("step %d: %d, want %d", i, got, step.want)
		}
	}
}

// VS Code may not show its model the output at a prompt, so it is notified again at the end of a turn. Copilot shows
// it, and was notified twice.
func TestWhatMayNotHaveBeenHeardIsToldAgain(t *testing.T) {
	store := t.TempDir()
	for i, step := range []struct {
		moment agents.Moment
		want   int
	}{{agents.Prompt, 1}, {agents.Prompt, 0}, {agents.Stop, 1}, {agents.Stop, 0}, {agents.Prompt, 0}} {
		if got := news(t, store, Call{Reader: VSCode, Session: "1", Moment: step.moment}, presence.Message{Thread: "c_1"}); got != step.want {
			t.Errorf("step %d: %d, want %d", i, got, step.want)
		}
		copilot := Call{Reader: "copilot", Session: "2", Moment: step.moment}
		if got := news(t, store, copilot, presence.Message{Thread: "c_1"}); got != min(step.want, 1-min(i, 1)) {
			t.Errorf("step %d of Copilot: %d", i, got)
		}
	}
}

// An agent runs several tools, and so several hooks, at the same time.
func TestOfCallsAtTheSameTimeOneTells(t *testing.T) {
	store := t.TempDir()
	var told atomic.Int32
	var all sync.WaitGroup
	var ready sync.WaitGroup
	ready.Add(16)
	for range 16 {
		all.Go(func() {
			state, err := OpenNotified(store, Call{Reader: Claude, Session: "1"}, now)
			ready.Done()
			if err != nil {
				t.Error(err)
				return
			}
			defer state.Close()
			ready.Wait()
			told.Add(int32(state.News([]presence.Message{{Thread: "c_1"}})))
		})
	}
	all.Wait()
	if told.Load() != 1 {
		t.Errorf("%d told", told.Load())
	}
}

func TestWhereNothingCanBeRememberedNothingIsTold(t *testing.T) {
	store := t.TempDir()
	if err := os.WriteFile(filepath.Join(store, "run"), []byte("in the way"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := Call{Reader: Claude, Session: "1"}
	state, err := OpenNotified(store, c, now)
	if err == nil {
		defer state.Close()
		if got := state.News([]presence.Message{{Thread: "c_1"}}); got != 0 {
			t.Errorf("told %d", got)
		}
	}
}

func TestNothingIsWrittenOutsideTheStore(t *testing.T) {
	store, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(store, "run")); err != nil {
		t.Skip("no symbolic links here: " + err.Error())
	}
	if state, err := OpenNotified(store, Call{Reader: Claude, Session: "../../x"}, now); err == nil {
		defer state.Close()
		if got := state.News([]presence.Message{{Thread: "c_1"}}); got != 0 {
			t.Errorf("told %d", got)
		}
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) != 0 {
		t.Errorf("%v %v", entries, err)
	}
}

func TestSessionsThatAreOverAreForgotten(t *testing.T) {
	store := t.TempDir()
	news(t, store, Call{Reader: Claude, Session: "1"}, presence.Message{Thread: "c_1"})
	files := func() []string {
		names, err := filepath.Glob(filepath.Join(store, notifiedDir, "*"))
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	first := files()
	if len(first) != 1 {
		t.Fatalf("%q", first)
	}
	if err := os.Chtimes(first[0], time.Time{}, now.Add(-maxAge-time.Hour)); err != nil {
		t.Fatal(err)
	}
	news(t, store, Call{Reader: Claude, Session: "2"}, presence.Message{Thread: "c_1"})
	for _, name := range files() {
		if name == first[0] {
			t.Errorf("%s is still there", name)
		}
	}
}

func TestTheFactIsShortAndHasNoWordsOfOthers(t *testing.T) {
	for _, n := range []int{1, 2, 4000} {
		fact := NewsText(n, ".consider/bin/consider-cli")
		if len(fact) > 300 || strings.Contains(fact, "\n") || !strings.Contains(fact, "consider-cli list --unseen") {
			t.Errorf("%d: %s", n, fact)
		}
	}
}

// A file that a power failure emptied does not disable the session's notifications for good: it is notified once
// more.
func TestADamagedFileIsAsNothingTold(t *testing.T) {
	for name, data := range map[string]string{"emptied": "", "junk": "\x00\x00\x00", "other JSON": `{"a":1}`, "cut": `["c_1:0","c_2`} {
		t.Run(name, func(t *testing.T) {
			store := t.TempDir()
			open := func() *Notified {
				told, err := OpenNotified(store, Call{Reader: Claude, Session: "s"}, time.Now())
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = told.Close() })
				return told
			}
			waiting := []presence.Message{{Thread: "c_1"}}
			if n := open().News(waiting); n != 1 {
				t.Fatalf("%d", n)
			}
			files, err := filepath.Glob(filepath.Join(store, "run", "hooks", "*.json"))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			if err := os.WriteFile(files[0], []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
			if n := open().News(waiting); n != 1 {
				t.Errorf("%d are news", n)
			}
			if n := open().News(waiting); n != 0 {
				t.Errorf("then %d are news", n)
			}
		})
	}
}
