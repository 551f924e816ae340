//go:build unix

package proof

import (
	"bufio"
	"context"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// waited is the output of a wait.
type waited struct {
	Events []struct {
		Cursor, Kind, Body string
		By                 struct{ Kind, Name string }
	}
	Cursor string
	More   bool
}

// now is the cursor at this moment.
func (s seat) now() string {
	s.t.Helper()
	a, err := s.refused([]int{17}, "wait", "--timeout", "0", "--json").answer()
	if err != nil || a.Error.Kind != "timeout" || len(a.Cursor) != 40 {
		s.t.Fatalf("wait without an event answers %+v, %v", a, err)
	}
	return a.Cursor
}

// waiter waits for one event from cursor on, over as many processes as it takes: those of killed die before they
// are asked to end.
func (s seat) waiter(cursor string, killed []time.Duration) (waited, time.Time) {
	args := []string{"wait", "--since", cursor, "--timeout", "10m", "--json"}
	for _, delay := range killed {
		// The output of a killed process was not read.
		s.shoot(syscall.SIGKILL, delay, args...)
	}
	r := s.must(args...)
	return into[waited](s, r), time.Now()
}

// TestEveryWaitTellsAnEventOnceWheneverItWasStartedAndHoweverOftenItWasKilled: a third of the waits are there
// before the event, a third come at the same moment, a third after it; half of them are killed and started again
// with their cursor; the store is packed before and after.
func TestEveryWaitTellsAnEventOnceWheneverItWasStartedAndHoweverOftenItWasKilled(t *testing.T) {
	t.Parallel()
	waits := often(100, 18)
	s := sit(t, sample(t).Dir)
	agent := s.with("CLAUDECODE=1")
	inside := agent.inProcess()
	s = s.inProcess()
	id := s.add("a.txt:3", "-m", "a question", "--as", "human")
	s.must("reply", id, "-m", "before", "--as", "human")
	inside.must("get", id)
	cursor := inside.now()
	chance := chance(t)
	var said time.Time
	during, after := make(chan struct{}), make(chan struct{})
	var mu sync.Mutex
	var late []time.Duration
	var group sync.WaitGroup
	for i := range waits {
		var killed []time.Duration
		if i%2 == 0 {
			for range 1 + chance.IntN(3) {
				killed = append(killed, time.Duration(chance.IntN(300))*time.Millisecond)
			}
		}
		start := []<-chan struct{}{nil, during, after}[i%3]
		group.Go(func() {
			if start != nil {
				<-start
			}
			got, at := agent.waiter(cursor, killed)
			inside.once(got)
			mu.Lock()
			defer mu.Unlock()
			if start == nil && killed == nil {
				late = append(late, at.Sub(said))
			}
		})
	}
	time.Sleep(time.Second) // so that most of the first third are waiting
	s.must("gc")
	close(during)
	s.must("reply", id, "-m", "the event", "--as", "human", "--name", "Ann")
	mu.Lock()
	said = time.Now()
	mu.Unlock()
	s.must("gc")
	close(after)
	group.Wait()
	sound(s)
	slices.Sort(late)
	t.Logf("%d waits, each waited the event once; the unhurt ones that were there before it ended %v (median) to %v after it",
		waits, late[len(late)/2].Round(time.Millisecond), late[len(late)-1].Round(time.Millisecond))
}

// once checks that an answer holds the one event, and that it is not waited again.
func (s seat) once(got waited) {
	s.t.Helper()
	if len(got.Events) != 1 || got.More {
		s.t.Errorf("%d events, want 1: %+v", len(got.Events), got)
		return
	}
	if e := got.Events[0]; e.Kind != "reply" || e.Body != "the event" || e.By.Kind != "human" || e.By.Name != "Ann" {
		s.t.Errorf("waited %+v", e)
	}
	a, err := s.refused([]int{17}, "wait", "--since", got.Cursor, "--timeout", "0", "--json").answer()
	if err != nil || a.Cursor != got.Cursor {
		s.t.Errorf("with nothing new the cursor is %q, want %q: %v", a.Cursor, got.Cursor, err)
	}
}

// TestAnInterruptedWaitSaysWhereToGoOn: with Ctrl-C or terminated, at any moment after it has begun.
func TestAnInterruptedWaitSaysWhereToGoOn(t *testing.T) {
	t.Parallel()
	s := sit(t, sample(t).Dir).inProcess()
	s.add("a.txt:3", "-m", "a question", "--as", "human")
	cursor := s.now()
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		shot := s.interrupt(sig, "wait", "--timeout", "1h", "--json")
		a, err := result{Out: shot.out}.answer()
		if err != nil || shot.code != 130 || a.Error.Kind != "canceled" || a.Cursor != cursor {
			t.Errorf("%v: exit %d, %s, %v", sig, shot.code, shot.out, err)
		}
	}
}

// TestAWatchEndsWithItsReader: also while it has nothing to write.
func TestAWatchEndsWithItsReader(t *testing.T) {
	t.Parallel()
	s := sit(t, sample(t).Dir).inProcess()
	s.add("a.txt:3", "-m", "a question", "--as", "human")
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	defer cancel()
	cmd := s.command(ctx, "watch", "--json", "--since", "0000000000000000000000000000000000000000")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.Contains(line, `"kind":"thread"`) {
		t.Errorf("watch prints %q, %v", line, err)
	}
	_ = out.Close() // that is the point
	if err := cmd.Wait(); err != nil {
		t.Errorf("watch ended with %v", err)
	}
}
