package gitstore

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// pair makes a linked worktree's store and the main one's.
func pair(t testing.TB) (linked, main *Store) {
	t.Helper()
	return newStore(t), newStore(t)
}

// mirror copies the line of s into to, as earlier programs did with a linked worktree's.
func mirror(t testing.TB, s, to *Store, name string) {
	t.Helper()
	mirrorAs(t, s, to, mirrorDir+"/"+escapeName(name)+"/threads")
}

func mirrorAs(t testing.TB, s, to *Store, ref string) {
	t.Helper()
	err := to.underLock(t.Context(), func(*heldLock) error {
		tip, err := s.Tip()
		if err != nil {
			return err
		}
		have, err := to.readRefFile(ref)
		if err != nil || have.id == tip {
			return err
		}
		if err := to.copyLine(t.Context(), s, tip, have.id); err != nil {
			return err
		}
		return to.setRef(ref, have, tip)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// mirrorTip returns the tip of the only mirror of that name.
func mirrorTip(t testing.TB, to *Store, name string) ID {
	t.Helper()
	refs, err := to.allMirrors()
	refs = slices.DeleteFunc(refs, func(r MirrorRef) bool { return r.Name != name })
	if err != nil || len(refs) != 1 {
		t.Fatal(refs, err)
	}
	return refs[0].Tip
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
	n := 0
	for _, err := range to.Log(t.Context(), LogOptions{From: mirrorTip(t, to, name)}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != want.Commits {
		t.Errorf("the mirror has %d commits, the store %d", n, want.Commits)
	}
}

func TestMirrorsOfEarlierProgramsAreReadAndLeaveTheStoresOwnLine(t *testing.T) {
	s, to := pair(t)
	own := put(t, to, "threads/1/a", "mine")
	former := put(t, s, "threads/1/a", "1")
	mirrorAs(t, s, to, mirrorDir+"/x@0123456789/threads")
	tip := put(t, s, "threads/1/a", "2")
	mirror(t, s, to, "x")
	if now, _ := to.Tip(); now != own {
		t.Errorf("the tip moved to %s", now)
	}
	refs, err := to.Mirrors()
	if err != nil || len(refs) != 2 {
		t.Fatalf("mirrors: %v, %v", refs, err)
	}
	for _, r := range refs {
		sn, err := to.SnapshotAt(r.Tip)
		if err != nil {
			t.Fatal(err)
		}
		data, err := sn.ReadFile("threads/1/a")
		if want := map[ID]string{former: "1", tip: "2"}[r.Tip]; err != nil || string(data) != want || r.Name != "x" {
			t.Errorf("%+v holds %q, %v", r, data, err)
		}
	}
	needGit(t)
	gitFsck(t, to)
	if out := git(t, to, "log", "--format=%s", "refs/worktrees/x/threads"); out != "add threads/1/a\nadd threads/1/a\ninit\n" {
		t.Errorf("git log: %q", out)
	}
}

func TestFsckReadsMirrorsAndOutboxes(t *testing.T) {
	s, to := pair(t)
	put(t, s, "a", "of a mirror")
	mirror(t, s, to, "x")
	box := fork(t, to)
	put(t, box, "a", "of an outbox")
	keep(t, box, to, "y")
	for _, text := range []string{"of a mirror", "of an outbox"} {
		file := looseFile(to, HashBlob([]byte(text)))
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		remove(t, file)
		if got := problemsAt(t, openAt(t, to.Dir())); !slices.Equal(got, []string{"a"}) {
			t.Errorf("without %q: %q", text, got)
		}
		writeRaw(t, file, string(whole))
	}
	if got := problemsAt(t, openAt(t, to.Dir())); len(got) != 0 {
		t.Errorf("afterwards: %q", got)
	}
}

func TestATornRefOfAnotherLineBreaksNothing(t *testing.T) {
	for _, ref := range []string{mirrorDir + "/x/threads", takenDir + "/x/20261121T103000Z", homeRef} {
		for _, torn := range []string{"", "12345", strings.Repeat("ab", 20) + "\n"} {
			s, to := pair(t)
			put(t, s, threadPath(1), "1")
			put(t, to, threadPath(1), "mine")
			mirrorAs(t, s, to, ref)
			writeRaw(t, to.path(ref), torn)
			if got := mustRead(t, openAt(t, to.Dir()), threadPath(1)); got != "mine" {
				t.Errorf("%s is %q: the store holds %q", ref, torn, got)
			}
			put(t, to, threadPath(2), "more")
			if r := gc(t, to, GCOptions{Grace: -1}); r.Pruned > 0 {
				t.Errorf("%s is %q: gc deleted %d objects", ref, torn, r.Pruned)
			}
			if got := problemsAt(t, to); len(got) != 1 {
				t.Errorf("%s is %q: fsck finds %q", ref, torn, got)
			}
			if _, err := to.Mirrors(); err != nil {
				t.Errorf("%s is %q: %v", ref, torn, err)
			}
		}
	}
}

func TestCollectionOnEitherSideKeepsMirrorsAndOutboxes(t *testing.T) {
	s, to := pair(t)
	history(t, s, 20)
	put(t, to, "a", "mine")
	mirror(t, s, to, "x")
	box := fork(t, to)
	for i := range 3 {
		put(t, box, "b", fmt.Sprint("of the outbox ", i))
	}
	own := keep(t, box, to, "y").Tip
	for i := range 4 {
		for _, at := range []*Store{s, box, to} {
			if r := gc(t, at, GCOptions{Grace: -1}); r.Pruned > 0 {
				t.Errorf("gc deleted %d objects", r.Pruned)
			}
		}
		put(t, s, "b", fmt.Sprint(i))
		mirror(t, s, to, "x")
		checkMirror(t, s, to, "x")
		checkMirror(t, box, to, "y")
	}
	needGit(t)
	git(t, to, "pack-refs", "--all")
	put(t, s, "b", "last")
	mirror(t, s, to, "x")
	checkMirror(t, s, to, "x")
	if tip := mirrorTip(t, to, "y"); tip != own {
		t.Errorf("the outbox is at %s, want %s", tip, own)
	}
	gitFsck(t, to)
}

func TestLostTipIsNeverTakenFromAnotherLine(t *testing.T) {
	for name, bring := range map[string]func(t *testing.T, to *Store){
		"a mirror": func(t *testing.T, to *Store) {
			s := newStore(t)
			for i := range 3 {
				put(t, s, "a", fmt.Sprint("theirs ", i))
			}
			mirror(t, s, to, "x")
		},
		"an outbox": func(t *testing.T, to *Store) {
			box := fork(t, to)
			for i := range 3 {
				put(t, box, "a", fmt.Sprint("theirs ", i))
			}
			keep(t, box, to, "x")
		},
	} {
		t.Run(name, func(t *testing.T) {
			to := newStore(t)
			want := put(t, to, "a", "mine")
			bring(t, to)
			for _, name := range []string{refName, reflogName} {
				remove(t, to.path(name))
			}
			if tip, err := openAt(t, to.Dir()).Tip(); err != nil || tip != want {
				t.Errorf("recovered %s, %v; want %s", tip, err, want)
			}
		})
	}
}

func TestNamesOfWorktreesAreReversible(t *testing.T) {
	names := []string{
		"x", "v1.2", "..", ".", "a..b", "a.lock", "a.tmp-b", ".hidden", "end.", "sp ace", "ümlaut", "a/b", "%41", "x@1234567890",
		"refs", "-", "a\x00b", "a\nb", "CON", "a:b", "a~^?*[\\",
	}
	seen := map[string]bool{}
	for _, name := range names {
		folder := escapeName(name)
		back, ok := mirrorName(folder)
		if back != name || !ok || seen[folder] {
			t.Errorf("%q is %q, back %q, %v", name, folder, back, ok)
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
	needGit(t)
	gitFsck(t, to)
	git(t, to, "pack-refs", "--all")
	if refs, err := to.Mirrors(); err != nil || len(refs) != len(names) {
		t.Errorf("packed mirrors: %v, %v", refs, err)
	}
}

// If loose objects of other lines were not packed, every change would start a collection that finds nothing to do.
func TestAutoGCPacksMirrorsAndOutboxesToo(t *testing.T) {
	s, to := pair(t)
	put(t, s, "a", "1")
	mirror(t, s, to, "x")
	box := fork(t, to)
	put(t, box, "a", "2")
	keep(t, box, to, "y")
	crowded(t, to)
	gc(t, to, GCOptions{Auto: true})
	for _, name := range []string{"x", "y"} {
		tip := mirrorTip(t, to, name)
		if _, err := os.Lstat(looseFile(to, tip)); err == nil || !to.packs.has(tip) {
			t.Errorf("the tip of %s was not packed", name)
		}
	}
	checkMirror(t, s, to, "x")
}

func TestAMirrorThatWasTakenOverIsKeptOnceAmongTheOutboxes(t *testing.T) {
	for name, before := range map[string]func(t *testing.T, to *Store, m MirrorRef){
		"as it is":        func(*testing.T, *Store, MirrorRef) {},
		"packed refs":     func(t *testing.T, to *Store, _ MirrorRef) { git(t, to, "pack-refs", "--all") },
		"a lock was left": func(t *testing.T, to *Store, m MirrorRef) { writeRaw(t, to.path(m.ref+".lock"), "") },
		"a killed run": func(t *testing.T, to *Store, m MirrorRef) {
			if err := to.setRef(takenDir+"/x%20y/20261120T103000Z", refState{}, m.Tip); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, to := pair(t)
			tip := put(t, s, "a", "1")
			mirror(t, s, to, "x y")
			refs, err := to.Mirrors()
			if err != nil || len(refs) != 1 {
				t.Fatal(refs, err)
			}
			before(t, to, refs[0])
			for range 2 {
				if err := to.KeepMirror(t.Context(), refs[0]); err != nil {
					t.Fatal(err)
				}
			}
			if left, err := to.Mirrors(); err != nil || len(left) != 0 {
				t.Errorf("mirrors: %v, %v", left, err)
			}
			if got := mirrorTip(t, to, "x y"); got != tip {
				t.Errorf("kept %s, want %s", got, tip)
			}
			if r := gc(t, to, GCOptions{Grace: -1}); r.Pruned > 0 {
				t.Errorf("gc deleted %d objects", r.Pruned)
			}
			checkMirror(t, s, to, "x y")
		})
	}
}
