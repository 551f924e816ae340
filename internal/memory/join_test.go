package memory_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/review/reviewtest"
	"consider/internal/review/undo"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/thread"
)

// twoLines is a branch that was used in the main worktree and is now in a linked one. An agent there has written, and
// could not write to the main worktree's store yet.
type twoLines struct{ main, side *reviewtest.Desk }

func newTwoLines(t *testing.T) *twoLines {
	d := reviewtest.New(t)
	useBackend(d, settings.InBranch)
	side := d.Side("feature")
	w := &twoLines{d, side}
	w.inMain(func() {
		d.Keep("/memories/a.md", "a")
		d.Keep("/memories/b.md", "b")
	})
	side.Keep("/memories/side.md", "side's")
	return w
}

// inMain runs do while the branch is checked out in the main worktree.
func (w *twoLines) inMain(do func()) {
	w.side.Git("checkout", "-q", "--detach")
	w.main.Git("checkout", "-q", "feature")
	do()
	w.main.Git("checkout", "-q", "main")
	w.side.Git("checkout", "-q", "feature")
}

// wantMain checks the branch's memory in the main worktree.
func (w *twoLines) wantMain(when, want string) {
	w.main.T.Helper()
	w.inMain(func() { w.main.WantKept(when, want) })
}

// join does what the next commands in the linked worktree do if they can write to both stores. A join that runs out of
// time, on a busy machine, is left to the next one.
func (w *twoLines) join() {
	for began := time.Now(); ; began = time.Now() {
		memory.Join(w.main.T.Context(), w.side.Agent("codex"))
		if time.Since(began) < memory.JoinPatience {
			return
		}
	}
}

func (w *twoLines) replace(d *reviewtest.Desk, path, old, to string) {
	d.T.Helper()
	if _, err := memory.MemoryReplace(d.T.Context(), d.Agent("codex"), memory.MemoryReplaceInput{Path: path, Old: old, New: to}); err != nil {
		d.T.Fatal(err)
	}
}

func (w *twoLines) remove(d *reviewtest.Desk, path string) {
	d.T.Helper()
	if _, err := memory.MemoryDelete(d.T.Context(), d.Agent("codex"), memory.MemoryDeleteInput{Path: path}); err != nil {
		d.T.Fatal(err)
	}
}

// From its first change in the linked worktree on, the memory was once read only from that worktree's store.
func TestALinkedWorktreeReadsABranchsMemoryFromBothStores(t *testing.T) {
	w := newTwoLines(t)
	w.side.WantKept("begun", "/memories/a.md=a /memories/b.md=b /memories/side.md=side's")
	w.inMain(func() {
		w.replace(w.main, "/memories/a.md", "a", "main's a")
		w.remove(w.main, "/memories/b.md")
		w.main.Keep("/memories/c.md", "")
		if _, err := memory.MemoryPin(t.Context(), w.main.Human(), memory.MemoryPinInput{Paths: []string{"/memories/c.md"}}); err != nil {
			t.Fatal(err)
		}
	})
	const both = "/memories/c.md= /memories/a.md=main's a /memories/side.md=side's"
	w.side.WantKept("changed in the main worktree", both)
	if n := memory.Remembered(t.Context(), w.side.Agent("codex")); n != 3 {
		t.Errorf("the summary counts %d files", n)
	}
	w.side.Keep("/memories/d.md", "d")
	w.side.WantKept("after a change", "/memories/c.md= /memories/a.md=main's a /memories/d.md=d /memories/side.md=side's")
}

// The clock of these tests stands still: only the history of the two lines says which version followed which.
func TestWhatWentOnFromTheOtherIsTheNewerOneWhateverTheClockSays(t *testing.T) {
	for _, back := range []bool{false, true} {
		w := newTwoLines(t)
		w.inMain(func() {
			if back {
				w.main.Now = w.main.Now.Add(-time.Hour)
			}
			w.replace(w.main, "/memories/a.md", "a", "main's a")
		})
		w.side.WantKept("newer in the main one", "/memories/a.md=main's a /memories/b.md=b /memories/side.md=side's")
		if back {
			w.side.Now = w.main.Now.Add(-time.Hour)
		}
		w.replace(w.side, "/memories/a.md", "main's a", "side's a")
		w.remove(w.side, "/memories/b.md")
		w.side.WantKept("newer here", "/memories/a.md=side's a /memories/side.md=side's")
		w.join()
		w.wantMain("joined", "/memories/a.md=side's a /memories/side.md=side's")
	}
}

func TestOfTwoVersionsThatKnowNothingOfEachOtherTheLaterOneCounts(t *testing.T) {
	for _, mainLater := range []bool{false, true} {
		w := newTwoLines(t)
		change := []func(){
			func() { w.inMain(func() { w.replace(w.main, "/memories/a.md", "a", "main's a") }) },
			func() { // in a sandbox that cannot see the main store
				hidden := w.main.StoreFile() + ".hidden"
				if err := os.Rename(w.main.StoreFile(), hidden); err != nil {
					t.Fatal(err)
				}
				useBackend(w.side, settings.InBranch)
				w.replace(w.side, "/memories/a.md", "a", "side's a")
				if err := os.Rename(hidden, w.main.StoreFile()); err != nil {
					t.Fatal(err)
				}
			},
		}
		want := "/memories/a.md=side's a /memories/b.md=b /memories/side.md=side's"
		first, second := w.main, w.side
		if mainLater {
			change[0], change[1] = change[1], change[0]
			want = strings.Replace(want, "side's a", "main's a", 1)
			first, second = second, first
		}
		change[0]()
		second.Now = first.Now.Add(time.Hour)
		change[1]()
		w.side.WantKept("read", want)
		w.join()
		w.side.WantKept("joined", want)
		w.wantMain("joined, in the main one", want)
	}
}

// An earlier version did not record which commit it merged: then no file counts as deleted.
func TestLinesOfAnEarlierVersionAreJoinedAndLoseNothing(t *testing.T) {
	w := newTwoLines(t)
	w.side.Now = w.side.Now.Add(time.Hour)
	w.replace(w.side, "/memories/a.md", "a", "side's a")
	w.remove(w.side, "/memories/b.md")
	s := w.side.Agent("codex")
	err := s.Update(t.Context(), false, func(c *session.Change) error {
		known := gittest.Must(c.Tx.ReadDir("memory/branch"))(t)
		c.Tx.Put("memory/branch/"+known[0].Name+"/scope.json", []byte("{\"version\":1}\n"))
		c.Record("memory", thread.Author{Kind: thread.Agent}, "")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = "/memories/a.md=side's a /memories/b.md=b /memories/side.md=side's"
	w.side.WantKept("read", want)
	w.join()
	w.wantMain("joined", want)
	w.side.WantKept("joined", want)
	w.remove(w.side, "/memories/b.md")
	w.join()
	w.wantMain("deleted once more", "/memories/a.md=side's a /memories/side.md=side's")
}

// The version that lost is in its store's history: undoing the join restores it.
func TestAJoinIsAChangeThatCanBeTakenBack(t *testing.T) {
	w := newTwoLines(t)
	w.join()
	w.wantMain("joined", "/memories/a.md=a /memories/b.md=b /memories/side.md=side's")
	w.inMain(func() {
		if _, err := undo.Undo(t.Context(), w.main.Human(), undo.UndoInput{}); err != nil {
			t.Fatal(err)
		}
		w.main.WantKept("taken back", "/memories/a.md=a /memories/b.md=b")
	})
}

func TestAJoinMakesBothStoresTheSameAndThenNothing(t *testing.T) {
	w := newTwoLines(t)
	w.inMain(func() { w.main.Keep("/memories/c.md", "c") })
	w.main.Git("branch", "-m", "feature", "topic") // both follow it
	w.join()
	tips := w.main.StoreGit("rev-parse", "refs/heads/threads") + w.side.StoreGit("rev-parse", "refs/heads/threads")
	w.join()
	if again := w.main.StoreGit("rev-parse", "refs/heads/threads") + w.side.StoreGit("rev-parse", "refs/heads/threads"); again != tips {
		t.Error("there was nothing to join, and a store has another commit")
	}
	w.main.Git("worktree", "remove", "--force", w.side.Dir)
	w.main.Git("checkout", "-q", "topic")
	w.main.WantKept("the linked one is gone", "/memories/a.md=a /memories/b.md=b /memories/c.md=c /memories/side.md=side's")
}

// A plain memory does not get into a store whose memory is secret, nor into one that keeps its memories elsewhere.
func TestAMemoryIsJoinedOnlyWhereTheMainOneKeepsItByBranchToo(t *testing.T) {
	for _, backend := range []string{settings.InSecret, settings.InWorkspace, settings.OnDisk} {
		w := newTwoLines(t)
		w.main.Keys = keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
		useBackend(w.side, settings.InBranch)
		useBackend(w.main, backend)
		before := w.main.StoreGit("rev-parse", "refs/heads/threads")
		w.join()
		if w.main.StoreGit("rev-parse", "refs/heads/threads") != before {
			t.Errorf("%s: it was joined", backend)
		}
		w.side.WantKept(backend, "/memories/a.md=a /memories/b.md=b /memories/side.md=side's")
	}
}

func TestAMainStoreThatCannotBeReadHidesNothingOfTheOneHere(t *testing.T) {
	w := newTwoLines(t)
	useBackend(w.side, settings.InBranch)
	w.side.Set("memory", "on")
	w.main.Junk(w.main.Loose("refs/heads/threads:memory/branches.json"), false)
	w.side.WantKept("the main store is damaged", "/memories/a.md=a /memories/b.md=b /memories/side.md=side's")
	w.side.Keep("/memories/z.md", "z")
	w.join()
	w.side.WantKept("after a change", "/memories/a.md=a /memories/b.md=b /memories/side.md=side's /memories/z.md=z")
}
