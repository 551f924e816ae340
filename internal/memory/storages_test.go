package memory_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/memory/keep"
	"consider/internal/review/reviewtest"
	"consider/internal/settings"
)

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
		// The folders are deleted by hand: the next change creates them again.
		k.change(texts("a.md", "one"))
		k.Remove(".consider")
		k.Remove(".vscode")
		k.want("its folders were removed", map[string]string{})
		k.change(texts("d/b.md", "two"))
		k.want("written again", map[string]string{"d/b.md": "two"})
	})
}

// oddFiles have names that the storages use themselves, or that Windows or a URL would read differently, and contents
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

// Two Unicode forms that look the same used to be two files, so that a listing showed one name twice.
func TestNamesThatLookTheSameAreOneName(t *testing.T) {
	const nfc, nfd = "/memories/caf\u00e9.md", "/memories/cafe\u0301.md"
	eachStorage(t, func(t *testing.T, k *kept) {
		run := func(c keep.Command) string {
			t.Helper()
			return gittest.Must(keep.Run(t.Context(), k.open(), c))(t)
		}
		first, text, more := "zero\n", "one\n", "two"
		run(keep.Command{Name: "create", Path: nfd, FileText: &first})
		run(keep.Command{Name: "create", Path: nfc, FileText: &text})
		k.refused(fail.ErrDenied, keep.Command{Name: "create", Path: "/memories/CAFE\u0301.md", FileText: &text})
		run(keep.Command{Name: "insert", Path: nfc, InsertLine: reviewtest.At(1), InsertText: &more})
		run(keep.Command{Name: "rename", OldPath: nfd, NewPath: "/memories/e\u0301/u\u0308.md"})
		k.want("named in either form", map[string]string{"\u00e9/\u00fc.md": "one\ntwo\n"})
	})
}

// This writes past the check of paths, as an earlier version or another program may have done.
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
		last := "last\n"
		if _, err := keep.Run(t.Context(), k.open(), keep.Command{Name: "create", Path: "/memories/d/caf\u00e9 (2).md", FileText: &last}); err != nil {
			t.Error(err)
		}
		k.want("the second is overwritten", map[string]string{composed: "!\n", "d/caf\u00e9 (2).md*": last})
		if _, err := keep.Run(t.Context(), k.open(), keep.Command{Name: "delete", Path: "/memories/" + composed}); err != nil {
			t.Error(err)
		}
		k.want("the first is deleted", map[string]string{composed + "*": last})
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
