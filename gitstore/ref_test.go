package gitstore

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func (s *Store) path(name string) string { return filepath.Join(s.Dir(), filepath.FromSlash(name)) }

func looseFile(s *Store, id ID) string { return s.path("objects/" + loosePath(id)) }

// warnings opens the store and collects its warnings.
func warnings(t testing.TB, dir string) (*Store, *[]string) {
	t.Helper()
	var got []string
	o := testOptions(t)
	o.Warn = func(msg string) { got = append(got, msg) }
	s, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, &got
}

func TestTornRefIsRecoveredFromTheReflog(t *testing.T) {
	for name, text := range map[string]string{
		"empty":      "",
		"short":      "29561f",
		"39 digits":  strings.Repeat("a", 39) + "\n",
		"upper case": strings.Repeat("A", 40) + "\n",
		"garbage":    "\x7fELF garbage",
		"zeros":      strings.Repeat("\x00", 41),
		"zero id":    strings.Repeat("0", 40) + "\n",
		"symbolic":   "ref: refs/heads/other\n",
		"two lines":  strings.Repeat("a", 40) + "\nmore\n",
		"no object":  strings.Repeat("a", 40) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			made := newStore(t)
			put(t, made, "a", "1")
			want := put(t, made, "a", "2")
			writeRaw(t, made.path(refName), text)

			s, warned := warnings(t, made.Dir())
			if got, err := s.Tip(); err != nil || got != want {
				t.Fatalf("tip %s, %v; want %s", got, err, want)
			}
			if got := mustRead(t, s, "a"); got != "2" {
				t.Fatalf("read %q", got)
			}
			if len(*warned) != 1 {
				t.Errorf("warnings %q, want one", *warned)
			}
			if raw, _ := os.ReadFile(s.path(refName)); string(raw) != text {
				t.Error("a reader has changed the ref")
			}
			report, err := s.Fsck(t.Context(), nil)
			if err != nil || len(report.Problems) == 0 {
				t.Errorf("fsck finds nothing: %+v, %v", report, err)
			}
			put(t, s, "b", "3")
			if got := mustRead(t, openAt(t, made.Dir()), "a"); got != "2" {
				t.Fatalf("after the next update: %q", got)
			}
			if lost := lostOf(t, s); name == "no object" {
				if len(lost) != 1 || lost[0].ID.String() != text[:40] {
					t.Errorf("lost %v", lost)
				}
				return // git agrees that nothing is there
			} else if len(lost) != 0 {
				t.Errorf("lost %v, but the reflog led on to the newest", lost)
			}
			gitFsck(t, s)
		})
	}
}

func TestTornRefAndTornReflogLineAreRecovered(t *testing.T) {
	s := newStore(t)
	want := put(t, s, "a", "1")
	log, err := os.ReadFile(s.path(reflogName))
	if err != nil {
		t.Fatal(err)
	}
	writeRaw(t, s.path(reflogName), string(log)+string(log[:50])+"\x00\x00\x00")
	writeRaw(t, s.path(refName), "")
	s = openAt(t, s.Dir())
	if got, err := s.Tip(); err != nil || got != want {
		t.Fatalf("tip %s, %v", got, err)
	}
	// The unfinished line must not swallow the next one.
	want = put(t, s, "a", "2")
	writeRaw(t, s.path(refName), "")
	if got, err := openAt(t, s.Dir()).Tip(); err != nil || got != want {
		t.Fatalf("tip %s, %v; want %s", got, err, want)
	}
}

func TestMissingTipCommitFallsBackToTheOneBefore(t *testing.T) {
	s := newStore(t)
	want := put(t, s, "a", "1")
	lost := put(t, s, "a", "2")
	if err := os.Remove(looseFile(s, lost)); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, s.Dir())
	if got, err := s.Tip(); err != nil || got != want {
		t.Fatalf("tip %s, %v; want %s", got, err, want)
	}
	put(t, s, "a", "3")
	if got := mustRead(t, s, "a"); got != "3" {
		t.Fatalf("read %q", got)
	}
}

func TestLostRefAndReflogAreRecoveredFromTheObjects(t *testing.T) {
	for _, packed := range []bool{false, true} {
		s := newStore(t)
		put(t, s, "a", "1")
		want := put(t, s, "a", "2")
		if packed {
			git(t, s, "gc", "-q")
		}
		for _, name := range []string{refName, packedRefs} {
			if err := os.Remove(s.path(name)); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
		}
		if err := s.root.RemoveAll("logs"); err != nil {
			t.Fatal(err)
		}
		s = openAt(t, s.Dir())
		if got, err := s.Tip(); err != nil || got != want {
			t.Fatalf("packed %v: tip %s, %v; want %s", packed, got, err, want)
		}
		// Create must not begin a new line over the old one.
		s = createAt(t, s.Dir(), testOptions(t))
		if got := mustRead(t, s, "a"); got != "2" {
			t.Fatalf("read %q", got)
		}
		gitFsck(t, s)
	}
}

func TestNothingLeftToRecoverIsCorrupt(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	writeRaw(t, s.path(refName), "")
	if err := s.root.RemoveAll("objects"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(s.path("objects"), 0o755); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, s.Dir())
	if _, err := s.Tip(); !errors.Is(err, ErrCorrupt) {
		t.Fatal(err)
	}
	if _, err := update(t, s, func(tx *Tx) error { tx.Put("x", nil); return nil }); !errors.Is(err, ErrCorrupt) {
		t.Fatal(err)
	}
}

func TestPackedRefIsReadAndMoved(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	git(t, s, "pack-refs", "--all")
	if _, err := os.Stat(s.path(refName)); !os.IsNotExist(err) {
		t.Fatal("the loose ref is still there", err)
	}
	s = openAt(t, s.Dir())
	if got := mustRead(t, s, "a"); got != "1" {
		t.Fatal(got)
	}
	put(t, s, "a", "2")
	if got := mustRead(t, openAt(t, s.Dir()), "a"); got != "2" {
		t.Fatal(got)
	}
	gitFsck(t, s)
}

func TestStrayRefLock(t *testing.T) {
	for _, c := range []struct {
		name   string
		age    time.Duration
		marked bool
		wait   time.Duration
		want   error
	}{
		{"old, of anyone", time.Hour, false, patience, nil},
		{"of a git program whose clock is ahead", -time.Hour, false, 300 * time.Millisecond, ErrBusy},
		{"of a writer that a power cut ended, mark and all", foreignLockGrace - time.Second, false, foreignLockGrace - time.Second, nil},
		{"young, of a killed writer", 0, true, patience, nil},
		{"young, of a git program", 0, false, 300 * time.Millisecond, ErrBusy},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStore(t)
			s.o.LockWait = c.wait
			writeRaw(t, s.path(refLock), "")
			made := time.Now().Add(-c.age)
			if err := os.Chtimes(s.path(refLock), made, made); err != nil {
				t.Fatal(err)
			}
			if c.marked {
				writeRaw(t, s.path(lockName), "\n")
			}
			_, err := update(t, s, func(tx *Tx) error { tx.Put("a", []byte("1")); return nil })
			if !errors.Is(err, c.want) {
				t.Fatalf("error %v, want %v", err, c.want)
			}
			if c.want != nil {
				if _, err := os.Stat(s.path(refLock)); err != nil {
					t.Error("a lock that may be in use was removed")
				}
				return
			}
			if got := mustRead(t, s, "a"); got != "1" {
				t.Fatal(got)
			}
			if st, err := os.Stat(s.path(lockName)); err != nil || st.Size() != 0 {
				t.Error("the mark is still in the lock file")
			}
			gitFsck(t, s)
		})
	}
}

func TestRefMovedByGitBehindTheLockIsSeen(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	calls := 0
	_, err := update(t, s, func(tx *Tx) error {
		if calls++; calls == 1 {
			// A foreign program commits between our read and our write.
			id := strings.TrimSpace(git(t, s, "-c", "user.name=x", "-c", "user.email=x@y", "commit-tree", "-p", "HEAD", "-m", "foreign", "HEAD^{tree}"))
			git(t, s, "update-ref", "refs/heads/threads", id)
		}
		tx.Put("b", []byte("2"))
		return nil
	})
	if err != nil || calls != 2 {
		t.Fatalf("%d calls, %v", calls, err)
	}
	if got := git(t, s, "log", "--format=%s"); got != "change\nforeign\nadd a\ninit\n" {
		t.Fatalf("log %q", got)
	}
}

func TestRefThatKeepsMovingIsAConflict(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	calls := 0
	_, err := update(t, s, func(tx *Tx) error {
		calls++
		id := strings.TrimSpace(git(t, s, "-c", "user.name=x", "-c", "user.email=x@y", "commit-tree", "-p", "HEAD", "-m", "foreign", "HEAD^{tree}"))
		git(t, s, "update-ref", "refs/heads/threads", id)
		tx.Put("b", []byte("2"))
		return nil
	})
	if !errors.Is(err, ErrConflict) || calls != maxTries {
		t.Fatalf("%d calls, %v", calls, err)
	}
}

func TestReflogIsReadByGit(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	if got := git(t, s, "reflog", "--format=%gs", "refs/heads/threads"); got != "add a\ninit\n" {
		t.Fatalf("%q", got)
	}
}

// A reader that came between the writes of the reflog and of the ref of a new store once took the store for damaged.
func TestAStoreThatIsJustBeingMadeIsNotTakenForADamagedOne(t *testing.T) {
	made := newStore(t)
	want := put(t, made, "a", "1")
	ref, aside := made.path(refName), filepath.Join(t.TempDir(), "ref")
	if err := os.Rename(ref, aside); err != nil {
		t.Fatal(err)
	}
	s, warned := warnings(t, made.Dir())
	placed := make(chan error)
	time.AfterFunc(2*beginPoll, func() { placed <- os.Rename(aside, ref) })
	got, err := s.Tip()
	if err := <-placed; err != nil {
		t.Fatal(err)
	}
	if err != nil || got != want {
		t.Errorf("tip is %s, %v, want %s", got, err, want)
	}
	if len(*warned) != 0 {
		t.Errorf("warned of %q", *warned)
	}
}
