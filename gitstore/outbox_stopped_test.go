package gitstore

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// strict reports any warning but the one of a lock that a killed writer left.
func strict(t testing.TB, home *Store) Options {
	o := forkOptions(t, home)
	o.Warn = func(msg string) {
		if !strings.Contains(msg, refLock) {
			t.Errorf("warned: %s", msg)
		}
	}
	return o
}

// TestAForkThatWasStoppedIsFinished stops it after each of its steps, also when the home has changed since.
func TestAForkThatWasStoppedIsFinished(t *testing.T) {
	for name, without := range map[string][]string{
		"copied":      {refName, reflogName, homeRef},
		"half copied": {refName, reflogName, homeRef, "objects/" + loosePath(HashBlob([]byte("1")))},
		"home named":  {refName, reflogName},
		"in reflog":   {refName},
	} {
		for _, moved := range []bool{false, true} {
			t.Run(fmt.Sprint(name, moved), func(t *testing.T) {
				home := newStore(t)
				put(t, home, "a", "1")
				s := fork(t, home)
				for _, name := range without {
					remove(t, s.path(name))
				}
				for _, left := range []string{"HEAD.tmp-0123456789abcdef", refLock, lockName} {
					writeRaw(t, s.path(left), "\n")
				}
				if moved {
					put(t, home, "a", "2")
				}
				s = createAt(t, s.Dir(), strict(t, home))
				if name == "in reflog" {
					follow(t, s, home, boxOf(t, s))
				}
				wantAt(t, s, home)
				put(t, s, "b", "own")
				if got := ownOf(t, s, boxOf(t, s)); len(got) != 1 {
					t.Errorf("its own: %q", got)
				}
				wantLine(t, s)
				gitFsck(t, s)
			})
		}
	}
}

// TestAnOutboxThatLostItsRefsKeepsWhatItHasOfItsOwn removes one after the other.
func TestAnOutboxThatLostItsRefsKeepsWhatItHasOfItsOwn(t *testing.T) {
	for n, without := range [][]string{{refName}, {refName, reflogName}, {refName, reflogName, homeRef}} {
		home := newStore(t)
		put(t, home, "a", "1")
		s := fork(t, home)
		put(t, s, "b", "own 1")
		was := boxOf(t, openAt(t, s.Dir()))
		was.Tip = put(t, s, "b", "own 2")
		put(t, home, "a", "2")
		for _, name := range without {
			remove(t, s.path(name))
		}
		s = createAt(t, s.Dir(), forkOptions(t, home))
		if box := boxOf(t, s); box != was {
			t.Errorf("%d: the outbox is at %+v, was at %+v", n, box, was)
		}
		wantLine(t, s)
	}
}

// TestAFollowThatWasStoppedIsFinished stops it after each of its steps, also when the outbox or the home has changed
// since.
func TestAFollowThatWasStoppedIsFinished(t *testing.T) {
	for name, stop := range map[string]func(t *testing.T, s, home *Store, was Outbox, tip ID){
		"half copied": func(t *testing.T, s, home *Store, was Outbox, tip ID) {
			copyTo(t, s, home, was, tip)
			writeRaw(t, looseFile(s, HashBlob([]byte("2"))), "") // emptied by a power cut
		},
		"copied": copyTo,
		"in reflog": func(t *testing.T, s, home *Store, was Outbox, tip ID) {
			copyTo(t, s, home, was, tip)
			if err := s.appendReflog(was.Tip, tip, "follow"); err != nil {
				t.Fatal(err)
			}
			writeRaw(t, s.path(refLock), "")
			writeRaw(t, s.path(lockName), "\n")
		},
		"ref moved": func(t *testing.T, s, home *Store, was Outbox, tip ID) {
			follow(t, s, home, was)
			writeRaw(t, s.path(homeRef), was.Home.String()+"\n")
			past := time.Now().Add(-time.Hour)
			writeRaw(t, s.path(homeRef+".lock"), "")
			if err := os.Chtimes(s.path(homeRef+".lock"), past, past); err != nil {
				t.Fatal(err)
			}
		},
	} {
		for _, since := range []string{"", "own", "home", "own and home"} {
			t.Run(name+" "+since, func(t *testing.T) {
				home := newStore(t)
				put(t, home, "a", "1")
				s := fork(t, home)
				put(t, s, "b", "own 1")
				put(t, home, "b", "own 1, taken over")
				was, tip := keep(t, s, home, "side"), put(t, home, "a", "2")
				stop(t, s, home, was, tip)
				s = createAt(t, s.Dir(), strict(t, home))
				last := ID{}
				if strings.HasPrefix(since, "own") {
					last = put(t, s, "c", "own 2")
				}
				if strings.HasSuffix(since, "home") {
					put(t, home, "a", "3")
				}
				follow(t, s, home, keep(t, s, home, "side"))
				wantAt(t, s, home)
				if _, err := home.SnapshotAt(was.Tip); err != nil {
					t.Error(err)
				}
				if kept := fmt.Sprint(taken(t, home)); !last.IsZero() && !strings.Contains(kept, last.String()) {
					t.Errorf("%s was not kept: %s", last, kept)
				}
				if refs := taken(t, home); len(refs) != 1 && last.IsZero() || len(refs) > 2 {
					t.Errorf("kept too much: %v", refs)
				}
				wantLine(t, home)
				gitFsck(t, s)
				want, _ := home.Tip()
				for _, name := range []string{refName, reflogName} {
					remove(t, home.path(name))
				}
				if got, err := openAt(t, home.Dir()).Tip(); err != nil || got != want {
					t.Errorf("the home is recovered at %s, %v; want %s", got, err, want)
				}
			})
		}
	}
}

func copyTo(t *testing.T, s, home *Store, was Outbox, tip ID) {
	t.Helper()
	err := s.underLock(t.Context(), func(*heldLock) error { return s.copyLine(t.Context(), home, tip, was.Home) })
	if err != nil {
		t.Fatal(err)
	}
}

func TestAForkOfAHomeWhoseTipIsLostShowsWhatTheHomeShows(t *testing.T) {
	for _, c := range losing {
		t.Run(c.name, func(t *testing.T) {
			home := newStore(t)
			before := put(t, home, "a", "1")
			c.lose(t, home, put(t, home, "a", "2"))
			home = openAt(t, home.Dir())
			s := fork(t, home)
			if box := boxOf(t, s); box != (Outbox{before, before}) {
				t.Errorf("the outbox is at %+v, want %s", box, before)
			}
			wantLine(t, s)
			put(t, home, "b", "1")
			follow(t, s, home, boxOf(t, s))
			tip, _ := home.Tip()
			if box := boxOf(t, s); box != (Outbox{tip, tip}) {
				t.Errorf("the outbox is at %+v, want %s", box, tip)
			}
			if got := mustRead(t, s, "a"); got != c.a || len(lostOf(t, s)) > 0 {
				t.Errorf("it shows %q, lost %+v", got, lostOf(t, s))
			}
		})
	}
}

// TestWordsThatWereTakenOverComeBackWithALostTip covers a file that the kept commits of the outbox have too.
func TestWordsThatWereTakenOverComeBackWithALostTip(t *testing.T) {
	for _, c := range losing {
		t.Run(c.name, func(t *testing.T) {
			home := newStore(t)
			put(t, home, "a", "1")
			s := fork(t, home)
			put(t, s, "a", "2")
			put(t, s, "b", "not taken over")
			put(t, home, "d", "of the home")
			keep(t, s, home, "side")
			c.lose(t, home, put(t, home, "a", "2"))
			home = openAt(t, home.Dir())
			put(t, home, "c", "3")
			sn, err := home.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			if got := mustRead(t, home, "a"); got != c.a {
				t.Errorf("read %q, want %q", got, c.a)
			}
			if data, err := sn.ReadFile("b"); !errors.Is(err, ErrNotExist) {
				t.Errorf("it brought %q of the outbox, %v", data, err)
			}
		})
	}
}

// TestAnOutboxWhoseTipIsLostIsMadeWholeByItsHome loses the tip that Follow brought, also if the outbox is written to before
// the next Follow. Commits that were taken over from it stay away.
func TestAnOutboxWhoseTipIsLostIsMadeWholeByItsHome(t *testing.T) {
	for _, c := range losing[:4] {
		for _, written := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, written), func(t *testing.T) {
				home := newStore(t)
				put(t, home, "a", "1")
				s := fork(t, home)
				put(t, s, "own", "deleted since")
				was := keep(t, s, home, "side")
				tip := put(t, home, "a", "2")
				follow(t, s, home, was)
				c.lose(t, s, tip)
				s = createAt(t, s.Dir(), forkOptions(t, home))
				last := tip
				if written {
					last = put(t, s, "b", "own")
				}
				sn, err := s.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				if data, err := sn.ReadFile("own"); !errors.Is(err, ErrNotExist) {
					t.Errorf("%q came back, %v", data, err)
				}
				put(t, home, "a", "3")
				box, known, err := home.Meet(t.Context(), s, boxOf(t, s))
				if err != nil || !known || box.Tip != last {
					t.Fatalf("%+v, %v, %v; want %s", box, known, err, last)
				}
				if written && len(ownOf(t, s, box)) > 2 { // its own and the recovery
					t.Errorf("its own: %q", ownOf(t, s, box))
				}
				follow(t, s, home, keep(t, s, home, "side"))
				s = openAt(t, s.Dir())
				r, err := s.Fsck(t.Context(), nil)
				if err != nil || len(r.Problems) > r.Lost {
					t.Errorf("fsck: %+v, %v", r, err)
				}
				now, _ := home.Tip()
				if box := boxOf(t, s); box != (Outbox{now, now}) || mustRead(t, s, "a") != "3" {
					t.Errorf("the outbox is at %+v, its home at %s", box, now)
				}
			})
		}
	}
}

// childOutbox makes an outbox, writes to it and has it taken over, again and again. It prints the id of each commit.
func childOutbox(dir, homeDir string) error {
	o := Options{Now: time.Now, Program: "consider/child", LockWait: patience}
	home, err := Open(homeDir, o)
	if err != nil {
		return err
	}
	defer home.Close()
	o.Fork = home
	for i := 0; ; i++ {
		s, err := Create(dir, o)
		if err != nil {
			return err
		}
		for j := range 2 {
			id, err := s.Update(context.Background(), func(tx *Tx) (Meta, error) {
				tx.Put("words", fmt.Append(nil, i, j))
				return Meta{Subject: "own"}, nil
			})
			if err != nil {
				return err
			}
			fmt.Println("ok", id)
		}
		box, ok := OutboxIn(dir)
		if !ok {
			return errors.New("it is no outbox")
		}
		if err := home.KeepOutbox(context.Background(), s, "side", box); err != nil {
			return err
		}
		if err := s.Follow(context.Background(), home, box); err != nil {
			return err
		}
		if err := addLine(home, "home", i); err != nil {
			return err
		}
		s.Close()
	}
}

// TestKilledProcessesLoseNothingOfAnOutbox kills them at random moments.
func TestKilledProcessesLoseNothingOfAnOutbox(t *testing.T) {
	home := newStore(t)
	put(t, home, "a", "1")
	dir := filepath.Join(t.TempDir(), ".consider")
	rng := rand.New(rand.NewPCG(5, 6))
	rounds := 12
	if os.Getenv("NIGHTLY") != "" {
		rounds = 40
	}
	var own []ID
	for round := range rounds {
		cmd := child(t, "outbox", dir, home.Dir())
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		var errs strings.Builder
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		wait := time.Duration(5+rng.IntN(150)) * time.Millisecond
		kill := time.AfterFunc(wait, func() { _ = cmd.Process.Kill() })
		written := round%3 == 0 // on a busy machine, this one is killed before it has made the outbox
		if !written {
			kill.Reset(time.Minute)
		}
		for sc := bufio.NewScanner(out); sc.Scan(); {
			if hex, ok := strings.CutPrefix(sc.Text(), "ok "); ok {
				id, err := ParseID(hex)
				if err != nil {
					t.Fatal(err)
				}
				own = append(own, id)
				if !written {
					kill.Reset(wait)
				}
				written = true
			}
		}
		_ = cmd.Wait()
		kill.Stop()
		if errs.Len() > 0 {
			t.Fatalf("round %d: %s", round, &errs)
		}
	}
	home = openAt(t, home.Dir())
	s := createAt(t, dir, forkOptions(t, home))
	follow(t, s, home, keep(t, s, home, "side"))
	kept := keptIn(t, home)
	for _, id := range own {
		if !kept[id] {
			t.Errorf("%s was not kept", id)
		}
	}
	t.Logf("%d commits of its own", len(own))
	for _, at := range []*Store{s, home} {
		gc(t, at, GCOptions{Grace: -1})
		if lost := lostOf(t, at); len(lost) > 0 {
			t.Errorf("lost: %+v", lost)
		}
		gitFsck(t, at)
	}
	wantAt(t, s, home)
}
