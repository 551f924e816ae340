package gitstore

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consider/internal/gitfmt"
)

// all selects for the tests the memory except the secret part.
var all = Purging{Folder: "memory", Keep: "secret", Names: "checkpoints", Trailer: "Undoes"}

func purgeAll(t testing.TB, s *Store, o Purging) PurgeReport {
	t.Helper()
	r, err := s.Purge(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// commit makes one change with a trailer.
func commit(t testing.TB, s *Store, subject, undoes string, files map[string]string) ID {
	t.Helper()
	id, err := s.Update(t.Context(), func(tx *Tx) (Meta, error) {
		for path, data := range files {
			if data != "" {
				tx.Put(path, []byte(data))
			} else if err := tx.Remove(path); err != nil {
				return Meta{}, err
			}
		}
		return Meta{Subject: subject, Trailers: []Trailer{{"Undoes", undoes}}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// written are the words of the plain memories in the stores of these tests.
var written = []string{"FRIDAY", "monday-name", "SUNDAY", "BRANCH", "pinned-name"}

// fillPlain makes a store with threads, plain and secret memories, undos and checkpoints, part of it packed.
func fillPlain(t testing.TB, s *Store) {
	t.Helper()
	put(t, s, "threads/1/a", "first")
	commit(t, s, "memory secret", "", map[string]string{"memory/secret/00/aa.age": "sealed 1"})
	commit(t, s, "memory create FRIDAY", "", map[string]string{"memory/workspace/files/plans.md": "FRIDAY"})
	resolve := commit(t, s, "resolve", "", map[string]string{"threads/1/a": "resolved"})
	at := commit(t, s, "memory create monday-name", "", map[string]string{"memory/workspace/files/monday-name": "x", "memory/pins.json": "pinned-name"})
	commit(t, s, "checkpoint", "", map[string]string{"checkpoints/one.json": fmt.Sprintf("{\"store\": %q, \"head\": %q}", at, strings.Repeat("ab", 20))})
	commit(t, s, "undo", resolve.String(), map[string]string{"threads/1/a": "first"})
	gc(t, s, GCOptions{Grace: -1})
	commit(t, s, "memory", "", map[string]string{"memory/workspace/files/plans.md": "", "memory/branch/1/files/SUNDAY": "BRANCH"})
	commit(t, s, "memory secret", "", map[string]string{"memory/secret/00/aa.age": "sealed 2"})
	put(t, s, "threads/2/b", "last")
}

// inStore returns every file of the store as it is, and the content of every object, named or not.
func inStore(t testing.TB, s *Store) string {
	t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(s.Dir(), func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		out.Write(data)
		if r, err := zlib.NewReader(bytes.NewReader(data)); err == nil {
			plain, err := io.ReadAll(r)
			if err != nil {
				return err
			}
			out.Write(plain)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	again := openAt(t, s.Dir())
	err = again.packs.each(func(id ID) error {
		o, err := again.read(id)
		out.Write(o.Data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func wantNoWords(t testing.TB, s *Store, words ...string) {
	t.Helper()
	have := inStore(t, s)
	for _, w := range words {
		if strings.Contains(have, w) {
			t.Errorf("the store holds %q", w)
		}
	}
}

func sound(t testing.TB, s *Store) {
	t.Helper()
	r, err := s.Fsck(t.Context(), nil)
	if err != nil || len(r.Problems) > 0 || len(r.Debris) > 0 {
		t.Errorf("fsck: %+v, %v", r, err)
	}
	needGit(t)
	gitFsck(t, s)
}

// shown returns what each commit of a line says and shows, newest first, without commits that change only plain
// memories.
func shown(t testing.TB, s *Store, from ID) []string {
	t.Helper()
	var out []string
	for c, err := range s.Log(t.Context(), LogOptions{From: from, WithPaths: true}) {
		if err != nil {
			t.Fatal(err)
		}
		sn, err := s.SnapshotAt(c.ID)
		if err != nil {
			t.Fatal(err)
		}
		text, only := fmt.Sprint(c.Subject, " ", c.AuthorName, " ", c.When, "\n"), true
		for _, p := range c.Paths {
			if strings.HasPrefix(p, "memory/") && !strings.HasPrefix(p, "memory/secret/") {
				continue
			}
			only = false
			data, err := sn.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(p, "checkpoints/") { // these files name commits
				text += p + ": " + string(data) + "\n"
			}
		}
		if !only {
			out = append(out, text)
		}
	}
	return out
}

func TestPurgeLeavesNothingOfAFolderAndAllOfTheRest(t *testing.T) {
	s := newStore(t)
	fillPlain(t, s)
	tip, _ := s.Tip()
	needGit(t)
	git(t, s, "update-ref", "refs/heads/mine", tip.String())
	git(t, s, "pack-refs", "--all")
	git(t, s, "commit-graph", "write", "--reachable")
	git(t, s, "update-ref", "refs/kept/1", tip.String())
	stray := gitfmt.Object{Kind: gitfmt.Blob, Data: []byte("SUNDAY, of a writer that was stopped")}
	if err := s.writeObjects([]newObject{{stray.ID(), stray}}); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteCache("view", []byte("FRIDAY")); err != nil {
		t.Fatal(err)
	}
	before := shown(t, s, tip)
	plan, err := s.PurgePlan(t.Context(), all)
	files := "[memory/branch/1/files/SUNDAY memory/pins.json memory/workspace/files/monday-name memory/workspace/files/plans.md]"
	if err != nil || fmt.Sprint(plan.Files) != files {
		t.Fatalf("plan: %+v, %v", plan, err)
	}
	if now, _ := s.Tip(); now != tip {
		t.Fatal("a plan changed something")
	}
	r := purgeAll(t, s, all)
	if fmt.Sprint(r.Files) != files || r.Objects < 20 || r.Unfinished {
		t.Errorf("report: %+v", r)
	}
	wantNoWords(t, s, written...)
	sound(t, s)
	for _, at := range []*Store{s, openAt(t, s.Dir())} {
		if after := shown(t, at, ID{}); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("the line was\n%v\nand is\n%v", before, after)
		}
	}
	now, _ := s.Tip()
	for _, ref := range []string{"refs/heads/mine", "refs/kept/1"} {
		if got := strings.TrimSpace(git(t, s, "rev-parse", ref)); got != now.String() {
			t.Errorf("%s is %s, the tip %s", ref, got, now)
		}
	}
	wantNames(t, s)
	if r := purgeAll(t, s, all); r.Files != nil || r.Objects != 0 {
		t.Errorf("a second purge found %+v", r)
	}
	put(t, s, "threads/3/c", "and on")
	gc(t, s, GCOptions{Grace: -1})
	sound(t, s)
}

// wantNames checks that files and trailers that name a commit name the new one.
func wantNames(t testing.TB, s *Store) {
	t.Helper()
	for c, err := range s.Log(t.Context(), LogOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Subject == "undo" {
			id, err := ParseID(c.Trailers[0].Value)
			of, rerr := s.readCommit(id)
			if err != nil || rerr != nil || of.Subject != "resolve" {
				t.Errorf("the undo names %v: %v %v", c.Trailers, err, rerr)
			}
		}
	}
	manifest := mustRead(t, s, "checkpoints/one.json")
	id, err := ParseID(strings.Split(manifest, "\"")[3])
	if err != nil || !strings.Contains(manifest, strings.Repeat("ab", 20)) {
		t.Fatalf("%s: %v", manifest, err)
	}
	sn, err := s.SnapshotAt(id)
	if err != nil {
		t.Fatalf("%s: %v", manifest, err)
	}
	if data, err := sn.ReadFile("threads/1/a"); string(data) != "resolved" {
		t.Errorf("the checkpoint's commit shows %q, %v", data, err)
	}
}

func TestAPurgeThatWasStoppedIsFinishedByTheNext(t *testing.T) {
	for stop := range 8 {
		t.Run(fmt.Sprint(stop), func(t *testing.T) {
			s := newStore(t)
			fillPlain(t, s)
			to := fork(t, s)
			commit(t, to, "memory", "", map[string]string{"memory/workspace/files/mine": "BRANCH"})
			before := shown(t, s, ID{})
			for _, at := range []*Store{s, to} {
				l, err := at.lock(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				p := &purge{s: at, ctx: t.Context(), o: all, lock: l}
				steps := []func() error{p.find, p.sweep, p.rewrite, p.store, p.mark, p.move, p.forget, p.delete}
				for _, step := range steps[:stop] {
					if err := step(); err != nil {
						t.Fatal(err)
					}
				}
				l.release()
			}
			after, afterTo := openAt(t, s.Dir()), openAt(t, to.Dir())
			sound(t, after)
			sound(t, afterTo)
			put(t, after, "threads/9/z", "meanwhile")
			plan, err := after.PurgePlan(t.Context(), all)
			if err != nil || len(plan.Files) == 0 && !plan.Unfinished {
				t.Errorf("what is left to do is not known: %+v, %v", plan, err)
			}
			for _, at := range []*Store{after, afterTo} {
				purgeAll(t, at, all)
				wantNoWords(t, at, written...)
				sound(t, at)
			}
			if got := shown(t, after, ID{})[1:]; fmt.Sprint(got) != fmt.Sprint(before) {
				t.Errorf("the line was\n%v\nand is\n%v", before, got)
			}
			box, ok := OutboxIn(to.Dir())
			if has, err := after.Contains(t.Context(), box.Home); !ok || !has || err != nil {
				t.Errorf("the outbox begins after %v, which its home does not have: %v", box, err)
			}
		})
	}
}

func TestPurgeReachesTheLinesOfOtherStores(t *testing.T) {
	s, other := newStore(t), newStore(t)
	fillPlain(t, other)
	put(t, s, "threads/1/a", "mine")
	own, _ := s.Tip()
	tip, _ := other.Tip()
	l, err := s.lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = s.copyLine(t.Context(), other, tip, ID{})
	l.release()
	refs := []string{mirrorDir + "/x/threads", takenDir + "/x/20261121T100000Z"}
	for _, ref := range refs {
		if err == nil {
			err = s.setRef(ref, refState{}, tip)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if r := purgeAll(t, s, all); len(r.Files) != 4 {
		t.Errorf("report: %+v", r)
	}
	if now, _ := s.Tip(); now != own {
		t.Error("the store's own line was changed")
	}
	wantNoWords(t, s, written...)
	sound(t, s)
	purgeAll(t, other, all)
	tip, _ = other.Tip()
	for _, ref := range refs {
		if now, err := s.readRefFile(ref); err != nil || now.id != tip {
			t.Errorf("%s is %v, and the store that it was copied from, purged, has the tip %s: %v", ref, now, tip, err)
		}
	}
}

func TestADamagedStoreIsNotPurged(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, s *Store){
		"an old blob": func(t *testing.T, s *Store) {
			if err := s.removeLoose(HashBlob([]byte("sealed 2"))); err != nil {
				t.Fatal(err)
			}
		},
		"a torn ref": func(t *testing.T, s *Store) {
			writeRaw(t, filepath.Join(s.Dir(), "refs/heads/threads"), "torn")
		},
		"a torn mirror": func(t *testing.T, s *Store) {
			if err := s.setRef(mirrorDir+"/x/threads", refState{}, put(t, s, "threads/5/a", "x")); err != nil {
				t.Fatal(err)
			}
			writeRaw(t, filepath.Join(s.Dir(), "refs/worktrees/x/threads"), "torn")
		},
		"a tag": func(t *testing.T, s *Store) {
			git(t, s, "-c", "user.name=A", "-c", "user.email=a@b", "tag", "-a", "-m", "x", "v1", "refs/heads/threads")
		},
	} {
		t.Run(name, func(t *testing.T) {
			needGit(t)
			s := newStore(t)
			fillPlain(t, s)
			spoil(t, s)
			before := listStore(t, s)
			if _, err := openAt(t, s.Dir()).Purge(t.Context(), all); !errors.Is(err, ErrCorrupt) {
				t.Errorf("purged: %v", err)
			}
			after := listStore(t, s)
			for name, data := range before {
				if after[name] != data {
					t.Errorf("%s was changed", name)
				}
			}
		})
	}
}

// A purge that was killed while it moved a copy's ref left its lock, and the next one reported that the store was busy.
func TestAPurgeWaitsForTheLockOfAKilledOne(t *testing.T) {
	s := newStore(t)
	first := put(t, s, "memory/a", "plain")
	put(t, s, "threads/b", "b")
	ref := mirrorDir + "/side/threads"
	if err := s.setRef(ref, refState{}, first); err != nil {
		t.Fatal(err)
	}
	lock := filepath.Join(s.Dir(), filepath.FromSlash(ref+".lock"))
	if err := os.WriteFile(lock, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	age := time.Now().Add(300*time.Millisecond - foreignLockGrace)
	if err := os.Chtimes(lock, age, age); err != nil {
		t.Fatal(err)
	}
	if r := purgeAll(t, s, all); fmt.Sprint(r.Files) != "[memory/a]" {
		t.Errorf("%+v", r)
	}
}
