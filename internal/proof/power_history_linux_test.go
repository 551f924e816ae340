//go:build linux && amd64

package proof

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"
)

// TestClientsSeeOneHistoryAcrossPowerCuts: writers, readers, a waiter, a watch and an editor work until the power is cut, and
// others go on with the disk that it leaves. Until the cut, all see one history. Of that, only the newest changes may be
// lost, and only if they were not acknowledged. A cursor of one that is lost is refused, or gives the events that are left.
func TestClientsSeeOneHistoryAcrossPowerCuts(t *testing.T) {
	t.Parallel()
	for _, ordered := range []bool{true, false} {
		t.Run(fmt.Sprintf("ordered=%v", ordered), func(t *testing.T) {
			t.Parallel()
			m, luck := newMachine(t, ordered), chance(t)
			r := &recording{t: t, began: time.Now(), off: m.isOff}
			r.begin(m.seat)
			lost, known := 0, 0
			for era := range often(25, 3) {
				if r.until(m, luck, era); !t.Failed() {
					n, got := r.restart(m, luck)
					lost, known = lost+n, known+got
				}
				if t.Failed() {
					t.Fatalf("power cut %d", era+1)
				}
			}
			r.send(m.seat.commands("--as", "human", "--name", "first"), write{by: "first", thread: r.talk(0), text: theEnd}, "")
			r.history(m.seat)
			r.judge()
			t.Logf("%d changes that were not acknowledged were lost; clients had got %d of them", lost, known)
		})
	}
}

// until lets clients work until the power is cut.
func (r *recording) until(m *machine, luck *rand.Rand, era int) {
	r.from, r.cut = m.now(), true
	m.most, m.last = 100+luck.IntN(often(1500, 600)), []string{"", "project/.consider/refs/heads/threads"}[era%2]
	m.begin()
	on := func(int) bool { return !m.isOff() }
	name := func(kind string) string { return fmt.Sprintf("%s-%d", kind, era) }
	editor := r.serve(m.start)
	var all sync.WaitGroup
	begin := func(by, kind string, call caller) { all.Go(func() { r.sendAll(call, kind, by, on) }) }
	read := func(by string, call caller) {
		all.Go(func() {
			for n := 0; on(n); n++ {
				r.look(call, by, n)
			}
		})
	}
	begin(name("person"), name("person"), m.commands("--as", "human", "--name", name("person")))
	begin(name("agent"), name("agent"), m.commands("--as", "agent", "--name", name("agent")))
	begin("", name("editor"), editor.call)
	read(name("reader"), m.commands())
	read(name("bot"), m.commands("--as", "agent", "--name", name("bot")))
	listener := name("listener")
	all.Go(func() { r.wait(m.commands("--as", "agent", "--name", listener), nil, listener, listener) })
	own := rand.New(rand.NewPCG(luck.Uint64(), 0))
	all.Go(func() { r.watch(m.start, name("watch"), own) })
	all.Wait()
	editor.end()
	r.history(m.seat)
	r.judge()
	if m.failed != nil {
		r.t.Errorf("the record is not complete: %v", m.failed)
	}
}

// restart starts the machine after a power cut, and checks the history that is left. It returns how many changes were lost,
// and how many of them a client had got.
func (r *recording) restart(m *machine, luck *rand.Rand) (lost, seen int) {
	line, commits, got := r.line, r.commits, map[string]bool{}
	for _, c := range r.reads {
		got[c.cursor] = true
	}
	for _, h := range r.heard {
		got[h.cursor] = true
	}
	r.reads, r.heard = nil, nil // some of it may be lost
	m.restart(m.after(len(m.steps), luck))
	m.must("fsck")
	soundToGit(r.t, m.dir, "--no-reflogs") // the entry of a commit that is lost may be there
	r.history(m.seat)
	lost = len(commits) - len(r.commits)
	if lost < 0 || !reflect.DeepEqual(r.commits, commits[lost:]) || !slices.EqualFunc(r.line, line[:len(line)-lost], event.is) {
		r.t.Errorf("the history is not the beginning of the one before:\n%v\n%v", r.commits, commits)
		return 0, 0
	}
	left := &account{line: r.line, commits: r.commits, writes: r.writes}
	for _, w := range left.check() {
		r.t.Error(clip(w))
	}
	for _, e := range line[len(r.line):] {
		if got[e.Cursor] {
			seen++
		}
		m.refused([]int{10, 17}, "wait", "--since", e.Cursor, "--timeout", "0", "--json")
	}
	return lost, seen
}
