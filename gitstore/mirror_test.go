package gitstore

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// pair makes a linked worktree's store and the main one's.
func pair(t testing.TB) (linked, main *Store) {
	t.Helper()
	return newStore(t), newStore(t)
}

func mirror(t testing.TB, s, to *Store, name string) {
	t.Helper()
	if err := s.Mirror(t.Context(), to, name); err != nil {
		t.Fatal(err)
	}
}

func mirrorReads(t testing.TB, to *Store, name, file string) string {
	t.Helper()
	sn, err := to.MirrorSnapshot(name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := sn.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestMirrorShowsTheOtherStoreAndLeavesThisOne(t *testing.T) {
	s, to := pair(t)
	put(t, s, "threads/1/a", "1")
	own := put(t, to, "threads/1/a", "mine")
	mirror(t, s, to, "x")
	before := listStore(t, to)
	mirror(t, s, to, "x")
	if after := listStore(t, to); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("a mirror with nothing to do changed files: %v, was %v", after, before)
	}
	if got := mirrorReads(t, to, "x", "threads/1/a"); got != "1" {
		t.Errorf("mirror holds %q", got)
	}
	if tip, _ := to.Tip(); tip != own {
		t.Errorf("the tip moved to %s", tip)
	}
	refs, err := to.Mirrors()
	tip, _ := s.Tip()
	if err != nil || len(refs) != 1 || refs[0] != (MirrorRef{Name: "x", Tip: tip}) {
		t.Errorf("mirrors: %v, %v", refs, err)
	}
	if got, ok := MirrorTip(to.Dir(), "x"); !ok || got != tip {
		t.Errorf("MirrorTip: %s, %v", got, ok)
	}
	needGit(t)
	gitFsck(t, to)
	if out := git(t, to, "log", "--format=%s", "refs/worktrees/x/threads"); out != "add threads/1/a\ninit\n" {
		t.Errorf("git log: %q", out)
	}
}

func TestMirrorBringsOnlyWhatIsNew(t *testing.T) {
	s, to := pair(t)
	fillThreads(t, s, 100)
	mirror(t, s, to, "x")
	before := listStore(t, to)
	for i := range 3 {
		put(t, s, threadPath(7), fmt.Sprint("changed ", i))
	}
	mirror(t, s, to, "x")
	added := 0
	for name := range listStore(t, to) {
		if _, ok := before[name]; !ok && strings.HasPrefix(name, "objects/") {
			added++
		}
	}
	// A blob, two folders, the root and the commit, three times.
	if want := 3 * 5; added > want+3 {
		t.Errorf("three changes brought %d files, want %d and folders", added, want)
	}
	want, _ := s.Tip()
	if refs, _ := to.Mirrors(); len(refs) != 1 || refs[0].Tip != want {
		t.Errorf("mirrors: %v", refs)
	}
	checkMirror(t, s, to, "x")
}

// checkMirror checks that fsck finds both stores whole and that each commit of s is in to.
func checkMirror(t testing.TB, s, to *Store, name string) {
	t.Helper()
	want, err := s.Fsck(t.Context(), nil)
	if err != nil || len(want.Problems) > 0 {
		t.Fatalf("fsck of the linked one: %v, %v", want.Problems, err)
	}
	got, err := to.Fsck(t.Context(), nil)
	if err != nil || len(got.Problems) > 0 {
		t.Fatalf("fsck of the main one: %v, %v", got.Problems, err)
	}
	sn, err := to.MirrorSnapshot(name)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range to.Log(t.Context(), LogOptions{From: sn.ID()}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != want.Commits {
		t.Errorf("the mirror has %d commits, the store %d", n, want.Commits)
	}
}

func TestLongLinesAreMirroredAsAPack(t *testing.T) {
	s, to := pair(t)
	history(t, s, 120)
	gc(t, s, GCOptions{})
	history(t, s, 3)
	mirror(t, s, to, "x")
	if packs := packNames(t, to); len(packs) != 1 {
		t.Errorf("packs: %v", packs)
	}
	checkMirror(t, s, to, "x")
	needGit(t)
	gitFsck(t, to)
}

func TestMirrorThatWasStoppedIsFinished(t *testing.T) {
	s, to := pair(t)
	put(t, s, threadPath(1), "1")
	mirror(t, s, to, "x")
	old, _ := s.Tip()
	put(t, s, threadPath(2), "2")
	mirror(t, s, to, "x")
	// As if it had been killed before it moved the ref, and a power cut had emptied an unnamed object.
	ref := to.path("refs/worktrees/x/threads")
	writeRaw(t, ref, old.String()+"\n")
	writeRaw(t, looseFile(to, HashBlob([]byte("2"))), "")
	if got := mirrorReads(t, to, "x", threadPath(1)); got != "1" {
		t.Errorf("half-way: %q", got)
	}
	mirror(t, s, to, "x")
	checkMirror(t, s, to, "x")

	writeRaw(t, ref+".lock", "")
	put(t, s, threadPath(3), "3")
	if err := s.Mirror(t.Context(), to, "x"); !errors.Is(err, ErrBusy) {
		t.Errorf("a fresh ref lock: %v, want ErrBusy", err)
	}
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(ref+".lock", past, past); err != nil {
		t.Fatal(err)
	}
	mirror(t, s, to, "x")
	checkMirror(t, s, to, "x")
}

func TestTornMirrorIsMadeAnewAndBreaksNothing(t *testing.T) {
	for _, torn := range []string{"", "12345", strings.Repeat("0", 40) + "\n", strings.Repeat("ab", 20) + "\n"} {
		s, to := pair(t)
		put(t, s, threadPath(1), "1")
		put(t, to, threadPath(1), "mine")
		mirror(t, s, to, "x")
		writeRaw(t, to.path("refs/worktrees/x/threads"), torn)
		if got := mustRead(t, openAt(t, to.Dir()), threadPath(1)); got != "mine" {
			t.Errorf("torn %q: the store holds %q", torn, got)
		}
		put(t, to, threadPath(2), "more")
		if r := gc(t, to, GCOptions{Grace: -1}); torn != "" && !strings.HasPrefix(torn, "0") && r.Pruned > 0 {
			t.Errorf("torn %q: gc deleted %d objects", torn, r.Pruned)
		}
		if _, err := to.Mirrors(); err != nil {
			t.Errorf("torn %q: %v", torn, err)
		}
		mirror(t, s, to, "x")
		lost, err := to.Acknowledge(t.Context())
		if named := parseRef(torn); err != nil || (len(lost) == 1) != !named.id.IsZero() {
			t.Errorf("torn %q: lost %v, %v", torn, lost, err)
		}
		checkMirror(t, s, to, "x")
	}
}

func TestMirrorGivesUpWhereSomebodyWrites(t *testing.T) {
	s, to := pair(t)
	put(t, s, "a", "1")
	l, err := openAt(t, to.Dir()).lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = s.Mirror(t.Context(), to, "x")
	l.release()
	if !errors.Is(err, ErrBusy) {
		t.Errorf("mirror into a locked store: %v, want ErrBusy", err)
	}
	mirror(t, s, to, "x")
	checkMirror(t, s, to, "x")
}

func TestCollectionOnEitherSideKeepsTheMirror(t *testing.T) {
	s, to := pair(t)
	history(t, s, 20)
	put(t, to, "a", "mine")
	mirror(t, s, to, "x")
	for i := range 4 {
		gc(t, s, GCOptions{Grace: -1})
		if r := gc(t, to, GCOptions{Grace: -1}); r.Pruned > 0 {
			t.Errorf("gc deleted %d objects of the mirror", r.Pruned)
		}
		put(t, s, "b", fmt.Sprint(i))
		mirror(t, s, to, "x")
		checkMirror(t, s, to, "x")
	}
	needGit(t)
	git(t, to, "pack-refs", "--all")
	checkMirror(t, s, to, "x")
	put(t, s, "b", "last")
	mirror(t, s, to, "x")
	checkMirror(t, s, to, "x")
	if refs, _ := to.Mirrors(); len(refs) != 1 {
		t.Errorf("mirrors after git pack-refs: %v", refs)
	}
	gitFsck(t, to)
}

func TestTwoWorktreesOfTheSameNamesDoNotClash(t *testing.T) {
	s, to := pair(t)
	other := newStore(t)
	put(t, s, threadPath(1), "x")
	put(t, other, threadPath(1), "y")
	mirror(t, s, to, "x")
	mirror(t, other, to, "y")
	if x, y := mirrorReads(t, to, "x", threadPath(1)), mirrorReads(t, to, "y", threadPath(1)); x != "x" || y != "y" {
		t.Errorf("mirrors hold %q and %q", x, y)
	}
}

func TestStoreMadeAnewDoesNotHideTheOneBefore(t *testing.T) {
	s, to := pair(t)
	put(t, s, "a", "before")
	mirror(t, s, to, "x")
	anew := newStore(t)
	put(t, anew, "a", "anew")
	mirror(t, anew, to, "x")
	gc(t, to, GCOptions{Grace: -1})
	refs, err := to.Mirrors()
	if err != nil || len(refs) != 2 {
		t.Fatalf("mirrors: %v, %v", refs, err)
	}
	for _, r := range refs {
		sn, err := to.SnapshotAt(r.Tip)
		if err != nil {
			t.Fatal(err)
		}
		data, err := sn.ReadFile("a")
		if want := map[bool]string{true: "before", false: "anew"}[r.Former]; err != nil || string(data) != want || r.Name != "x" {
			t.Errorf("%+v holds %q, %v", r, data, err)
		}
	}
}

func TestOlderStoreDoesNotMoveItsMirrorBack(t *testing.T) {
	s, to := pair(t)
	early := put(t, s, "a", "1")
	put(t, s, "a", "2")
	mirror(t, s, to, "x")
	writeRaw(t, s.path(refName), early.String()+"\n")
	mirror(t, openAt(t, s.Dir()), to, "x")
	if got := mirrorReads(t, to, "x", "a"); got != "2" {
		t.Errorf("mirror holds %q", got)
	}
	if refs, _ := to.Mirrors(); len(refs) != 1 {
		t.Errorf("mirrors: %v", refs)
	}
}

func TestLostTipIsNeverTakenFromAMirror(t *testing.T) {
	s, to := pair(t)
	want := put(t, to, "a", "mine")
	for i := range 3 {
		put(t, s, "a", fmt.Sprint("theirs ", i))
	}
	mirror(t, s, to, "x")
	for _, name := range []string{refName, reflogName} {
		if err := os.Remove(to.path(name)); err != nil {
			t.Fatal(err)
		}
	}
	if tip, err := openAt(t, to.Dir()).Tip(); err != nil || tip != want {
		t.Errorf("recovered %s, %v; want %s", tip, err, want)
	}
}

func TestNamesOfWorktreesAreReversible(t *testing.T) {
	names := []string{
		"x", "v1.2", "..", ".", "a..b", "a.lock", "a.tmp-b", ".hidden", "end.", "sp ace", "ümlaut", "a/b", "%41", "x@1234567890",
		"refs", "-", "a\x00b", "a\nb", "CON", "a:b", "a~^?*[\\",
	}
	seen := map[string]bool{}
	for _, name := range names {
		ref, err := mirrorRef(name)
		if err != nil {
			t.Fatal(err)
		}
		folder := path.Base(path.Dir(ref))
		back, former, ok := mirrorName(folder)
		if back != name || former || !ok || seen[folder] {
			t.Errorf("%q is %q, back %q, %v, %v", name, folder, back, former, ok)
		}
		seen[folder] = true
		if !filepath.IsLocal(filepath.FromSlash(folder)) || strings.ContainsAny(folder, "/\\: \n\x00") {
			t.Errorf("%q is the folder %q", name, folder)
		}
	}
	s, to := pair(t)
	put(t, s, "a", "1")
	for _, name := range names {
		mirror(t, s, to, name)
	}
	if refs, err := to.Mirrors(); err != nil || len(refs) != len(names) {
		t.Errorf("mirrors: %v, %v", refs, err)
	}
	if err := s.Mirror(t.Context(), to, ""); !errors.Is(err, ErrPath) {
		t.Errorf("no name: %v", err)
	}
	needGit(t)
	gitFsck(t, to)
	git(t, to, "pack-refs", "--all")
	if refs, err := to.Mirrors(); err != nil || len(refs) != len(names) {
		t.Errorf("packed mirrors: %v, %v", refs, err)
	}
}

func TestMirrorsBesideWritersLoseNothing(t *testing.T) {
	s, to := pair(t)
	var wg sync.WaitGroup
	for w := range 2 {
		for _, target := range []*Store{s, to} {
			own := openAt(t, target.Dir())
			wg.Go(func() {
				for i := range 15 {
					if err := addLine(own, fmt.Sprint("w", w), i); err != nil {
						t.Error(err)
					}
				}
			})
		}
		from, into := openAt(t, s.Dir()), openAt(t, to.Dir())
		wg.Go(func() {
			for range 20 {
				if err := from.Mirror(t.Context(), into, "x"); err != nil && !errors.Is(err, ErrBusy) {
					t.Error(err)
				}
			}
		})
	}
	wg.Go(func() {
		for range 3 {
			if _, err := openAt(t, to.Dir()).GC(t.Context(), GCOptions{Grace: -1}, nil); err != nil {
				t.Error(err)
			}
		}
	})
	wg.Wait()
	mirror(t, openAt(t, s.Dir()), openAt(t, to.Dir()), "x")
	checkMirror(t, openAt(t, s.Dir()), openAt(t, to.Dir()), "x")
	checkLines(t, openAt(t, s.Dir()), 2, 15)
	checkLines(t, openAt(t, to.Dir()), 2, 15)
}

func BenchmarkMirrorNothing(b *testing.B) {
	s, to := pair(b)
	fillThreads(b, s, 100)
	mirror(b, s, to, "x")
	for b.Loop() {
		mirror(b, s, to, "x")
	}
}

func BenchmarkMirrorTipNothing(b *testing.B) {
	s, to := pair(b)
	put(b, s, "a", "1")
	mirror(b, s, to, "x")
	for b.Loop() {
		MirrorTip(to.Dir(), "x")
	}
}

func BenchmarkMirrorOneReply(b *testing.B) {
	s, to := pair(b)
	fillThreads(b, s, 1000)
	mirror(b, s, to, "x")
	i := 0
	for b.Loop() {
		b.StopTimer()
		i++
		put(b, s, threadPath(7), fmt.Sprint("reply ", i))
		b.StartTimer()
		mirror(b, s, to, "x")
	}
}

// Mirroring in small steps writes loose objects. If they were not packed, every change would start a collection that
// finds nothing to do.
func TestAutoGCPacksMirrorsToo(t *testing.T) {
	s, to := pair(t)
	put(t, s, "a", "1")
	mirror(t, s, to, "x")
	if err := os.MkdirAll(to.path("objects/17"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		writeRaw(t, to.path(fmt.Sprintf("objects/17/%038x", i)), "")
	}
	gc(t, to, GCOptions{Auto: true})
	tip, err := s.Tip()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(looseFile(to, tip)); err == nil || !to.packs.has(tip) {
		t.Error("the tip of the mirror was not packed")
	}
	checkMirror(t, s, to, "x")
}
