package gitstore

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkUpdate measures one durable reply in a store of a thousand threads.
func BenchmarkUpdate(b *testing.B) {
	s := newStore(b)
	fillThreads(b, s, 1000)
	for n := 0; b.Loop(); n++ {
		put(b, s, threadPath(n%1000), fmt.Sprintf("reply %d", n))
	}
}

// BenchmarkSnapshotRead1000 measures a list in a new process: open the store, open the snapshot, read every thread. The
// objects are loose, as after many small updates.
func BenchmarkSnapshotRead1000(b *testing.B) {
	s := newStore(b)
	for first := 0; first < 1000; first += maxLoose / 2 {
		fillRange(b, s, first, min(first+maxLoose/2, 1000))
	}
	for b.Loop() {
		readThreads(b, s.Dir(), 1000)
	}
}

// BenchmarkSnapshotRead1000Packed is the same after one large update.
func BenchmarkSnapshotRead1000Packed(b *testing.B) {
	s := newStore(b)
	fillThreads(b, s, 1000)
	for b.Loop() {
		readThreads(b, s.Dir(), 1000)
	}
}

// BenchmarkSnapshotRead1000Deltas is the same after a real `git gc`.
func BenchmarkSnapshotRead1000Deltas(b *testing.B) {
	s := newStore(b)
	fillThreads(b, s, 1000)
	git(b, s, "gc", "-q")
	for b.Loop() {
		readThreads(b, s.Dir(), 1000)
	}
}

func threadPath(n int) string { return fmt.Sprintf("threads/%x/c_%08x.json", n%16, n) }

func fillThreads(t testing.TB, s *Store, n int) { fillRange(t, s, 0, n) }

func fillRange(t testing.TB, s *Store, from, to int) {
	t.Helper()
	_, err := s.Update(t.Context(), func(tx *Tx) (Meta, error) {
		for i := from; i < to; i++ {
			tx.Put(threadPath(i), fmt.Appendf(nil, "{\"n\": %d, \"body\": %q}\n", i, strings.Repeat(fmt.Sprint("word", i, " "), 150)))
		}
		return Meta{Subject: "fill"}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func readThreads(t testing.TB, dir string, want int) {
	t.Helper()
	s, err := Open(dir, testOptions(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sn, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	got := 0
	dirs, err := sn.ReadDir("threads")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		files, err := sn.ReadDir("threads/" + d.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if _, err := sn.ReadBlob(f.ID); err != nil {
				t.Fatal(err)
			}
			got++
		}
	}
	if got != want {
		t.Fatalf("read %d threads, want %d", got, want)
	}
}
