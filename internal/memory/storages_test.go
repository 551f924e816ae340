package memory_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/enum"
	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/review/reviewtest"
	"consider/internal/review/undo"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/worktree"
)

// What every place to keep a memory promises, asked of all of them. A new one is one more name in eachStorage.

// kept is a storage under test. It is opened anew for each use, as by a process of its own.
type kept struct {
	*reviewtest.Desk
	t       *testing.T
	backend string
}

func eachStorage(t *testing.T, promise func(*testing.T, *kept)) {
	t.Helper()
	for _, backend := range enum.Of[settings.Backend]().Names() {
		t.Run(backend, func(t *testing.T) {
			t.Parallel()
			d := reviewtest.New(t)
			d.Keys = keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
			promise(t, &kept{d, t, backend})
		})
	}
}

func (k *kept) open() keep.Storage {
	k.t.Helper()
	return gittest.Must(memory.OpenStorage(k.t.Context(), k.Agent("codex"), k.backend))(k.t)
}

// change makes an edit of a newly opened storage.
func (k *kept) change(e keep.Edit) {
	k.t.Helper()
	if err := k.open().Change(k.t.Context(), keep.Op{Command: "test"}, func(keep.Files) (keep.Edit, error) { return e, nil }); err != nil {
		k.t.Fatal(err)
	}
}

// refused runs a command of the memory tool that must not change anything.
func (k *kept) refused(want keep.Kind, c keep.Command) {
	k.t.Helper()
	before, tip := k.all(), k.tip()
	text, err := keep.Run(k.t.Context(), k.open(), c)
	var r *keep.Refusal
	if !errors.As(err, &r) || r.Kind != want {
		k.t.Errorf("%s %.60q: %.60q, %v; want the refusal %q", c.Name, c.Where(), text, err, want)
	}
	if diff := cmp.Diff(before, k.all()); diff != "" || k.tip() != tip {
		k.t.Errorf("%s %.60q was refused, and changed (-before +after):\n%.500s", c.Name, c.Where(), diff)
	}
}

func (k *kept) tip() string {
	k.t.Helper()
	return gittest.Must(k.Agent("codex").Tip(k.t.Context()))(k.t)
}

// all is every file with its content, as the next process reads it; a star is for a pin.
func (k *kept) all() map[string]string {
	k.t.Helper()
	out := map[string]string{}
	err := k.open().View(k.t.Context(), func(f keep.Files) error {
		list, pins := gittest.Must(f.List())(k.t), gittest.Must(f.Pins())(k.t)
		if !slices.IsSortedFunc(list, func(a, b keep.File) int { return strings.Compare(string(a.Path), string(b.Path)) }) || !slices.IsSorted(pins) || len(slices.Compact(pins)) < len(pins) {
			k.t.Errorf("not in order: %v, pins %v", list, pins)
		}
		for _, file := range list {
			data := gittest.Must(f.Read(file.Path))(k.t)
			if len(data) != file.Size {
				k.t.Errorf("%s has %d bytes, listed are %d", file.Path, len(data), file.Size)
			}
			name := string(file.Path)
			if slices.Contains(pins, file.Path) {
				name += "*"
			}
			out[name] = string(data)
		}
		return nil
	})
	if err != nil {
		k.t.Fatal(err)
	}
	return out
}

func (k *kept) want(when string, want map[string]string) {
	k.t.Helper()
	if diff := cmp.Diff(want, k.all()); diff != "" {
		k.t.Errorf("%s (-want +got):\n%.2000s", when, diff)
	}
}

// texts makes an edit that writes files, given as "path", "content", …
func texts(pairs ...string) keep.Edit {
	e := keep.Edit{Write: map[keep.Path][]byte{}}
	for i := 0; i < len(pairs); i += 2 {
		e.Write[keep.Path(pairs[i])] = []byte(pairs[i+1])
	}
	return e
}

func TestAMemoryThatWasNeverWrittenIsEmptyAndReadingMakesNothing(t *testing.T) {
	eachStorage(t, func(t *testing.T, k *kept) {
		k.want("before the first change", map[string]string{})
		err := k.open().View(t.Context(), func(f keep.Files) error {
			if data, err := f.Read("a.md"); !errors.Is(err, keep.ErrNotExist) {
				t.Errorf("a file that is not there: %q, %v", data, err)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		for _, made := range []string{".consider", ".vscode"} {
			if _, err := os.Lstat(k.Path(made)); err == nil {
				t.Errorf("%s was made by a read", made)
			}
		}
		// The folders go away by hand: the next change makes them again.
		k.change(texts("a.md", "one"))
		k.Remove(".consider")
		k.Remove(".vscode")
		k.want("its folders were removed", map[string]string{})
		k.change(texts("d/b.md", "two"))
		k.want("written again", map[string]string{"d/b.md": "two"})
	})
}

// oddFiles have names that the storages use themselves, that Windows or a URL would read in another way, and contents
// that a text tool would repair.
var oddFiles = map[string]string{
	"pins.json": "{", "key.json": "\n", "scope.json": "", "branches.json": "\r\n", "files/pins.json": "x", "before/a.md": "\ufeffx", "a.age": "age",
	"disk/files/a": "x\r\ny", "100% sure.md": "%", "a..b": "..", "...a": "a\n\n\n", "console.md": "con", ".hidden/x.md": "h", "über/日本語.md": "ü",
	"é.md": "composed", "a b/c d.md": " ", "node_modules/x": "n", "$HOME/`x`.md": "$1\\1", "-rf": "-", "#x;&&y": "#",
	"1/2/3/4/5/6/7/8": "deep", "emoji 🧠.md": "🧠",
}

func TestWhatWasWrittenIsReadBackByTheNextProcess(t *testing.T) {
	odd := map[string]string{strings.Repeat("n", keep.MaxName): strings.Repeat("long line ", 20_000)}
	var pairs []string
	for name, text := range oddFiles {
		odd[name] = text
	}
	for name, text := range odd {
		if p, err := keep.ParsePath(keep.Root + "/" + name); err != nil || string(p) != name {
			t.Fatalf("%q is no path: %v", name, err)
		}
		pairs = append(pairs, name, text)
	}
	eachStorage(t, func(t *testing.T, k *kept) {
		k.change(texts(pairs...))
		k.want("written in one change", odd)
		all := keep.Edit{Repin: true}
		pinned := map[string]string{}
		for name, text := range odd {
			all.Pins = append(all.Pins, keep.Path(name), keep.Path(name))
			pinned[name+"*"] = text
		}
		k.change(all)
		k.want("pinned, each twice", pinned)
		k.change(keep.Edit{Repin: true})
		k.want("unpinned", odd)
		for name := range odd {
			all.Remove = append(all.Remove, keep.Path(name))
		}
		k.change(keep.Edit{Remove: all.Remove})
		k.want("removed", map[string]string{})
	})
}

// Two forms of Unicode that look the same used to be two files of one name, in a listing that showed it twice.
func TestNamesThatLookTheSameAreOneName(t *testing.T) {
	const nfc, nfd = "/memories/caf\u00e9.md", "/memories/cafe\u0301.md"
	eachStorage(t, func(t *testing.T, k *kept) {
		run := func(c keep.Command) string {
			t.Helper()
			return gittest.Must(keep.Run(t.Context(), k.open(), c))(t)
		}
		text, more := "one\n", "two"
		run(keep.Command{Name: "create", Path: nfd, FileText: &text})
		k.refused(keep.Conflict, keep.Command{Name: "create", Path: nfc, FileText: &text})
		k.refused(keep.Denied, keep.Command{Name: "create", Path: "/memories/CAFE\u0301.md", FileText: &text})
		run(keep.Command{Name: "insert", Path: nfc, InsertLine: reviewtest.At(1), InsertText: &more})
		run(keep.Command{Name: "rename", OldPath: nfd, NewPath: "/memories/e\u0301/u\u0308.md"})
		k.want("named in either form", map[string]string{"\u00e9/\u00fc.md": "one\ntwo\n"})
	})
}

// What an earlier version kept, or another program put on the disk, is written here past the check of paths.
func TestOfTwoNamesThatLookTheSameTheSecondHasANumber(t *testing.T) {
	const composed, decomposed = "d/caf\u00e9.md", "d/cafe\u0301.md"
	eachStorage(t, func(t *testing.T, k *kept) {
		k.change(texts(decomposed, "alone"))
		k.want("one name, in another form", map[string]string{composed: "alone"})
		k.change(keep.Edit{Pins: []keep.Path{composed}, Repin: true})
		text := "!\n"
		if _, err := keep.Run(t.Context(), k.open(), keep.Command{Name: "insert", Path: "/memories/" + composed, InsertLine: reviewtest.At(0), InsertText: &text}); err != nil {
			t.Fatal(err)
		}
		k.want("changed and pinned under the name that is shown", map[string]string{composed + "*": "!\nalone"})
		k.change(keep.Edit{Remove: []keep.Path{composed}, Repin: true})
		k.change(texts(composed, "second", decomposed, "alone"))
		k.change(keep.Edit{Pins: []keep.Path{"d/caf\u00e9 (2).md"}, Repin: true})
		k.want("two names", map[string]string{composed: "second", "d/caf\u00e9 (2).md*": "alone"})
		for i, name := range []string{composed, "d/caf\u00e9 (2).md"} {
			if _, err := keep.Run(t.Context(), k.open(), keep.Command{Name: "str_replace", Path: "/memories/" + name, OldStr: &[]string{"second", "alone"}[i], NewStr: &text}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		k.want("each changed", map[string]string{composed: "!\n", "d/caf\u00e9 (2).md*": "!\n"})
		k.refused(keep.Conflict, keep.Command{Name: "create", Path: "/memories/d/caf\u00e9 (2).md", FileText: &text})
		if _, err := keep.Run(t.Context(), k.open(), keep.Command{Name: "delete", Path: "/memories/" + composed}); err != nil {
			t.Error(err)
		}
		k.want("the first is deleted", map[string]string{composed + "*": "!\n"})
	})
}

func TestAFolderInAnotherFormIsTheFolderOfNewFilesToo(t *testing.T) {
	eachStorage(t, func(t *testing.T, k *kept) {
		k.change(texts("cafe\u0301/a.md", "one"))
		k.change(texts("caf\u00e9/b.md", "two"))
		k.want("in one folder", map[string]string{"caf\u00e9/a.md": "one", "caf\u00e9/b.md": "two"})
		if entries, err := os.ReadDir(k.Path(keep.DiskFolder)); k.backend == settings.OnDisk && (err != nil || len(entries) != 1) {
			t.Errorf("on the disk: %v, %v", entries, err)
		}
	})
}

func TestAnEditIsAppliedAsAWhole(t *testing.T) {
	eachStorage(t, func(t *testing.T, k *kept) {
		k.change(texts("a.md", "a", "b.md", "b", "d/c.md", "c"))
		run := func(when string, do func(keep.Files) keep.Edit, want map[string]string) {
			t.Helper()
			tip := k.tip()
			if err := k.open().Change(t.Context(), keep.Op{Command: "test"}, func(f keep.Files) (keep.Edit, error) { return do(f), nil }); err != nil {
				t.Fatalf("%s: %v", when, err)
			}
			k.want(when, want)
			if parent := k.StoreGit("rev-parse", "refs/heads/threads^"); parent != tip {
				t.Errorf("%s: %s is not one commit on %s", when, k.tip(), tip)
			}
		}
		read := func(f keep.Files, p keep.Path) []byte { return gittest.Must(f.Read(p))(t) }
		run("write, remove and pin at once", func(f keep.Files) keep.Edit {
			read(f, "a.md") // only what was read is overwritten
			return keep.Edit{Write: texts("a.md", "A", "e.md", "e").Write, Remove: []keep.Path{"d/c.md"}, Pins: []keep.Path{"e.md"}, Repin: true}
		}, map[string]string{"a.md": "A", "b.md": "b", "e.md*": "e"})
		run("moved over a file that is there", func(f keep.Files) keep.Edit {
			read(f, "b.md")
			return keep.Edit{Write: texts("b.md", string(read(f, "a.md"))).Write, Remove: []keep.Path{"a.md"}}
		}, map[string]string{"b.md": "A", "e.md*": "e"})
		run("two files exchanged", func(f keep.Files) keep.Edit {
			return texts("b.md", string(read(f, "e.md")), "e.md", string(read(f, "b.md")))
		}, map[string]string{"b.md": "e", "e.md*": "A"})
		run("a name changed in letter case only", func(f keep.Files) keep.Edit {
			return keep.Edit{Write: texts("B.md", string(read(f, "b.md"))).Write, Remove: []keep.Path{"b.md"}}
		}, map[string]string{"B.md": "e", "e.md*": "A"})
		run("what is gone already is removed", func(keep.Files) keep.Edit {
			return keep.Edit{Remove: []keep.Path{"gone.md", "B.md"}}
		}, map[string]string{"e.md*": "A"})
		run("a folder where a file was", func(f keep.Files) keep.Edit {
			return keep.Edit{Remove: []keep.Path{"e.md"}, Repin: true}
		}, map[string]string{})
		run("the folder", func(keep.Files) keep.Edit { return texts("e.md/x", "x") }, map[string]string{"e.md/x": "x"})
	})
}

func TestAnErrorOfTheCallerChangesNothingAndIsReturned(t *testing.T) {
	eachStorage(t, func(t *testing.T, k *kept) {
		k.change(texts("a.md", "one"))
		tip, mine := k.tip(), errors.New("mine")
		err := k.open().Change(t.Context(), keep.Op{Command: "test"}, func(keep.Files) (keep.Edit, error) {
			return keep.Edit{Write: texts("b.md", "two").Write, Remove: []keep.Path{"a.md"}, Repin: true, Pins: []keep.Path{"a.md"}}, mine
		})
		if !errors.Is(err, mine) {
			t.Errorf("Change returns %v", err)
		}
		if err := k.open().View(t.Context(), func(keep.Files) error { return mine }); !errors.Is(err, mine) {
			t.Errorf("View returns %v", err)
		}
		k.want("after an error", map[string]string{"a.md": "one"})
		k.change(keep.Edit{})
		if k.tip() != tip {
			t.Error("an edit that changes nothing is a commit, and so is an error")
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := k.open().Change(ctx, keep.Op{}, func(keep.Files) (keep.Edit, error) { return texts("a.md", "late"), nil }); err == nil {
			t.Error("a change that was given up is made")
		}
		k.want("given up", map[string]string{"a.md": "one"})
	})
}

// breakStore makes that nothing can be written to the store, until it is called again.
func (k *kept) breakStore() {
	k.t.Helper()
	for _, step := range [][2]string{{"objects", "away"}, {"broken", "objects"}, {"away", "broken"}} {
		if err := os.Rename(k.StoreFile(step[0]), k.StoreFile(step[1])); err != nil {
			k.t.Fatal(err)
		}
	}
}

// The files of a memory on disk were once changed although the store could not be written: no history told of it.
func TestAChangeThatCannotBeRecordedIsNotMade(t *testing.T) {
	eachStorage(t, func(t *testing.T, k *kept) {
		k.change(texts("a.md", "one", "b.md", "two", "d/c.md", "three"))
		was, tip := k.all(), k.tip()
		if err := os.WriteFile(k.StoreFile("broken"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		err := k.open().Change(t.Context(), keep.Op{Command: "test"}, func(f keep.Files) (keep.Edit, error) {
			for _, p := range []keep.Path{"a.md", "b.md"} {
				gittest.Must(f.Read(p))(t)
			}
			k.breakStore()
			return keep.Edit{Write: texts("a.md", "changed", "new.md", "new").Write, Remove: []keep.Path{"b.md", "d/c.md"}}, nil
		})
		k.breakStore()
		if err == nil || k.tip() != tip {
			t.Errorf("it is recorded: %v", err)
		}
		k.want("a change that failed", was)
		k.change(keep.Edit{Remove: []keep.Path{"d/c.md"}})
		if k.backend == settings.OnDisk {
			testFailedUndo(t, k)
		}
	})
}

// testFailedUndo: an undo that is not recorded leaves the files on disk as they are. The copies of both states are in
// the store, so that only the commit fails.
func testFailedUndo(t *testing.T, k *kept) {
	was, tip := k.all(), k.tip()
	lock := k.StoreFile("refs", "heads", "threads.lock")
	if err := os.MkdirAll(filepath.Join(lock, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := undo.Undo(t.Context(), k.Human(), undo.UndoInput{}); err == nil || k.tip() != tip {
		t.Errorf("the undo is recorded: %v", err)
	}
	for _, name := range []string{filepath.Join(lock, "in the way"), lock} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	k.want("an undo that failed", was)
	gittest.Must(undo.Undo(t.Context(), k.Human(), undo.UndoInput{}))(t)
	k.want("an undo", map[string]string{"a.md": "one", "b.md": "two", "d/c.md": "three"})
}

// A backend that a newer consider knows must not become one of ours: what is secret there would be plain here.
func TestABackendThatIsNotKnownIsAnError(t *testing.T) {
	d := reviewtest.New(t)
	if _, err := memory.OpenStorage(t.Context(), d.Agent("codex"), "tape"); !errors.Is(err, fail.ErrDenied) {
		t.Errorf("opened: %v", err)
	}
}

func TestNoStorageKeepsWhatIsOverABound(t *testing.T) {
	eachStorage(t, func(t *testing.T, k *kept) {
		one, big := "x", strings.Repeat("x", keep.MaxFile)
		create := func(path, text string) keep.Command { return keep.Command{Name: "create", Path: path, FileText: &text} }
		if _, err := keep.Run(t.Context(), k.open(), create("/memories/a/full", big)); err != nil {
			t.Errorf("a file at the limit: %v", err)
		}
		k.refused(keep.Denied, create("/memories/a/over", big+"x"))
		k.refused(keep.Denied, keep.Command{Name: "insert", Path: "/memories/a/full", InsertLine: reviewtest.At(0), InsertText: &one})
		k.refused(keep.Usage, create("/memories/a/zero", "\x00"))
		k.refused(keep.Usage, create("/memories/a/latin", "\xff"))
		k.refused(keep.Denied, create("/memories/a/"+strings.Repeat("n", keep.MaxName+1), one))
		k.refused(keep.Denied, create("/memories/A/full", one))
		k.refused(keep.Denied, create("/memories/a/full/below", one))
		k.refused(keep.Denied, create("/memories/../outside", one))
		rest := keep.Edit{Write: map[keep.Path][]byte{}}
		for i := range keep.MaxTotal/keep.MaxFile - 1 {
			rest.Write[keep.Path(fmt.Sprint("a/", i))] = []byte(big)
		}
		k.change(rest)
		k.refused(keep.Denied, create("/memories/a/more", one))
		if _, err := keep.Run(t.Context(), k.open(), keep.Command{Name: "delete", Path: "/memories/a"}); err != nil {
			t.Fatalf("a full memory cannot be emptied: %v", err)
		}
	})
}

// Each writer adds one to the same file and makes one of its own, from nothing: no store, no folder, no key.
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
		for range writers * times { // a reader meanwhile reads no half file
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

// A writer is killed at any moment, the lock in its hands or not: what it said it had written is there, no file is
// half, nothing else is in the list, and the next writer goes on.
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
	whole := own == count || k.backend == settings.OnDisk // on disk a change is as whole as each of its files
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

// writeForever makes a writer of the process of a test: the project, the storage and the file of the key, on lines.
const writeForever = "TEST_WRITE_FOREVER"

// writer changes two files in each change, and says a line when a change is made. It ends when it is killed.
func writer(what string) {
	part := strings.Split(what, "\n")
	for i := 1; ; i++ {
		at, err := worktree.Locate(part[0])
		if err != nil {
			panic(err)
		}
		p := &session.Project{Place: at, Tree: worktree.Open(at), Now: time.Now, Program: "consider/test", Keys: keep.Keys{File: part[2]}}
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
