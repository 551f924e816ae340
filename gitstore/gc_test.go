package gitstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"consider/internal/gitfmt"
)

func gc(t testing.TB, s *Store, o GCOptions) GCReport {
	t.Helper()
	r, err := s.GC(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// history makes some commits and returns the files of each.
func history(t testing.TB, s *Store, n int) map[ID]map[string]string {
	t.Helper()
	out := map[ID]map[string]string{}
	now := map[string]string{}
	for i := range n {
		p := threadPath(i % 5)
		now[p] = fmt.Sprintf("version %d of %s", i, p)
		id := put(t, s, p, now[p])
		out[id] = map[string]string{}
		for k, v := range now {
			out[id][k] = v
		}
	}
	return out
}

func checkHistory(t testing.TB, s *Store, want map[ID]map[string]string) {
	t.Helper()
	for id, model := range want {
		sn, err := s.SnapshotAt(id)
		if err != nil {
			t.Fatal(err)
		}
		compareTree(t, sn, model)
	}
}

func TestGCKeepsAllHistoryAndTheTipLoose(t *testing.T) {
	s := newStore(t)
	old := openAt(t, s.Dir())
	want := history(t, s, 30)
	early, err := old.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		before := len(looseIDs(t, s))
		r := gc(t, s, GCOptions{Grace: -1})
		if (round == 0) != (r.Packed > 0) || r.Pruned != 0 || r.Damaged != 0 {
			t.Errorf("round %d: %+v", round, r)
		}
		after := looseIDs(t, s)
		if len(after) != before-r.Packed {
			t.Errorf("round %d: %d loose before, %d after", round, before, len(after))
		}
		checkHistory(t, s, want)
		checkHistory(t, openAt(t, s.Dir()), want)
		gitFsck(t, s)
	}
	sn, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		id, err := sn.FileID(threadPath(i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.readLoose(id); err != nil {
			t.Errorf("what the tip shows is not loose: %v", err)
		}
	}
	// A snapshot opened before the collection can still be read.
	if _, err := early.ReadFile(threadPath(1)); err != nil {
		t.Error(err)
	}
	history(t, s, 10)
	gc(t, s, GCOptions{})
	checkHistory(t, s, want)
	gitFsck(t, s)
	git(t, s, "verify-pack", filepath.Join(s.Dir(), "objects/pack", packNames(t, s)[0]))
}

func packNames(t testing.TB, s *Store) []string {
	t.Helper()
	names, err := filepath.Glob(s.path(packDir + "/*.idx"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for i := range names {
		names[i] = filepath.Base(names[i])
	}
	return names
}

func TestGCDeletesOnlyWhatNothingNames(t *testing.T) {
	s := newStore(t)
	want := history(t, s, 6)
	stray := HashBlob([]byte("stray"))
	if err := s.writeObjects([]newObject{{stray, gitfmt.Object{Kind: gitfmt.Blob, Data: []byte("stray")}}}); err != nil {
		t.Fatal(err)
	}
	// One commit is named only by a checkpoint's ref, and one only by the reflog.
	branch := func() string {
		return strings.TrimSpace(git(t, s, "-c", "user.name=x", "-c", "user.email=x@y", "commit-tree", "-p", "HEAD", "-m", "side "+time.Now().String(), "HEAD^{tree}"))
	}
	byRef, byLog, byPacked := branch(), branch(), branch()
	git(t, s, "update-ref", "refs/checkpoints/p", byPacked)
	git(t, s, "pack-refs", "--all")
	git(t, s, "update-ref", "refs/checkpoints/r1", byRef)
	tip, _ := s.Tip()
	git(t, s, "update-ref", "refs/heads/threads", byLog)
	git(t, s, "update-ref", "refs/heads/threads", tip.String())

	if r := gc(t, s, GCOptions{}); r.Pruned != 0 {
		t.Errorf("young objects were deleted: %+v", r)
	}
	if r := gc(t, s, GCOptions{Grace: -1}); r.Pruned != 1 {
		t.Errorf("want one object deleted: %+v", r)
	}
	if _, err := s.read(stray); !errors.Is(err, errMissing) {
		t.Errorf("the stray object: %v", err)
	}
	for _, hex := range []string{byRef, byLog, byPacked} {
		id, _ := ParseID(hex)
		if _, err := s.SnapshotAt(id); err != nil {
			t.Error(err)
		}
	}
	checkHistory(t, s, want)
	gitFsck(t, s)
}

func TestGCPrunesNothingWhileAnythingIsDamaged(t *testing.T) {
	for name, breakIt := range map[string]func(s *Store){
		"object": func(s *Store) { writeRaw(t, looseFile(s, HashBlob([]byte("2"))), "") },
		"ref": func(s *Store) {
			if err := os.MkdirAll(s.path("refs/checkpoints"), 0o755); err != nil {
				t.Fatal(err)
			}
			writeRaw(t, s.path("refs/checkpoints/r"), "torn")
		},
		"history": func(s *Store) {
			sn, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			c, err := s.readCommit(sn.ID())
			if err != nil {
				t.Fatal(err)
			}
			writeRaw(t, looseFile(s, c.Parent), "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			put(t, s, "a", "1")
			put(t, s, "a", "2")
			put(t, s, "a", "3")
			breakIt(s)
			before := looseIDs(t, s)
			s = openAt(t, s.Dir())
			r := gc(t, s, GCOptions{Grace: -1})
			if r.Pruned != 0 {
				t.Errorf("%+v", r)
			}
			for _, id := range before {
				if _, err := s.read(id); errors.Is(err, errMissing) {
					t.Errorf("%s is gone", id)
				}
			}
			if mustRead(t, s, "a") != "3" {
				t.Error("the tip is gone")
			}
		})
	}
}

func TestGCSweepsWhatKilledWritersLeave(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	hour := time.Now().Add(-2 * time.Hour)
	leave := func(name string, old bool) {
		if err := os.MkdirAll(filepath.Dir(s.path(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		writeRaw(t, s.path(name), "x")
		if old {
			if err := os.Chtimes(s.path(name), hour, hour); err != nil {
				t.Fatal(err)
			}
		}
	}
	swept := []string{
		"objects/ab/" + objectTmp + "1", "objects/pack/" + packTmp + "1.pack", "cache/view.json" + tmpMark + "1", clockTmp + "1",
	}
	sweptOld := []string{refLock, "HEAD" + tmpMark + "1", "objects/ab/tmp_obj_git", "packed-refs.lock"}
	kept := []string{"refs/heads/threads2.lock", "objects/ab/tmp_obj_young", "config.lock", "objects/ab/foreign", "config" + tmpMark + "2", "bin/consider", "notes.lock/x"}
	for _, name := range swept {
		leave(name, false)
	}
	for _, name := range sweptOld {
		leave(name, true)
	}
	for _, name := range kept {
		leave(name, false)
	}
	leave("objects/ab/foreign", true)
	r, err := s.Fsck(t.Context(), nil)
	if err != nil || len(r.Problems) > 0 {
		t.Fatalf("%+v %v", r, err)
	}
	for _, name := range slices.Concat(swept, sweptOld) {
		if !slices.Contains(r.Debris, name) {
			t.Errorf("fsck does not name %s", name)
		}
	}
	if r := gc(t, s, GCOptions{}); r.Debris != len(swept)+len(sweptOld) {
		t.Errorf("%+v", r)
	}
	files := listStore(t, s)
	for _, name := range slices.Concat(swept, sweptOld) {
		if _, ok := files[name]; ok {
			t.Errorf("%s is left", name)
		}
	}
	for _, name := range kept {
		if _, ok := files[name]; !ok {
			t.Errorf("%s is gone", name)
		}
	}
}

func TestAutoGCWaitsUntilItIsWorthIt(t *testing.T) {
	s := newStore(t)
	want := history(t, s, 12)
	if s.NeedsGC() {
		t.Fatal("needs gc")
	}
	if r := gc(t, s, GCOptions{Auto: true}); !r.Skipped || r.Packed != 0 {
		t.Errorf("%+v", r)
	}
	if err := os.MkdirAll(s.path("objects/17"), 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		writeRaw(t, s.path(fmt.Sprintf("objects/17/%038x", i)), "")
	}
	if !s.NeedsGC() {
		t.Fatal("does not need gc")
	}
	if r := gc(t, s, GCOptions{Auto: true}); r.Packed == 0 || r.Pruned != 0 {
		t.Errorf("%+v", r)
	}
	checkHistory(t, s, want)
	for id := range history(t, s, 12) {
		want[id] = nil
	}
	// The second run stops at what the first has packed.
	if r := gc(t, s, GCOptions{Auto: true}); r.Packed == 0 {
		t.Errorf("%+v", r)
	}
	for id := range want {
		if _, err := s.SnapshotAt(id); err != nil {
			t.Error(err)
		}
	}
}

func TestCanceledGCLosesNothing(t *testing.T) {
	s := newStore(t)
	want := history(t, s, 20)
	for stop := range 40 {
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		_, err := s.GC(ctx, GCOptions{Grace: -1}, func(done, total int) {
			if calls++; calls == stop*4 {
				cancel()
			}
		})
		cancel()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	checkHistory(t, s, want)
	gitFsck(t, s)
	if r, err := s.Fsck(t.Context(), nil); err != nil || len(r.Problems)+len(r.Debris) > 0 {
		t.Errorf("%+v %v", r, err)
	}
}

// TestRepackBehindAnOpenStore changes the packs under a store that has read them, as a user's own git might.
func TestRepackBehindAnOpenStore(t *testing.T) {
	s := newStore(t)
	want := history(t, s, 25)
	long := openAt(t, s.Dir())
	checkHistory(t, long, want)
	for _, args := range [][]string{
		{"gc", "-q"}, {"repack", "-adfq", "--depth=50"}, {"repack", "-adq", "--no-write-bitmap-index"}, {"gc", "-q", "--prune=now"},
	} {
		git(t, s, args...)
		checkHistory(t, long, want)
		history(t, long, 3)
		checkHistory(t, long, want)
	}
	gitFsck(t, s)
}

func TestUnpackedAgainBehindAnOpenStore(t *testing.T) {
	s := newStore(t)
	want := history(t, s, 10)
	git(t, s, "gc", "-q")
	checkHistory(t, s, want)
	for _, name := range packNames(t, s) {
		base := strings.TrimSuffix(name, ".idx")
		aside := filepath.Join(t.TempDir(), base+".pack")
		if err := os.Rename(s.path(packDir+"/"+base+".pack"), aside); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(s.path(packDir + "/" + name)); err != nil {
			t.Fatal(err)
		}
		in, err := os.Open(aside)
		if err != nil {
			t.Fatal(err)
		}
		cmd := gitCommand(s.Dir(), "unpack-objects", "-q")
		cmd.Stdin = in
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		in.Close()
	}
	checkHistory(t, s, want)
}

func TestReflogIsShortenedAndStillRecovers(t *testing.T) {
	s := newStore(t)
	want := put(t, s, "a", "1")
	line := strings.SplitAfter(listStore(t, s)[reflogName], "\n")[1]
	writeRaw(t, s.path(reflogName), strings.Repeat(line, reflogLimit/len(line)+2))
	gc(t, s, GCOptions{})
	if st, err := os.Stat(s.path(reflogName)); err != nil || st.Size() > reflogKept {
		t.Fatal(st, err)
	}
	writeRaw(t, s.path(refName), "")
	if got, err := openAt(t, s.Dir()).Tip(); err != nil || got != want {
		t.Fatal(got, err)
	}
	gitFsck(t, createAt(t, s.Dir(), testOptions(t)))
}
