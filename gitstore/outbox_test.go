package gitstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func forkOptions(t testing.TB, home *Store) Options {
	o := testOptions(t)
	o.Fork = home
	return o
}

// fork makes an outbox of a store.
func fork(t testing.TB, home *Store) *Store {
	t.Helper()
	return createAt(t, filepath.Join(t.TempDir(), ".consider"), forkOptions(t, home))
}

func boxOf(t testing.TB, s *Store) Outbox {
	t.Helper()
	box, ok := OutboxIn(s.Dir())
	if !ok {
		t.Fatalf("%s is no outbox", s.Dir())
	}
	return box
}

// keep keeps what an outbox has of its own in its home.
func keep(t testing.TB, s, home *Store, name string) Outbox {
	t.Helper()
	box := boxOf(t, s)
	if err := home.KeepOutbox(t.Context(), s, name, box); err != nil {
		t.Fatal(err)
	}
	return box
}

func follow(t testing.TB, s, home *Store, was Outbox) {
	t.Helper()
	if err := s.Follow(t.Context(), home, was); err != nil {
		t.Fatal(err)
	}
}

// wantAt checks that an outbox has no commits of its own and shows its home's tip, and that it is sound.
func wantAt(t testing.TB, s, home *Store) {
	t.Helper()
	tip, err := home.Tip()
	if box := boxOf(t, s); err != nil || box != (Outbox{tip, tip}) {
		t.Errorf("the outbox is at %+v, its home at %s, %v", box, tip, err)
	}
	wantLine(t, s)
}

// wantLine checks that an outbox is sound, misses nothing, and has no commit that a recovery made.
func wantLine(t testing.TB, s *Store) {
	t.Helper()
	s = openAt(t, s.Dir())
	r, err := s.Fsck(t.Context(), nil)
	if err != nil || len(r.Problems)+len(r.Debris)+len(r.Abandoned) > 0 {
		t.Errorf("fsck: %+v, %v", r, err)
	}
	for c, err := range s.Log(t.Context(), LogOptions{}) {
		if err != nil || strings.HasPrefix(c.Subject, recoverSubject) {
			t.Errorf("the line has %q, %v", c.Subject, err)
		}
	}
}

// ownOf lists the subjects of the commits that an outbox has of its own, newest first.
func ownOf(t testing.TB, s *Store, box Outbox) (out []string) {
	t.Helper()
	for c, err := range s.Log(t.Context(), LogOptions{From: box.Tip, Until: box.Home}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c.Subject)
	}
	return out
}

func taken(t testing.TB, home *Store) map[string]ID {
	t.Helper()
	refs, err := home.refsIn(takenDir)
	if err != nil {
		t.Fatal(err)
	}
	return refs
}

func TestAForkShowsItsHomeAndLeavesItUnchanged(t *testing.T) {
	home := newStore(t)
	want := history(t, home, 6)
	gc(t, home, GCOptions{Grace: -1})
	put(t, home, "threads/1/a", "1")
	before := listStore(t, home)
	s := fork(t, home)
	wantAt(t, s, home)
	checkHistory(t, s, want)
	if got := mustRead(t, s, "threads/1/a"); got != "1" {
		t.Errorf("it shows %q", got)
	}
	again := createAt(t, s.Dir(), forkOptions(t, home))
	put(t, again, "threads/1/a", "2")
	gc(t, again, GCOptions{Grace: -1})
	if diff := cmp.Diff(before, listStore(t, home)); diff != "" {
		t.Error(diff)
	}
	if _, ok := OutboxIn(home.Dir()); ok {
		t.Error("the home is an outbox")
	}
	tip, _ := home.Tip()
	if got, ok := TipIn(home.Dir()); !ok || got != tip {
		t.Errorf("TipIn: %s, %v; want %s", got, ok, tip)
	}
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "absent")} {
		_, known := TipIn(dir)
		if _, ok := OutboxIn(dir); ok || known {
			t.Errorf("a store in %s", dir)
		}
	}
	gitFsck(t, s)
}

func TestOwnCommitsOfAnOutboxComeAfterItsHome(t *testing.T) {
	home := newStore(t)
	tip := put(t, home, "a", "1")
	s := fork(t, home)
	put(t, s, "b", "2")
	put(t, home, "c", "3")
	last := put(t, openAt(t, s.Dir()), "d", "4")
	box := boxOf(t, s)
	if box != (Outbox{Home: tip, Tip: last}) {
		t.Errorf("%+v, want %s and %s", box, tip, last)
	}
	if got := fmt.Sprint(ownOf(t, s, box)); got != "[add d add b]" {
		t.Errorf("its own: %s", got)
	}
	wantLine(t, s)
}

func TestFollowDoesNothingWhereTheOutboxHasMoved(t *testing.T) {
	home := newStore(t)
	put(t, home, "a", "1")
	s := fork(t, home)
	stale := boxOf(t, s)
	put(t, s, "b", "2")
	put(t, home, "c", "3")
	before := listStore(t, s)
	for _, was := range []Outbox{stale, {}, {Home: stale.Home}} {
		follow(t, s, home, was)
	}
	if diff := cmp.Diff(before, listStore(t, s)); diff != "" {
		t.Error(diff)
	}
}

func TestFollowBringsOnlyWhatIsNew(t *testing.T) {
	home := newStore(t)
	fillThreads(t, home, 100)
	s := fork(t, home)
	wantAt(t, s, home)
	for range 2 {
		before := listStore(t, s)
		for i := range 3 {
			put(t, home, threadPath(7), fmt.Sprint("changed ", len(before), i))
		}
		follow(t, s, home, boxOf(t, s))
		wantAt(t, s, home)
		added := 0
		for name := range listStore(t, s) {
			if _, ok := before[name]; !ok && strings.HasPrefix(name, "objects/") {
				added++
			}
		}
		if want := 3 * 5; added > want { // a blob, two folders, the root and the commit
			t.Errorf("three changes brought %d files, want %d", added, want)
		}
	}
	before := listStore(t, s)
	follow(t, s, home, boxOf(t, s))
	for name, data := range listStore(t, s) {
		if before[name] != data && strings.HasPrefix(name, "objects/") {
			t.Errorf("with nothing new, %s was written", name)
		}
	}
	gitFsck(t, s)
}

func TestALongHomeIsCopiedAsOnePack(t *testing.T) {
	home := newStore(t)
	want := history(t, home, 60)
	gc(t, home, GCOptions{})
	for i := range 3 {
		want[put(t, home, "more", fmt.Sprint(i))] = nil
	}
	s := fork(t, home)
	if packs := packNames(t, s); len(packs) != 1 {
		t.Errorf("packs: %v", packs)
	}
	wantAt(t, s, home)
	put(t, s, "own", "1")
	for id := range want {
		if _, err := openAt(t, s.Dir()).SnapshotAt(id); err != nil {
			t.Error(err)
		}
	}
	gitFsck(t, s)
}

func TestWhatAnOutboxHasOfItsOwnIsKeptOnceInItsHome(t *testing.T) {
	home := newStore(t)
	put(t, home, "a", "1")
	s := fork(t, home)
	own := map[ID]map[string]string{
		put(t, s, "a", "2"): {"a": "2"},
		put(t, s, "b", "3"): {"a": "2", "b": "3"},
	}
	tip := put(t, home, "c", "of the home")
	for range 2 {
		keep(t, s, home, "side")
	}
	if refs := taken(t, home); len(refs) != 1 || refs["side/20261121T103000Z"] != boxOf(t, s).Tip {
		t.Errorf("refs: %v", refs)
	}
	put(t, s, "b", "4")
	keep(t, s, home, "side")
	if refs := taken(t, home); len(refs) != 2 {
		t.Errorf("refs: %v", refs)
	}
	gc(t, home, GCOptions{Grace: -1})
	checkHistory(t, home, own)
	wantLine(t, home)
	if now, _ := home.Tip(); now != tip || len(lostOf(t, home)) > 0 {
		t.Errorf("the home is at %s, lost %+v", now, lostOf(t, home))
	}
	gitFsck(t, home)
}

// TestAStoreOfItsOwnBecomesAnOutbox covers the stores that worktrees had before they shared the main one's.
func TestAStoreOfItsOwnBecomesAnOutbox(t *testing.T) {
	home, s := newStore(t), newStore(t)
	put(t, home, "a", "1")
	own := map[ID]map[string]string{put(t, s, "b", "2"): {"b": "2"}}
	was := Outbox{Tip: put(t, s, "c", "3")}
	if err := home.KeepOutbox(t.Context(), s, "side", was); err != nil {
		t.Fatal(err)
	}
	follow(t, s, home, was)
	for range 2 {
		for _, at := range []*Store{s, home} {
			gc(t, at, GCOptions{Grace: -1})
			wantLine(t, at)
			checkHistory(t, at, own)
		}
		wantAt(t, s, home)
	}
	if plan, err := s.PurgePlan(t.Context(), all); err != nil || plan.Unfinished {
		t.Errorf("%+v, %v", plan, err)
	}
}

func TestNamesOfAnyLengthAreKept(t *testing.T) {
	home := newStore(t)
	s := fork(t, home)
	put(t, s, "b", "1")
	keep(t, s, home, strings.Repeat("名", 80))
	if refs, err := home.allMirrors(); err != nil || len(refs) != 1 {
		t.Errorf("%v, %v", refs, err)
	}
	wantLine(t, home)
	gitFsck(t, home)
}

func TestAPurgedHomeDoesNotTakePurgedWordsBack(t *testing.T) {
	home := newStore(t)
	fillPlain(t, home)
	s := fork(t, home)
	put(t, s, "threads/3/c", "of the outbox")
	purgeAll(t, home, all)
	before := listStore(t, home)
	box := keep(t, s, home, "side")
	if diff := cmp.Diff(before, listStore(t, home)); diff != "" {
		t.Error(diff)
	}
	wantNoWords(t, home, written...)
	follow(t, s, home, box)
	wantAt(t, s, home)
	purgeAll(t, s, all)
	wantNoWords(t, s, written...)
	wantAt(t, s, home)
	sound(t, s)
}

// TestOutboxesArePurged covers the copies in the home and the ref of an outbox.
func TestOutboxesArePurged(t *testing.T) {
	home := newStore(t)
	fillPlain(t, home)
	s := fork(t, home)
	commit(t, s, "memory", "", map[string]string{"memory/workspace/files/own": "SUNDAY"})
	put(t, s, "threads/3/c", "of the outbox")
	keep(t, s, home, "side")
	for _, at := range []*Store{s, home} {
		if r := purgeAll(t, at, all); len(r.Files) == 0 {
			t.Errorf("report: %+v", r)
		}
		wantNoWords(t, at, written...)
		sound(t, at)
	}
	tip, _ := home.Tip()
	box := boxOf(t, s)
	if box.Home != tip || fmt.Sprint(ownOf(t, s, box)) != "[add threads/3/c]" {
		t.Errorf("the outbox is at %+v, the home at %s", box, tip)
	}
	if got := mirrorTip(t, home, "side"); got != box.Tip {
		t.Errorf("the home has %s of the outbox, which is at %s", got, box.Tip)
	}
	keep(t, s, home, "side")
	follow(t, s, home, box)
	wantAt(t, s, home)
	if refs := taken(t, home); len(refs) != 1 {
		t.Errorf("refs: %v", refs)
	}
}

func TestCommitsThatWereTakenOverAreNotLost(t *testing.T) {
	home := newStore(t)
	put(t, home, "a", "1")
	s := fork(t, home)
	for round := range 3 {
		for i := range 3 {
			put(t, s, "b", fmt.Sprint(round, i))
		}
		put(t, home, "b", fmt.Sprint("taken over ", round))
		follow(t, s, home, keep(t, s, home, "side"))
		wantAt(t, s, home)
		gc(t, s, GCOptions{Grace: -1})
		wantAt(t, s, home)
	}
	// The reflog is shortened when it is long.
	for _, raw := range []string{lastLine(t, s.path(reflogName)), ""} {
		writeRaw(t, s.path(reflogName), raw)
		for range 2 {
			gc(t, s, GCOptions{Grace: -1})
			if lost := lostOf(t, s); len(lost) > 0 {
				t.Fatalf("lost: %+v", lost)
			}
			wantAt(t, s, home)
		}
	}
	gitFsck(t, s)
}

func lastLine(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	return lines[len(lines)-2]
}

// Writers put commits into an outbox and its home while it is taken over again and again, also by programs whose view of
// it is old.
func TestNothingLeavesAnOutboxBeforeItWasKept(t *testing.T) {
	const writers, each = 8, 10
	home := newStore(t)
	put(t, home, "a", "1")
	s := fork(t, home)
	var mu sync.Mutex
	var own []ID
	var wg, rest sync.WaitGroup
	var done atomic.Bool
	for w := range writers {
		at := openAt(t, s.Dir())
		wg.Go(func() {
			for i := range each {
				id, err := at.Update(t.Context(), func(tx *Tx) (Meta, error) {
					tx.Put(fmt.Sprint("own/", w), fmt.Append(nil, i))
					return Meta{Subject: "own"}, nil
				})
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				own = append(own, id)
				mu.Unlock()
			}
		})
	}
	other := openAt(t, home.Dir())
	wg.Go(func() {
		for i := range each {
			if err := addLine(other, "home", i); err != nil {
				t.Error(err)
			}
		}
	})
	for range 2 {
		at, to := openAt(t, s.Dir()), openAt(t, home.Dir())
		rest.Go(func() {
			stale := boxOf(t, s)
			for !done.Load() {
				box, ok := OutboxIn(s.Dir())
				if !ok {
					t.Error("it is no outbox")
					return
				}
				err := to.KeepOutbox(t.Context(), at, "side", box)
				if err == nil {
					err = at.Follow(t.Context(), to, box)
				}
				if err = errors.Join(err, at.Follow(t.Context(), to, stale)); err != nil {
					t.Error(err)
				}
				stale = box
			}
		})
	}
	wg.Wait()
	done.Store(true)
	rest.Wait()
	s, home = openAt(t, s.Dir()), openAt(t, home.Dir())
	kept := keptIn(t, home)
	for _, id := range own {
		here, err := s.Contains(t.Context(), id)
		if err != nil || !here && !kept[id] {
			t.Errorf("%s is neither in the outbox nor in its home, %v", id, err)
		}
	}
	follow(t, s, home, keep(t, s, home, "side"))
	wantAt(t, s, home)
	gitFsck(t, s)
	gitFsck(t, home)
}

func TestOutboxesAreDroppedAfterThirtyDays(t *testing.T) {
	now := frozen
	o := testOptions(t)
	o.Now = func() time.Time { return now }
	home := createAt(t, filepath.Join(t.TempDir(), ".consider"), o)
	put(t, home, "a", "1")
	s := fork(t, home)
	put(t, s, "b", "own 1")
	put(t, s, "b", "own 2")
	keep(t, s, home, "side")
	put(t, home, "b", "taken over")
	needGit(t)
	for _, c := range []struct {
		after time.Duration
		kept  int
	}{{0, 1}, {outboxKept - time.Second, 1}, {outboxKept, 0}} {
		now = frozen.Add(c.after)
		if c.after > 0 {
			git(t, home, "pack-refs", "--all")
		}
		for range 2 {
			gc(t, home, GCOptions{Grace: -1})
			if refs := taken(t, home); len(refs) != c.kept {
				t.Errorf("after %v: %v", c.after, refs)
			}
			wantLine(t, home)
			if lost := lostOf(t, home); len(lost) > 0 {
				t.Fatalf("after %v: lost %+v", c.after, lost)
			}
		}
	}
	if got := mustRead(t, home, "b"); got != "taken over" {
		t.Errorf("the home shows %q", got)
	}
	gitFsck(t, home)
}

func TestAFolderMadeForASandboxHoldsNoStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), ".consider")
	for range 2 {
		if err := MakeFolder(dir); err != nil {
			t.Fatal(err)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != ".gitignore" {
		t.Errorf("it has %v, %v", left, err)
	}
	if _, err := Open(dir, testOptions(t)); !errors.Is(err, ErrNoStore) {
		t.Errorf("opened: %v", err)
	}
	home := newStore(t)
	put(t, home, "a", "1")
	wantAt(t, createAt(t, dir, forkOptions(t, home)), home)
}

// Where nothing can be written to is in the tests of read-only stores.
func TestAStoreCanBeWrittenToWhereItCanBeMade(t *testing.T) {
	s := newStore(t)
	above := filepath.Dir(s.Dir())
	check := func(dir string, want bool) {
		t.Helper()
		before := listStore(t, s)
		if got := Writable(dir); got != want {
			t.Errorf("%s: %v", dir, got)
		}
		if diff := cmp.Diff(before, listStore(t, s)); diff != "" {
			t.Error(diff)
		}
	}
	check(s.Dir(), true)
	check(filepath.Join(above, "absent"), true)
	check(filepath.Join(above, "absent", "deeper"), true)
	remove(t, s.path(lockName))
	check(s.Dir(), true)
	if err := os.Mkdir(s.path(lockName), 0o755); err != nil {
		t.Fatal(err)
	}
	check(s.Dir(), false)
	if left, err := os.ReadDir(above); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestLocksOfKilledWritersAmongTheRefsOfOutboxesAreSwept(t *testing.T) {
	home := newStore(t)
	s := fork(t, home)
	put(t, s, "a", "1")
	keep(t, s, home, "side")
	for at, lock := range map[*Store]string{s: homeRef + ".lock", home: takenDir + "/side/20261120T103000Z.lock"} {
		writeRaw(t, at.path(lock), "")
		past := time.Now().Add(-2 * gitGrace)
		if err := os.Chtimes(at.path(lock), past, past); err != nil {
			t.Fatal(err)
		}
		if r, err := at.Fsck(t.Context(), nil); err != nil || fmt.Sprint(r.Debris) != "["+lock+"]" {
			t.Errorf("fsck: %q, %v", r.Debris, err)
		}
		gc(t, at, GCOptions{})
		wantLine(t, at)
	}
}

// keptIn returns the commits of the outboxes that were taken over.
func keptIn(t *testing.T, home *Store) map[ID]bool {
	t.Helper()
	kept := map[ID]bool{}
	for _, tip := range taken(t, home) {
		line, _, err := home.lineUntil(t.Context(), tip, ID{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range line {
			kept[c.ID] = true
		}
	}
	return kept
}
