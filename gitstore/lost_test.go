package gitstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/gitfmt"
)

func lostOf(t testing.TB, s *Store) []LostTip {
	t.Helper()
	lost, err := s.Lost()
	if err != nil {
		t.Fatal(err)
	}
	return lost
}

// problemsAt lists what fsck finds at refs.
func problemsAt(t testing.TB, s *Store) []string {
	t.Helper()
	r, err := s.Fsck(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var at []string
	for _, p := range r.Problems {
		at = append(at, p.Path)
	}
	return at
}

// remove takes away a file of the store.
func remove(t testing.TB, name string) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
}

// losing are the ways in which a tip is lost, and what a reads once the store has gone on: the root's words come back
// where the root is there.
var losing = []struct {
	name, a string
	lose    func(t *testing.T, s *Store, tip ID)
}{
	{"junk commit", "2", func(t *testing.T, s *Store, tip ID) { writeRaw(t, looseFile(s, tip), "junk") }},
	{"no commit", "2", func(t *testing.T, s *Store, tip ID) { remove(t, looseFile(s, tip)) }},
	{"junk root", "1", func(t *testing.T, s *Store, tip ID) { writeRaw(t, looseFile(s, rootOf(t, s, tip)), "junk") }},
	{"no root", "1", func(t *testing.T, s *Store, tip ID) { remove(t, looseFile(s, rootOf(t, s, tip))) }},
	{"torn ref, junk commit", "2", func(t *testing.T, s *Store, tip ID) {
		writeRaw(t, s.path(refName), "")
		writeRaw(t, looseFile(s, tip), "junk")
	}},
	{"no ref, no root", "1", func(t *testing.T, s *Store, tip ID) {
		remove(t, looseFile(s, rootOf(t, s, tip)))
		remove(t, s.path(refName))
	}},
}

func rootOf(t testing.TB, s *Store, commit ID) ID {
	t.Helper()
	c, err := s.readCommit(commit)
	if err != nil {
		t.Fatal(err)
	}
	return c.tree
}

// The next write once went on from the commit before, and nothing told of the lost one from then on.
func TestALostTipIsKeptBeforeTheFirstWriteAndToldUntilItIsNoted(t *testing.T) {
	const kept = lostDir + "/20261121T103000Z"
	for _, c := range losing {
		t.Run(c.name, func(t *testing.T) {
			s := newStore(t)
			before := put(t, s, "a", "1")
			tip := put(t, s, "a", "2")
			c.lose(t, s, tip)

			s = openAt(t, s.Dir())
			if got := lostOf(t, s); len(got) != 1 || got[0].Ref != refName || got[0].ID != tip {
				t.Fatalf("before the write: %+v", got)
			}
			if _, err := os.Lstat(s.path(lostDir)); !os.IsNotExist(err) {
				t.Error("a reader has written", err)
			}
			for i := range 2 {
				put(t, s, "b", fmt.Sprint(i))
				s = openAt(t, s.Dir())
				got := lostOf(t, s)
				if len(got) != 1 || got[0].Ref != kept || got[0].ID != tip || !strings.Contains(got[0].What, tip.String()) {
					t.Fatalf("after write %d: %+v", i, got)
				}
			}
			if raw, err := os.ReadFile(s.path(kept)); err != nil || string(raw) != tip.String()+"\n" {
				t.Errorf("the ref holds %q, %v", raw, err)
			}
			if got := problemsAt(t, s); !slices.Equal(got, []string{kept}) {
				t.Errorf("fsck finds %q", got)
			}
			gc(t, s, GCOptions{Grace: -1})

			noted, err := s.Acknowledge(t.Context())
			if err != nil || len(noted) != 1 || noted[0].ID != tip {
				t.Fatalf("noted %+v, %v", noted, err)
			}
			s = openAt(t, s.Dir())
			if lost, problems := lostOf(t, s), problemsAt(t, s); len(lost) > 0 || len(problems) > 0 {
				t.Errorf("afterwards %+v, fsck %q", lost, problems)
			}
			if noted, err = s.Acknowledge(t.Context()); err != nil || len(noted) > 0 {
				t.Errorf("noted again: %+v, %v", noted, err)
			}
			gc(t, s, GCOptions{Grace: -1})
			for _, name := range []string{kept, notedDir + "/20261121T103000Z"} {
				if raw, err := os.ReadFile(s.path(name)); err != nil || string(raw) != tip.String()+"\n" {
					t.Errorf("%s holds %q, %v", name, raw, err)
				}
			}
			want := map[ID]map[string]string{before: {"a": "1"}}
			checkHistory(t, s, want)
			if got := mustRead(t, s, "a") + mustRead(t, s, "b"); got != c.a+"1" {
				t.Errorf("read %q", got)
			}
		})
	}
}

func TestALostTipIsTakenNoteOfWithoutAWrite(t *testing.T) {
	for _, c := range losing {
		t.Run(c.name, func(t *testing.T) {
			s := newStore(t)
			before := put(t, s, "a", "1")
			tip := put(t, s, "a", "2")
			c.lose(t, s, tip)
			s = openAt(t, s.Dir())
			noted, err := s.Acknowledge(t.Context())
			if err != nil || len(noted) != 1 || noted[0].ID != tip {
				t.Fatalf("noted %+v, %v", noted, err)
			}
			s = openAt(t, s.Dir())
			ref, err := s.readRef()
			now, cerr := s.readCommit(ref.id)
			if err != nil || cerr != nil || now.Parent != before || now.Trailers[1] != (Trailer{LostTrailer, tip.String()}) {
				t.Errorf("the ref holds %q: %+v, %v, %v", ref.raw, now, err, cerr)
			}
			if got := mustRead(t, s, "a"); got != c.a {
				t.Errorf("read %q, want %q", got, c.a)
			}
			if lost, problems := lostOf(t, s), problemsAt(t, s); len(lost) > 0 || len(problems) > 0 {
				t.Errorf("afterwards %+v, fsck %q", lost, problems)
			}
		})
	}
}

func TestATornRefBesideAWholeReflogLosesNothing(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	writeRaw(t, s.path(refName), "")
	if got := lostOf(t, openAt(t, s.Dir())); len(got) != 1 || got[0].Ref != refName || !got[0].ID.IsZero() {
		t.Errorf("before the write: %+v", got)
	}
	put(t, openAt(t, s.Dir()), "b", "2")
	if got := lostOf(t, openAt(t, s.Dir())); len(got) != 0 {
		t.Errorf("after it: %+v", got)
	}
}

func TestGCKeepsWhatCanBeReadOfALostTip(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	tip := put(t, s, "a", "what was said last")
	file := looseFile(s, rootOf(t, s, tip))
	root, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	writeRaw(t, file, "junk")
	s = openAt(t, s.Dir())
	put(t, s, "b", "2")
	remove(t, s.path(reflogName)) // it names the tip as well, until it is shortened
	for range 2 {
		if r := gc(t, s, GCOptions{Grace: -1}); r.Pruned != 0 {
			t.Errorf("pruned %d", r.Pruned)
		}
	}
	if data, err := s.readBlob(HashBlob([]byte("what was said last"))); err != nil || string(data) != "what was said last" {
		t.Errorf("read %q, %v", data, err)
	}
	// From a backup, say: then it is kept as any other is, and other garbage goes.
	writeRaw(t, file, string(root))
	s = openAt(t, s.Dir())
	put(t, s, "c", "3")
	for range 2 {
		if r := gc(t, s, GCOptions{Grace: -1}); r.Damaged != 0 {
			t.Errorf("damaged %d", r.Damaged)
		}
	}
	checkHistory(t, s, map[ID]map[string]string{tip: {"a": "what was said last"}})
	gitFsck(t, s)
}

// What a lost commit named once came back by no way: the words were on the disk, and gc the only one to know them.
func TestWhatIsLeftOfALostTipComesBackWithTheNextWrite(t *testing.T) {
	for name, lose := range map[string]func(t *testing.T, s *Store, tip ID){
		"commit": func(t *testing.T, s *Store, tip ID) { remove(t, looseFile(s, tip)) },
		"root":   func(t *testing.T, s *Store, tip ID) { remove(t, looseFile(s, rootOf(t, s, tip))) },
		"commit and root": func(t *testing.T, s *Store, tip ID) {
			root := rootOf(t, s, tip)
			remove(t, looseFile(s, tip))
			remove(t, looseFile(s, root))
		},
		"root and the folder": func(t *testing.T, s *Store, tip ID) { loseDown(t, s, tip, "threads") },
		"root to the bucket":  func(t *testing.T, s *Store, tip ID) { loseDown(t, s, tip, "threads", "1") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			s.o.Home = func(blob []byte, now func(string) ([]byte, bool)) string {
				if was, here := now("threads/1/a"); here && strings.HasPrefix(string(blob), string(was)) {
					return "threads/1/a"
				}
				return ""
			}
			put(t, s, "threads/1/a", "one")
			put(t, s, "threads/2/b", "b")
			tip := put(t, s, "threads/1/a", "one, two")
			lose(t, s, tip)
			home := s.o.Home
			s = openAt(t, s.Dir())
			s.o.Home = home
			if got := mustRead(t, s, "threads/1/a"); got != "one" {
				t.Errorf("before the write: %q", got)
			}
			put(t, s, "threads/3/c", "goes on")
			if got := mustRead(t, s, "threads/1/a") + mustRead(t, s, "threads/2/b") + mustRead(t, s, "threads/3/c"); got != "one, twobgoes on" {
				t.Errorf("read %q", got)
			}
			var subjects []string
			for c, err := range s.Log(t.Context(), LogOptions{Max: 2}) {
				if err != nil {
					t.Fatal(err)
				}
				subjects = append(subjects, c.Subject)
			}
			if len(subjects) != 2 || subjects[1] != "recover 1 file of "+tip.String()[:12] {
				t.Errorf("the log says %q", subjects)
			}
		})
	}
}

// loseDown removes the root of a commit and the directories on a way down.
func loseDown(t *testing.T, s *Store, tip ID, way ...string) {
	t.Helper()
	id := rootOf(t, s, tip)
	for _, name := range append(way, "") {
		entries, err := s.readTree(id)
		if err != nil {
			t.Fatal(err)
		}
		remove(t, looseFile(s, id))
		e, _ := gitfmt.FindEntry(entries, name)
		id = e.ID
	}
}

// A thread that was moved is in one folder afterwards, and older words replace no newer ones.
func TestWhatComesBackIsNeitherTwiceThereNorOlder(t *testing.T) {
	s := newStore(t)
	put(t, s, "threads/1/a", "a")
	put(t, s, "threads/1/b", "old")
	put(t, s, "threads/1/b", "new")
	tip, err := update(t, s, func(tx *Tx) error {
		tx.Put("threads/1/b", []byte("old")) // as an undo does
		return tx.Move("threads/1/a", "archive/1/a")
	})
	if err != nil {
		t.Fatal(err)
	}
	remove(t, looseFile(s, tip))
	s = openAt(t, s.Dir())
	put(t, s, "c", "goes on")
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	_, err = snap.ReadFile("threads/1/a")
	if got := mustRead(t, s, "archive/1/a") + mustRead(t, s, "threads/1/b"); got != "anew" || !errors.Is(err, ErrNotExist) {
		t.Errorf("read %q, and at the old place %v", got, err)
	}
}

func TestTipsLostInOneSecondHaveNamesOfTheirOwn(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "0")
	var want []ID
	for i := range 3 {
		tip := put(t, s, "b", fmt.Sprint(i))
		want = append(want, tip)
		writeRaw(t, looseFile(s, tip), "junk")
		s = openAt(t, s.Dir())
		put(t, s, "c", fmt.Sprint(i))
	}
	var got []ID
	for _, l := range lostOf(t, s) {
		got = append(got, l.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("lost %v, want %v", got, want)
	}
}

func TestALostTipIsKeptOnceByWritersThatAreKilled(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	tip := put(t, s, "a", "2")
	writeRaw(t, looseFile(s, tip), "junk")
	s = openAt(t, s.Dir())
	if err := s.keepLost(tip); err != nil { // and its writer came no further
		t.Fatal(err)
	}
	if got := lostOf(t, s); len(got) != 2 || got[1].Ref != refName {
		t.Errorf("between: %+v", got)
	}
	put(t, s, "b", "3")
	if got := lostOf(t, s); len(got) != 1 {
		t.Errorf("afterwards: %+v", got)
	}
}

func TestGitMayPackTheRefsOfLostTips(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	tip := put(t, s, "a", "2")
	file := looseFile(s, tip)
	commit, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	writeRaw(t, file, "junk")
	put(t, openAt(t, s.Dir()), "b", "3")
	writeRaw(t, file, string(commit)) // git packs no ref that leads nowhere
	git(t, s, "pack-refs", "--all")
	if _, err := os.Lstat(s.path(lostDir + "/20261121T103000Z")); !os.IsNotExist(err) {
		t.Fatal("the ref is not packed", err)
	}
	s = openAt(t, s.Dir())
	if got := lostOf(t, s); len(got) != 1 || got[0].ID != tip {
		t.Errorf("packed: %+v", got)
	}
	if _, err := s.Acknowledge(t.Context()); err != nil {
		t.Fatal(err)
	}
	git(t, s, "pack-refs", "--all")
	if got := lostOf(t, openAt(t, s.Dir())); len(got) != 0 {
		t.Errorf("noted and packed: %+v", got)
	}
}

// Foreign files where the refs of lost tips belong do not prevent reading, and prevent writing only where a tip could
// not be kept.
func TestForeignThingsAmongLostTips(t *testing.T) {
	for name, plant := range map[string]func(t *testing.T, dir string){
		"a file":   func(t *testing.T, dir string) { writeRaw(t, dir, "x") },
		"a link":   func(t *testing.T, dir string) { symlink(t, t.TempDir(), dir) },
		"torn ref": func(t *testing.T, dir string) { plantIn(t, dir, "20261121T103000Z", "torn") },
		"a folder": func(t *testing.T, dir string) { plantIn(t, filepath.Join(dir, "20261121T103000Z"), "x", "x") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			put(t, s, "a", "1")
			plant(t, s.path(lostDir))
			s = openAt(t, s.Dir())
			put(t, s, "a", "2")
			if got := mustRead(t, s, "a"); got != "2" {
				t.Errorf("read %q", got)
			}
			if _, err := s.Fsck(t.Context(), nil); err != nil {
				t.Errorf("fsck: %v", err)
			}
			gc(t, s, GCOptions{Grace: -1})
			tip, _ := s.Tip()
			writeRaw(t, looseFile(s, tip), "junk")
			s = openAt(t, s.Dir())
			_, err := update(t, s, func(tx *Tx) error { tx.Put("b", nil); return nil })
			if err == nil {
				if got := lostOf(t, s); len(got) != 1 || got[0].ID != tip {
					t.Errorf("written, and lost %+v", got)
				}
			} else if ref, rerr := s.readRef(); rerr != nil || ref.id != tip {
				t.Errorf("not written (%v), but the ref holds %q", err, ref.raw)
			}
		})
	}
}

func plantIn(t testing.TB, dir, name, text string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	writeRaw(t, filepath.Join(dir, name), text)
}

func symlink(t testing.TB, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Skip("no symbolic links here:", err)
	}
}

func TestAnUpdateKnowsThatItsTipIsARecoveredOne(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	tip := put(t, s, "a", "2")
	for _, want := range [][]bool{{false}, {true, false}, {false}} {
		if want[0] {
			writeRaw(t, looseFile(s, tip), "junk")
			s = openAt(t, s.Dir())
		}
		var got []bool
		if _, err := update(t, s, func(tx *Tx) error {
			got = append(got, tx.Recovered())
			if want[0] {
				tx.Put("b", []byte("2"))
			}
			return nil
		}); err != nil || !slices.Equal(got, want) {
			t.Errorf("recovered: %v, want %v; %v", got, want, err)
		}
	}
	if _, err := update(t, s, func(tx *Tx) error { return errors.New("no") }); err == nil {
		t.Error("no error")
	}
}

// The copy in the main store is whole when the store that it was made of is not.
func TestARecoveredStoreDoesNotOverwriteItsNewerMirror(t *testing.T) {
	s, to := pair(t)
	put(t, s, "a", "1")
	tip := put(t, s, "a", "2")
	mirror(t, s, to, "x")
	writeRaw(t, looseFile(s, tip), "junk")
	s = openAt(t, s.Dir())
	mirror(t, s, to, "x")
	if got := mirrorReads(t, to, "x", "a"); got != "2" {
		t.Errorf("before the write the mirror holds %q", got)
	}
	put(t, s, "b", "3")
	mirror(t, s, to, "x")
	refs, err := to.Mirrors()
	if err != nil || len(refs) != 2 || !slices.ContainsFunc(refs, func(r MirrorRef) bool { return r.Former && r.Tip == tip }) {
		t.Fatalf("mirrors %+v, %v", refs, err)
	}
	gc(t, to, GCOptions{Grace: -1})
	checkHistory(t, to, map[ID]map[string]string{tip: {"a": "2"}})
	if got := lostOf(t, s); len(got) != 1 || got[0].ID != tip {
		t.Errorf("the linked store says %+v", got)
	}
}

// A mirror that cannot be read is made anew; what it named is kept, unless the new line brings it.
func TestADamagedMirrorIsKeptUnlessItsLineGoesOn(t *testing.T) {
	for _, goesOn := range []bool{true, false} {
		s, to := pair(t)
		put(t, s, "a", "1")
		early, _ := s.readRef()
		tip := put(t, s, "a", "2")
		mirror(t, s, to, "x")
		writeRaw(t, looseFile(to, tip), "junk")
		if !goesOn {
			writeRaw(t, s.path(refName), early.raw)
		}
		s, to = openAt(t, s.Dir()), openAt(t, to.Dir())
		put(t, s, "b", "3")
		mirror(t, s, to, "x")
		if got := mirrorReads(t, to, "x", "b"); got != "3" {
			t.Errorf("goes on: %v: mirror holds %q", goesOn, got)
		}
		lost := lostOf(t, to)
		if goesOn && len(lost) > 0 || !goesOn && (len(lost) != 1 || lost[0].ID != tip) {
			t.Errorf("goes on: %v: lost %+v", goesOn, lost)
		}
	}
}

// A lost tip stood in the way of gc and purge for good, also when a person had long taken note of it.
func TestADamagedLostTipIsInTheWayOfGCAndPurgeUntilItIsNoted(t *testing.T) {
	s := newStore(t)
	put(t, s, "threads/a", "1")
	put(t, s, "memory/x", "secret")
	tip := put(t, s, "threads/a", "2")
	remove(t, looseFile(s, tip))
	s = openAt(t, s.Dir())
	put(t, s, "threads/b", "3")
	stray := writeStray(t, s, "of a stopped writer")
	all := Purging{Folder: "memory", Line: func(string, *Snapshot) (bool, error) { return true, nil }}
	if r := gc(t, s, GCOptions{Grace: -1}); r.Pruned != 0 {
		t.Errorf("gc pruned %d", r.Pruned)
	}
	if _, err := s.Purge(t.Context(), all); !errors.Is(err, ErrCorrupt) {
		t.Errorf("purge: %v", err)
	}
	if _, err := s.Acknowledge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := gc(t, s, GCOptions{Grace: -1}); r.Pruned == 0 || r.Damaged != 0 {
		t.Errorf("gc pruned %d, damaged %d", r.Pruned, r.Damaged)
	}
	if _, err := s.readBlob(stray); err == nil {
		t.Error("the stray one is still there")
	}
	if r, err := s.Purge(t.Context(), all); err != nil || len(r.Lines) != 1 {
		t.Errorf("purge: %+v, %v", r, err)
	}
	s = openAt(t, s.Dir())
	if got := mustRead(t, s, "threads/a") + mustRead(t, s, "threads/b"); got != "23" {
		t.Errorf("read %q", got)
	}
	if lost, problems := lostOf(t, s), problemsAt(t, s); len(lost) > 0 || len(problems) > 0 {
		t.Errorf("lost %+v, problems %q", lost, problems)
	}
	gitFsck(t, s)
}

// writeStray leaves an object that nothing names.
func writeStray(t *testing.T, s *Store, text string) ID {
	t.Helper()
	blob := gitfmt.Object{Kind: gitfmt.Blob, Data: []byte(text)}
	if err := s.writeObjects([]newObject{{blob.ID(), blob}}); err != nil {
		t.Fatal(err)
	}
	return blob.ID()
}
