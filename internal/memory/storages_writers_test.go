package memory_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"consider/internal/fail"
	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/worktree"
)

func TestNoStorageKeepsWhatIsOverABound(t *testing.T) {
	eachStorage(t, func(t *testing.T, k *kept) {
		one, big := "x", strings.Repeat("x", keep.MaxFile)
		create := func(path, text string) keep.Command { return keep.Command{Name: "create", Path: path, FileText: &text} }
		if _, err := keep.Run(t.Context(), k.open(), create("/memories/a/full", big)); err != nil {
			t.Errorf("a file at the limit: %v", err)
		}
		k.refused(fail.ErrDenied, create("/memories/a/over", big+"x"))
		k.refused(fail.ErrDenied, keep.Command{Name: "insert", Path: "/memories/a/full", InsertLine: reviewtest.At(0), InsertText: &one})
		k.refused(fail.ErrUsage, create("/memories/a/zero", "\x00"))
		k.refused(fail.ErrUsage, create("/memories/a/latin", "\xff"))
		k.refused(fail.ErrDenied, create("/memories/a/"+strings.Repeat("n", keep.MaxName+1), one))
		k.refused(fail.ErrDenied, create("/memories/A/full", one))
		k.refused(fail.ErrDenied, create("/memories/a/full/below", one))
		k.refused(fail.ErrDenied, create("/memories/../outside", one))
		rest := keep.Edit{Write: map[keep.Path][]byte{}}
		for i := range keep.MaxTotal/keep.MaxFile - 1 {
			rest.Write[keep.Path(fmt.Sprint("a/", i))] = []byte(big)
		}
		k.change(rest)
		k.refused(fail.ErrDenied, create("/memories/a/more", one))
		if _, err := keep.Run(t.Context(), k.open(), keep.Command{Name: "delete", Path: "/memories/a"}); err != nil {
			t.Fatalf("a full memory cannot be emptied: %v", err)
		}
	})
}

// Each writer increments the same file and one of its own. There is no store, folder or key at the start.
func TestOfWritersAtTheSameTimeNoneIsLost(t *testing.T) {
	const writers, times = 3, 3
	eachStorage(t, func(t *testing.T, k *kept) {
		var all sync.WaitGroup
		defer all.Wait()
		want := map[string]string{"count": strconv.Itoa(writers * times)}
		for w := range writers {
			want[fmt.Sprint("own/", w)] = strconv.Itoa(times - 1)
			all.Go(func() {
				for i := range times {
					k.count(fmt.Sprint("own/", w), i)
				}
			})
		}
		for range writers * times { // a concurrent reader never sees half a file
			for name, text := range k.all() {
				if _, err := strconv.Atoi(text); err != nil {
					t.Errorf("%s holds %q", name, text)
				}
			}
		}
		all.Wait()
		k.want("all have written", want)
	})
}

func (k *kept) count(own string, i int) {
	s, err := memory.OpenStorage(k.t.Context(), k.Agent("codex"), k.backend)
	if err == nil {
		err = s.Change(k.t.Context(), keep.Op{Command: "test"}, func(f keep.Files) (keep.Edit, error) { return oneMore(f, own, i) })
	}
	if err != nil {
		k.t.Errorf("%s, time %d: %v", own, i, err)
	}
}

func oneMore(f keep.Files, own string, i int) (keep.Edit, error) {
	was, err := f.Read("count")
	if err != nil && !errors.Is(err, keep.ErrNotExist) {
		return keep.Edit{}, err
	}
	if _, err := f.Read(keep.Path(own)); err != nil && !errors.Is(err, keep.ErrNotExist) {
		return keep.Edit{}, err
	}
	n, _ := strconv.Atoi(string(was))
	return texts("count", strconv.Itoa(n+1), own, strconv.Itoa(i)), nil
}

// A writer is killed at any moment, whether it holds the lock or not: everything that it reported as written is there,
// no file is half written, nothing else is listed, and the next writer succeeds.
func TestAWriterThatIsKilledLosesNothingThatItSaidItHadWritten(t *testing.T) {
	eachStorage(t, func(t *testing.T, k *kept) {
		k.change(texts("count", "0", "own/0", "0"))
		for _, acknowledged := range []int{1, 4} {
			cmd := exec.CommandContext(t.Context(), os.Args[0])
			cmd.Env = append(os.Environ(), writeForever+"="+strings.Join([]string{k.Dir, k.backend, k.Keys.File}, "\n"))
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			said := 0
			for lines := bufio.NewScanner(out); said < acknowledged && lines.Scan(); said++ {
				continue
			}
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			if said < acknowledged {
				t.Fatalf("the writer ended by itself after %d changes", said)
			}
			k.sound(said)
		}
	})
}

func (k *kept) sound(said int) {
	k.t.Helper()
	now := k.all()
	own, ownErr := strconv.Atoi(now["own/0"])
	count, countErr := strconv.Atoi(now["count"])
	whole := own == count || k.backend == settings.OnDisk // on disk, only each single file is changed atomically
	if ownErr != nil || countErr != nil || min(own, count) < said || len(now) != 2 || !whole {
		k.t.Errorf("the writer was killed after it had said %d; now there is %q", said, now)
	}
	store := gittest.Must(k.Human().OpenStore(k.t.Context(), false))(k.t)
	if report := gittest.Must(store.Fsck(k.t.Context(), nil))(k.t); len(report.Problems) > 0 {
		k.t.Errorf("the store: %v", report.Problems)
	}
	err := k.open().Change(k.t.Context(), keep.Op{Command: "test"}, func(f keep.Files) (keep.Edit, error) {
		for name := range now {
			if _, err := f.Read(keep.Path(name)); err != nil {
				return keep.Edit{}, err
			}
		}
		return texts("count", "0", "own/0", "0"), nil
	})
	if err != nil {
		k.t.Errorf("the next writer: %v", err)
	}
}

// writeForever makes the test's process a writer. Its value is the project, the storage and the key's file, on separate
// lines.
const writeForever = "TEST_WRITE_FOREVER"

// writer changes two files in each change, and prints a line after each. It runs until it is killed.
func writer(what string) {
	part := strings.Split(what, "\n")
	for i := 1; ; i++ {
		at, err := worktree.Locate(part[0])
		if err != nil {
			panic(err)
		}
		p := &session.Project{Place: at, Tree: gitrepo.Open(at), Now: time.Now, Program: "consider/test", Keys: keep.Keys{File: part[2]}}
		s, err := memory.OpenStorage(context.Background(), p.Session(session.Caller{Agent: "codex", Dir: at.Root}), part[1])
		if err != nil {
			panic(err)
		}
		err = s.Change(context.Background(), keep.Op{Command: "test"}, func(f keep.Files) (keep.Edit, error) { return oneMore(f, "own/0", i) })
		if err != nil {
			panic(err)
		}
		fmt.Println(i)
		_ = p.Close()
	}
}
