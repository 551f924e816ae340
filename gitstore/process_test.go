package gitstore

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// childEnv makes the test binary play a role in a store instead of running the tests: promises between processes need
// real processes that can be killed.
const childEnv = "CONSIDER_GITSTORE_CHILD"

func TestMain(m *testing.M) {
	if role := os.Getenv(childEnv); role != "" {
		if err := runChild(role, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func runChild(role string, args []string) error {
	if role == "outbox" {
		return childOutbox(args[0], args[1])
	}
	open := Open
	if role == "create" {
		open = Create
	}
	s, err := open(args[0], Options{Now: time.Now, Program: "consider/child", LockWait: patience})
	if err != nil {
		return err
	}
	defer s.Close()
	switch role {
	case "create":
		return nil
	case "write":
		n, _ := strconv.Atoi(args[2])
		return childWrites(s, args[1], n)
	case "read":
		return childReads(s)
	case "gc":
		_, err := s.GC(context.Background(), GCOptions{Grace: -1}, nil)
		return err
	case "autogc":
		for {
			if _, err := s.GC(context.Background(), GCOptions{Auto: true}, nil); err != nil {
				return err
			}
		}
	case "fsck":
		return childChecks(s)
	case "hold":
		return childHolds(s)
	}
	return runUnixChild(s, role)
}

// childWrites adds lines to its own file and to a shared one, and prints "ok n" after each. From time to time it also
// collects garbage.
func childWrites(s *Store, name string, n int) error {
	for i := range n {
		if err := addLine(s, name, i); err != nil {
			return err
		}
		fmt.Println("ok", i)
		if n > 1000 && i%15 == 14 {
			if _, err := s.GC(context.Background(), GCOptions{Grace: -1}, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// childReads reads the store until its input ends: no read may fail, and what was seen once must not vanish.
func childReads(s *Store) error {
	done := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(done)
	}()
	lines := 0
	for n := 0; ; n++ {
		select {
		case <-done:
			fmt.Println("reads", n)
			return nil
		default:
		}
		sn, err := s.Snapshot()
		if err != nil {
			return err
		}
		shared, err := sn.ReadFile("shared")
		if err != nil && !errors.Is(err, ErrNotExist) {
			return err
		}
		now := strings.Count(string(shared), "\n")
		if now < lines {
			return fmt.Errorf("%d lines after %d", now, lines)
		}
		lines = now
		entries, err := sn.ReadDir("own")
		if err != nil {
			return err
		}
		sum := 0
		for _, e := range entries {
			data, err := sn.ReadBlob(e.ID)
			if err != nil {
				return err
			}
			sum += strings.Count(string(data), "\n")
		}
		if sum != now {
			return fmt.Errorf("a snapshot shows %d own and %d shared lines", sum, now)
		}
		if n%50 == 49 {
			for _, err := range s.Log(context.Background(), LogOptions{Max: 30, WithPaths: true}) {
				if err != nil {
					return err
				}
			}
		}
	}
}

// childHolds takes the lock, prints that, and keeps the lock until its input ends.
func childHolds(s *Store) error {
	l, err := s.lock(context.Background())
	if err != nil {
		return err
	}
	fmt.Println("ok held")
	_, _ = io.Copy(io.Discard, os.Stdin)
	l.release()
	return nil
}

func child(t testing.TB, role string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), childEnv+"="+role, "GORACE=atexit_sleep_ms=0") // by default, each process of a race build ends a second late
	return cmd
}

func TestNoUpdateIsLostAmongProcesses(t *testing.T) {
	const writers, each = 8, 15
	s := newStore(t)
	needGit(t)
	stop := make(chan struct{})
	var side sync.WaitGroup
	for _, args := range [][]string{{"pack-refs", "--all"}, {"gc", "-q"}} {
		side.Go(func() { loopGit(t, s.Dir(), stop, args) })
	}
	reader, finish := startReader(t, s.Dir())
	var wg sync.WaitGroup
	for w := range writers {
		cmd := child(t, "write", s.Dir(), fmt.Sprint("w", w), fmt.Sprint(each))
		wg.Go(func() {
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("writer: %v %s", err, out)
			}
		})
	}
	wg.Wait()
	close(stop)
	side.Wait()
	finish()
	if err := reader.Wait(); err != nil {
		t.Errorf("reader: %v %s", err, reader.Stderr)
	}
	s = openAt(t, s.Dir())
	checkLines(t, s, writers, each)
	gitFsck(t, s)
	if r, err := s.Fsck(t.Context(), nil); err != nil || len(r.Problems) > 0 {
		t.Errorf("%+v %v", r, err)
	}
	if got := strings.TrimSpace(git(t, s, "rev-list", "--count", "HEAD")); got != strconv.Itoa(writers*each+1) {
		t.Errorf("%s commits", got)
	}
}

// loopGit runs a git command over and over. The command may fail: two gc exclude each other, and a ref may be locked.
func loopGit(t testing.TB, dir string, stop chan struct{}, args []string) {
	for {
		select {
		case <-stop:
			return
		default:
			_ = gitCommand(dir, args...).Run()
			time.Sleep(20 * time.Millisecond)
		}
	}
}

func startReader(t testing.TB, dir string) (*exec.Cmd, func()) {
	t.Helper()
	cmd := child(t, "read", dir)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = new(strings.Builder)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, func() { _ = in.Close() }
}

func checkLines(t testing.TB, s *Store, writers, each int) {
	t.Helper()
	for w := range writers {
		var want strings.Builder
		for i := range each {
			fmt.Fprintf(&want, "w%d %d\n", w, i)
		}
		if got := mustRead(t, s, fmt.Sprint("own/w", w)); got != want.String() {
			t.Errorf("writer %d: %q", w, got)
		}
	}
	if got := strings.Count(mustRead(t, s, "shared"), "\n"); got != writers*each {
		t.Errorf("%d shared lines, want %d", got, writers*each)
	}
}

// TestKilledWriterLosesNothing kills a writer, which also collects garbage, at a random moment, many times over, and
// continues in the same store.
func TestKilledWriterLosesNothing(t *testing.T) {
	s := newStore(t)
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 10
	if os.Getenv("NIGHTLY") != "" {
		rounds = 30
	}
	for round := range rounds {
		name := fmt.Sprint("k", round)
		acked := killWriter(t, s.Dir(), name, time.Duration(5+rng.IntN(120))*time.Millisecond)
		fresh := openAt(t, s.Dir())
		sn, err := fresh.Snapshot()
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		data, err := sn.ReadFile("own/" + name)
		if err != nil && (acked > 0 || !errors.Is(err, ErrNotExist)) {
			t.Fatalf("round %d: %v", round, err)
		}
		if got := strings.Count(string(data), "\n"); got != acked && got != acked+1 {
			t.Fatalf("round %d: %d lines, %d acknowledged", round, got, acked)
		}
		put(t, fresh, "after/"+name, "x")
		fresh.Close()
		if round%10 == 0 {
			gitFsck(t, s)
		}
	}
	if _, err := s.GC(t.Context(), GCOptions{Grace: -1}, nil); err != nil {
		t.Fatal(err)
	}
	r, err := s.Fsck(t.Context(), nil)
	if err != nil || len(r.Problems) > 0 || len(r.Debris) > 0 {
		t.Errorf("%+v %v", r, err)
	}
	gitFsck(t, s)
}

// killWriter returns how many updates the writer had acknowledged before it was killed.
func killWriter(t testing.TB, dir, name string, after time.Duration) int {
	t.Helper()
	cmd := child(t, "write", dir, name, "100000")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs strings.Builder
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	acked := 0
	for sc := bufio.NewScanner(out); sc.Scan(); {
		if strings.HasPrefix(sc.Text(), "ok ") {
			acked++
		}
	}
	_ = cmd.Wait()
	if errs.Len() > 0 {
		t.Fatalf("writer: %s", &errs)
	}
	return acked
}

func TestOneStoreServesManyGoroutines(t *testing.T) {
	s := newStore(t)
	const workers, each = 8, 12
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := range each {
				if err := addLine(s, fmt.Sprint("w", w), i); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() {
			for range each {
				sn, err := s.Snapshot()
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := sn.ReadFile("shared"); err != nil && !errors.Is(err, ErrNotExist) {
					t.Error(err)
				}
			}
		})
	}
	wg.Go(func() {
		for range 3 {
			if _, err := s.GC(t.Context(), GCOptions{Grace: -1}, nil); err != nil {
				t.Error(err)
			}
			if _, err := s.Fsck(t.Context(), func(done, total int) {}); err != nil {
				t.Error(err)
			}
		}
	})
	wg.Wait()
	checkLines(t, s, workers, each)
	gitFsck(t, s)
}

// addLine adds a line to the writer's own file and to the shared one.
func addLine(s *Store, name string, i int) error {
	_, err := s.Update(context.Background(), func(tx *Tx) (Meta, error) {
		for _, p := range []string{"own/" + name, "shared"} {
			old, err := tx.ReadFile(p)
			if err != nil && !errors.Is(err, ErrNotExist) {
				return Meta{}, err
			}
			tx.Put(p, fmt.Appendf(old, "%s %d\n", name, i))
		}
		return Meta{Subject: fmt.Sprintf("write %s %d", name, i)}, nil
	})
	return err
}

// childChecks fails if the store is not whole.
func childChecks(s *Store) error {
	r, err := s.Fsck(context.Background(), nil)
	if err == nil && len(r.Problems) > 0 {
		err = fmt.Errorf("problems: %+v", r.Problems)
	}
	return err
}
