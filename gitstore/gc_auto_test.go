package gitstore

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

// crowded makes a store look as if it had much to pack, until plain is called.
func crowded(t *testing.T, s *Store) (plain func()) {
	t.Helper()
	var files []string
	if err := os.MkdirAll(s.path("objects/17"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		files = append(files, s.path(fmt.Sprintf("objects/17/%038x", i)))
		writeRaw(t, files[i], "")
	}
	return func() {
		for _, f := range files {
			if err := os.Remove(f); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// An automatic collection runs while others write. It used to take seconds on a busy machine and blocked all
// writers, some of which failed because the store was busy.
func TestAnAutomaticCollectionKeepsNoWriterWaiting(t *testing.T) {
	s := newStore(t)
	want := history(t, s, 40)
	plain := crowded(t, s)
	other := openAt(t, s.Dir())
	writes := 0
	r, err := s.GC(t.Context(), GCOptions{Auto: true}, func(done, total int) {
		writes++
		id, err := other.Update(t.Context(), func(tx *Tx) (Meta, error) {
			tx.Put("threads/beside", fmt.Appendf(nil, "write %d", writes))
			return Meta{Subject: "beside"}, nil
		})
		if err != nil {
			t.Fatalf("write %d: %v", writes, err)
		}
		want[id] = nil
	})
	if err != nil || r.Packed == 0 || writes < 40 {
		t.Errorf("%+v, %d writes beside it, %v", r, writes, err)
	}
	for id := range want {
		if _, err := openAt(t, s.Dir()).SnapshotAt(id); err != nil {
			t.Error(err)
		}
	}
	plain()
	gitFsck(t, s)
}

func TestOneAutomaticCollectionIsEnough(t *testing.T) {
	s := newStore(t)
	history(t, s, 12)
	crowded(t, s)
	done, free := openAt(t, s.Dir()).startAuto()
	if !free {
		t.Fatal("none is at it")
	}
	if r := gc(t, s, GCOptions{Auto: true}); !r.Skipped || s.NeedsGC() {
		t.Errorf("beside another one: %+v", r)
	}
	done()
	if r := gc(t, s, GCOptions{Auto: true}); r.Skipped || r.Packed == 0 {
		t.Errorf("after it: %+v", r)
	}
}

// Content purged while a collection holds it in memory does not come back with the pack.
func TestACollectionBringsNothingBack(t *testing.T) {
	s := newStore(t)
	history(t, s, 12)
	crowded(t, s)
	gone := ID{}
	r, err := s.GC(t.Context(), GCOptions{Auto: true}, func(done, _ int) {
		if gone.IsZero() && done > 5 {
			sn, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			c, err := s.readCommit(sn.ID())
			if err != nil {
				t.Fatal(err)
			}
			if gone = c.Parent; s.removeLoose(gone) != nil {
				t.Fatal("not removed")
			}
		}
	})
	if err != nil || gone.IsZero() || r.Packed != 0 {
		t.Errorf("%+v, without %s, %v", r, gone, err)
	}
	s.packs.reload()
	if _, err := s.read(gone); !errors.Is(err, errMissing) {
		t.Errorf("it came back: %v", err)
	}
}

// Automatic collections are killed at random moments while writers continue.
func TestAKilledAutomaticCollectionLosesNothing(t *testing.T) {
	s := newStore(t)
	plain := crowded(t, s)
	rng := rand.New(rand.NewPCG(3, 4))
	rounds := 10
	if os.Getenv("NIGHTLY") != "" {
		rounds = 25
	}
	want := map[ID]bool{}
	for round := range rounds {
		cmd := child(t, "autogc", s.Dir())
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		kill := time.AfterFunc(time.Duration(5+rng.IntN(150))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		for i := range 12 {
			want[put(t, s, threadPath(i%5), fmt.Sprintf("round %d, %d", round, i))] = true
		}
		_ = cmd.Wait()
		kill.Stop()
	}
	// On a slow machine each was killed before it had packed anything, so let one finish.
	if _, err := s.GC(t.Context(), GCOptions{Auto: true}, nil); err != nil {
		t.Fatal(err)
	}
	if names, err := s.packs.names(); err != nil || len(names) == 0 {
		t.Errorf("%d packs after all (%v)", len(names), err)
	}
	fresh := openAt(t, s.Dir())
	for id := range want {
		sn, err := fresh.SnapshotAt(id)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 5 {
			if _, err := sn.ReadFile(threadPath(i)); err != nil && !errors.Is(err, ErrNotExist) {
				t.Fatal(err)
			}
		}
	}
	plain()
	gc(t, s, GCOptions{})
	if r, err := s.Fsck(t.Context(), nil); err != nil || len(r.Problems)+len(r.Debris) > 0 {
		t.Errorf("%+v %v", r, err)
	}
	gitFsck(t, s)
}
