package setup

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"consider/internal/agents"
)

// atOnce runs a task in several goroutines. Each opens the lock file anew, as another process would.
func atOnce(n int, task func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { task(i) })
	}
	wg.Wait()
}

// After an upgrade, every window and terminal finds the older copy at the same moment.
func TestOneOfSeveralRenewsAndNoneFails(t *testing.T) {
	for range 20 {
		w := installed(t, "v1.0.0", "v2.0.0")
		done := make([]bool, 6)
		errs := make([]error, 6)
		atOnce(6, func(i int) { done[i], errs[i] = Renew(w.machine, w.site, noon) })
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		if n := len(slices.DeleteFunc(done, func(d bool) bool { return !d })); n != 1 {
			t.Fatalf("%d of 6 renewed it", n)
		}
	}
}

func TestSeveralSetupsAtOnceAreAllRecorded(t *testing.T) {
	ids := Names()
	w := newWorld(t)
	all := make([][]Change, len(ids))
	errs := make([]error, len(ids))
	atOnce(len(ids), func(i int) {
		all[i], errs[i] = Setup(w.machine, w.site, everything(in(InProject, ids[i])), noon)
	})
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for _, changes := range all {
		for _, c := range changes {
			if c.Done == Refused {
				t.Errorf("%s: %s", c.Path, c.Why)
			}
		}
	}
	st, err := StateOf(w.machine, w.site)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		a, _ := agents.ForSetup(id)
		if i := (Integration{id, InProject}).String(); !slices.Contains(st.Installed, i) && !a.Skills.HeedsIgnore {
			t.Errorf("%s is not recorded in %v", i, st.Installed)
		}
	}
}

// A process that is suspended keeps the lock.
func TestARunThatCannotBeAloneSaysSo(t *testing.T) {
	w := newWorld(t)
	engine := func() *engine { return newEngine(w.machine, w.site, noon, false, false) }
	stopped, late := engine(), engine()
	defer stopped.disk.close()
	defer late.disk.close()
	free, err := stopped.lock(0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := late.lock(0); !errors.Is(err, ErrBusy) {
		t.Errorf("beside another: %v", err)
	}
	free()
	free, err = late.lock(0)
	if err != nil {
		t.Errorf("after it: %v", err)
	}
	free()
}
