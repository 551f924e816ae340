//go:build unix

package proof

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"consider/internal/gittest"
)

// shot is a mutation that a signal was sent to.
type shot struct {
	args  []string
	code  int // -1 when the signal ended it
	out   string
	delay time.Duration
}

// shoot starts a mutation and sends it a signal after a while. It answers when
// the process is gone.
func (s seat) shoot(sig syscall.Signal, delay time.Duration, args ...string) shot {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hang)
	defer cancel()
	cmd := s.command(ctx, args...)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	time.Sleep(delay)
	_ = cmd.Process.Signal(sig) // it may have ended, which is one of the cases
	_ = cmd.Wait()
	if ctx.Err() != nil {
		s.t.Fatalf("consider %v hangs after %v", args, sig)
	}
	if crashed.MatchString(stderr.String()) {
		s.t.Errorf("consider %v crashed on %v: %s", args, sig, stderr.String())
	}
	return shot{args: args, code: cmd.ProcessState.ExitCode(), out: out.String(), delay: delay}
}

// interrupt is shoot with a signal that the program hears: before it has its own handler, a signal ends it at once. Then
// it is tried again, and later.
func (s seat) interrupt(sig syscall.Signal, args ...string) shot {
	s.t.Helper()
	got := shot{code: -1}
	for delay := 300 * time.Millisecond; got.code == -1 && delay < hang; delay *= 2 {
		got = s.shoot(sig, delay, args...)
	}
	return got
}

// shooting is a project on which mutations are interrupted, and what is known
// of its store. It is looked at from this process.
type shooting struct {
	seat
	target seat // where the program that ships runs
	chance *rand.Rand
	n      int
	reach  time.Duration // how long to wait, about, so that half get through

	acknowledged, moved, before int // by how it ended
}

func newShooting(t *testing.T) *shooting {
	t.Helper()
	s := sit(t, sample(t).Dir)
	g := &shooting{seat: s.inProcess(), target: s, chance: chance(t)}
	g.target.program = build(t)
	for i := range 4 {
		g.add(fmt.Sprintf("a.txt:%d", i+1), "-m", fmt.Sprintf("thread %d", i))
	}
	g.reach = g.target.must("add", "a.txt:9", "--as", "human", "-m", "how long does it take").Took
	return g
}

// next is some mutation that will change something, and the op of its commit.
func (g *shooting) next() (op string, args []string) {
	g.n++
	open := g.list("--workflow", "open").Threads
	resolved := g.list("--workflow", "resolved").Threads
	archived := g.list("--archived").Threads
	text := fmt.Sprintf("words %d", g.n)
	pick := func(list []thread) string { return list[g.chance.IntN(len(list))].ID }
	switch k := g.chance.IntN(11); {
	case k == 10:
		return "checkpoint", []string{"checkpoint", "create", fmt.Sprintf("round-%d", g.n), "-m", text}
	case k == 0 && len(resolved) > 0:
		return "reopen", []string{"unresolve", pick(resolved)}
	case k == 1 && len(open) > 3:
		return "resolve", []string{"resolve", pick(open), "--as", "human"}
	case k == 2 && len(resolved) > 0:
		return "archive", []string{"archive", pick(resolved)}
	case k == 3 && len(archived) > 0:
		return "unarchive", []string{"unarchive", pick(archived)}
	case k == 4 && len(open) > 0:
		return "label", []string{"label", pick(open), fmt.Sprintf("+label-%d", g.n%9)}
	case k == 5 && len(open) > 0:
		return "edit", []string{"edit", pick(open), "--as", "human", "-m", text}
	case k == 6 && len(open) > 0:
		return "reanchor", []string{"reanchor", pick(open), fmt.Sprintf("src/b.go:%d", 1+g.n%40)}
	case k == 7 && len(open) > 4:
		return "delete", []string{"delete", pick(open), "--as", "human"}
	case k < 9 && len(open) > 0:
		return "reply", []string{"reply", pick(open), "-m", text}
	}
	return "add", []string{"add", fmt.Sprintf("a.txt:%d", 1+g.n%40), "--as", "human", "-m", text}
}

// delay returns when to shoot. Most shots aim at the moments in which a mutation
// writes, however busy the machine is; some aim anywhere.
func (g *shooting) delay() time.Duration {
	at := g.chance.Float64()
	if g.n%4 != 0 {
		at = 0.6 + 0.6*at
	}
	return time.Duration(at * float64(g.reach))
}

// aim adjusts the reach to whether the last process had answered before it was hit.
func (g *shooting) aim(answered bool) {
	if answered {
		g.reach = g.reach * 9 / 10
	} else {
		g.reach = g.reach * 11 / 10
	}
}

// judge holds the store to what the interrupted process said: one that answered
// "done" has made its commit, any other has made it whole or not at all.
func (g *shooting) judge(op, was string, sh shot) {
	g.t.Helper()
	g.aim(sh.code == 0)
	now := tip(g.t, g.dir)
	switch {
	case sh.code == 0 && now == was:
		// Adding an existing label, or moving a thread to its current location, changes nothing.
		if op != "label" && op != "reanchor" {
			g.t.Errorf("consider %v answered done after %v, and nothing was stored", sh.args, sh.delay)
		}
		g.acknowledged++
		return
	case now == was:
		g.before++
		return
	}
	commit := plumbing(g.t, g.dir, "show", "-s", "--format=%P %(trailers:key=Consider-Op,valueonly,separator=)", now)
	if commit != was+" "+op {
		g.t.Errorf("consider %v: the newest commit has the parent and the change %q, want %s %s", sh.args, commit, was, op)
	}
	if sh.code == 0 {
		g.acknowledged++
	} else {
		g.moved++
	}
	g.effect(sh)
}

// effect checks that what an interrupted mutation stored is the whole of it.
func (g *shooting) effect(sh shot) {
	g.t.Helper()
	if sh.args[0] == "add" {
		if !slices.ContainsFunc(g.list().Threads, func(th thread) bool { return th.Body == sh.args[len(sh.args)-1] }) {
			g.t.Errorf("consider %v is not in the list", sh.args)
		}
		return
	}
	if sh.args[0] == "checkpoint" {
		g.must("checkpoint", "show", sh.args[2], "--json")
		return
	}
	th := g.get(sh.args[1])
	ok := true
	switch sh.args[0] {
	case "reply":
		ok = len(th.Thread) > 0 && th.Thread[len(th.Thread)-1].Body == sh.args[3]
	case "resolve":
		ok = th.WorkflowState == "resolved"
	case "unresolve":
		ok = th.WorkflowState == "open"
	case "label":
		ok = slices.Contains(th.Labels, sh.args[2][1:])
	case "edit":
		ok = th.Body == sh.args[len(sh.args)-1]
	case "reanchor":
		ok = fmt.Sprintf("%s:%d", th.Placement.File, th.Placement.StartLine) == sh.args[2]
	}
	if !ok {
		g.t.Errorf("consider %v did not do what it says: %+v", sh.args, th)
	}
}

// TestAKilledWriterHasDoneAllOrNothingAndTheNextOneGoesOn kills mutations at
// random moments, with no time to clean up.
func TestAKilledWriterHasDoneAllOrNothingAndTheNextOneGoesOn(t *testing.T) {
	t.Parallel()
	g := newShooting(t)
	rounds := often(200, 40)
	var took []time.Duration
	for i := range rounds {
		op, args := g.next()
		was := tip(t, g.dir)
		g.judge(op, was, g.target.shoot(syscall.SIGKILL, g.delay(), args...))
		// The next writer has the killed one's locks and leftovers in its way.
		after := g.must("reply", g.list().Threads[0].ID, "-m", fmt.Sprintf("after %d", i), "--json")
		took = append(took, after.Took)
		if i%20 == 0 {
			soundToGit(t, g.dir)
		}
		if n := len(leftovers(t, g.dir)); n > 10*(i+1) {
			t.Errorf("%d leftovers after %d kills", n, i+1)
		}
	}
	slowest := slices.Max(took)
	if slowest > soon(took) {
		t.Errorf("a writer after a killed one took %v", slowest)
	}
	g.finish()
	t.Logf("%d killed: %d had answered, %d were stored unanswered, %d had not begun; slowest next writer %v",
		rounds, g.acknowledged, g.moved, g.before, slowest.Round(time.Millisecond))
}

// finish checks the whole store once all shots were fired.
func (g *shooting) finish() {
	g.t.Helper()
	sound(g.seat)
	warm := g.rawThreads()
	forget(g.t, g.dir)
	if cold := g.rawThreads(); cold != warm {
		g.t.Errorf("what reads left behind differs from the store:\n%s\n%s", warm, cold)
	}
	n := len(leftovers(g.t, g.dir))
	g.must("gc", "--json")
	left := leftovers(g.t, g.dir)
	if len(left) > 5 {
		g.t.Errorf("gc left %d of %d leftovers, as %s", len(left), n, left[0])
	}
	sound(g.seat)
	if now := g.rawThreads(); now != warm {
		g.t.Error("gc changed what is listed")
	}
	g.t.Logf("%d leftovers, %d after gc", n, len(left))
}

// TestAnInterruptedWriterSaysThatItFailedOrHasDoneAll: who is asked to stop has
// time to say what became of the order.
func TestAnInterruptedWriterSaysThatItFailedOrHasDoneAll(t *testing.T) {
	t.Parallel()
	g := newShooting(t)
	codes := map[int]int{}
	rounds := often(80, 20)
	for i := range rounds {
		op, args := g.next()
		was := tip(t, g.dir)
		sig := []syscall.Signal{syscall.SIGTERM, syscall.SIGINT}[i%2]
		sh := g.target.shoot(sig, g.delay(), args...)
		codes[sh.code]++
		// -1: it came before the program could listen.
		if !slices.Contains([]int{0, 130, -1}, sh.code) {
			t.Errorf("consider %v: exit %d after %v: %s", args, sh.code, sig, sh.out)
		}
		if sh.code != 0 && tip(t, g.dir) != was {
			t.Errorf("consider %v: exit %d after %v, and it was stored all the same", args, sh.code, sig)
		}
		g.judge(op, was, sh)
	}
	if left := leftovers(t, g.dir); len(left) > 0 {
		t.Errorf("writers that were asked to stop left %v", left)
	}
	g.finish()
	t.Logf("%d interrupted, by exit code: %v", rounds, codes)
}

// TestWhileAnotherHoldsTheLockReadersGoOnAndWritersSayBusy: the holder may be
// stopped in a debugger for all we know.
func TestWhileAnotherHoldsTheLockReadersGoOnAndWritersSayBusy(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir)
	id := s.inProcess().add("a.txt:1", "-m", "first")
	free := []time.Duration{s.must("list", "--json").Took}
	release := holdLock(t, r)
	if took := s.must("list", "--json").Took; took > soon(free) {
		t.Errorf("list took %v beside a held lock", took)
	}
	s.program = build(t)
	sh := s.interrupt(syscall.SIGINT, "reply", id, "-m", "given up", "--json")
	if sh.code != 130 {
		t.Errorf("a waiting writer that was interrupted: exit %d: %s", sh.code, sh.out)
	}
	waited := s.refused([]int{13}, "reply", id, "-m", "busy", "--json")
	if waited.Took > 10*time.Second+soon(free) {
		t.Errorf("busy only after %v", waited.Took)
	}
	release()
	if took := s.must("reply", id, "-m", "free").Took; took > soon(free) {
		t.Errorf("the next writer took %v", took)
	}
	if th := s.get(id); len(th.Thread) != 1 || th.Thread[0].Body != "free" {
		t.Errorf("the thread holds %+v", th.Thread)
	}
	t.Logf("busy after %v", waited.Took.Round(time.Millisecond))
}

func holdLock(t *testing.T, r *gittest.Repo) (release func()) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(r.Dir, ".consider", "lock"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return func() { _ = f.Close() }
}
