//go:build unix

package proof

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"consider/internal/gittest"
)

// saysOfBackup fails unless doctor reports this of the backup.
func (s seat) saysOfBackup(want string) {
	s.t.Helper()
	if got := s.must("doctor"); !strings.Contains(got.Out, want) {
		s.t.Errorf("doctor does not say %q:\n%s", want, got.Out)
	}
}

// TestAStoreThatWasDamagedBeforeItsFirstCopyGetsOneOnceItIsWhole: until then doctor says that there is none.
func TestAStoreThatWasDamagedBeforeItsFirstCopyGetsOneOnceItIsWhole(t *testing.T) {
	t.Parallel()
	r := sample(t)
	id := sit(t, r.Dir).athome(t.TempDir()).inProcess().add("a.txt:3", "-m", "first")
	s := sit(t, r.Dir).athome(t.TempDir()).inProcess() // where it has no copy yet
	old := plumbing(t, r.Dir, "rev-parse", "refs/heads/threads:"+stored(id))
	object := r.Path(filepath.Join(".consider", "objects", old[:2], old[2:]))
	aside := filepath.Join(t.TempDir(), "object")
	sit(t, r.Dir).with("HOME=", "XDG_CONFIG_HOME=").must("edit", id, "-m", "edited", "--as", "human")
	if err := os.Rename(object, aside); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		s.must("reply", id, "-m", fmt.Sprint("goes on ", i), "--as", "human")
		s.saysOfBackup("note backup: no copy of the threads outside the project: the last one could not be finished")
	}
	if err := os.Rename(aside, object); err != nil {
		t.Fatal(err)
	}
	s.must("reply", id, "-m", "whole again", "--as", "human")
	s.saysOfBackup("ok backup: a copy of the threads is in")
}

// TestTwoAccountsOnOneCheckoutHaveABackupEach: neither touches the other's, no caller is refused and nothing is damaged.
func TestTwoAccountsOnOneCheckoutHaveABackupEach(t *testing.T) {
	t.Parallel()
	r := sample(t)
	one, two := &wreck{seat: sit(t, r.Dir).athome(t.TempDir()).inProcess()}, &wreck{seat: sit(t, r.Dir).athome(t.TempDir()).inProcess()}
	id := one.add("a.txt:3", "-m", "by one")
	say := func(w *wreck, words string) {
		got := w.must("reply", id, "-m", words, "--as", "human")
		for _, bad := range []string{"damaged", "elsewhere", "read-only", "backup"} {
			if strings.Contains(got.Err, bad) {
				t.Errorf("%s: %s", got, got.Err)
			}
		}
	}
	say(two, "by two")
	say(one, "by one again")
	say(two, "by two at last")
	one.saysOfBackup("without the last 1 change")
	two.saysOfBackup("ok backup: a copy of the threads is in")

	// Each brings back what its own has.
	want := two.words()
	one.move(one.store(""))
	one.must(restoring...)
	if got := one.words(); len(got) != len(want)-1 {
		t.Errorf("the first has %q", got)
	}
	say(one, "since then")
	if got := two.must("list"); !strings.Contains(got.Err, "the backup is 1 change ahead of this project") {
		t.Errorf("the second is told %q", got.Err)
	}
	two.must(restoring...)
	for _, words := range append(want, id+": human: since then") {
		if now := two.words(); !slices.Contains(now, words) {
			t.Errorf("lost: %s\nof %q", words, now)
		}
	}
	for _, w := range []*wreck{one, two} {
		say(w, "goes on")
		w.refused([]int{10}, restoring...)
		sound(w.seat)
	}
}

// TestABackupWhoseMakingIsKilledIsFinishedByTheNextChange kills changes at any moment, those that make the first copy and
// those that continue it, and then loses the store.
func TestABackupWhoseMakingIsKilledIsFinishedByTheNextChange(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	w := &wreck{seat: sit(t, sample(t).Dir).athome(home).inProcess()}
	id := w.add("a.txt:3", "-m", "first")
	aim := &aim{program: build(t), luck: chance(t), reach: 100 * time.Millisecond}
	for round := range often(60, 8) {
		if round%2 == 0 {
			w.move(filepath.Join(home, ".local"))
		}
		w.shootSometime(aim, "reply", id, "-m", fmt.Sprintf("shot %d", round), "--as", "human")
		w.must("reply", id, "-m", fmt.Sprintf("after %d", round), "--as", "human")
		want := w.words()
		w.move(w.store(""))
		w.must(restoring...)
		w.has(want, round)
	}
	t.Logf("%d killed", aim.killed)
}

// TestADamagedBackupGivesBackTheWordsItHas: also where its line no longer reaches the store's.
func TestADamagedBackupGivesBackTheWordsItHas(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	w := &wreck{seat: sit(t, sample(t).Dir).athome(home), aside: filepath.Join(gittest.TempDir(t), "aside")}
	w.add("a.txt:3", "-m", "first")
	w.copy(w.aside, w.store(""))
	w.add("a.txt:5", "-m", "second")
	lacking := plumbing(t, w.dir, "rev-parse", "refs/heads/threads")
	w.add("a.txt:7", "-m", "third")
	want := w.words()
	w.move(w.store(""))
	w.copy(w.store(""), w.aside)
	w.add("a.txt:8", "-m", "since then")
	want = append(want, w.words()...)
	w.saysOfBackup("2 changes ahead of this project") // its log is in its folder now
	for _, name := range []string{"1.log", "1/objects/" + lacking[:2] + "/" + lacking[2:]} {
		found, err := filepath.Glob(filepath.Join(home, ".local/state/consider/backups/*", name))
		if err != nil || len(found) != 1 {
			t.Fatalf("%q: %v", found, err)
		}
		if err := os.Remove(found[0]); err != nil {
			t.Fatal(err)
		}
	}
	w.must(restoring...)
	w.has(want, 0)
}
