package treediff_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gitdir"
	"consider/internal/gittest"
	"consider/internal/treediff"
)

// brief is a file of a Status in one line: path, mode, and what else is set.
func brief(f treediff.StatusFile) string {
	s := fmt.Sprintf("%s %s", f.Path, orDash(f.Mode))
	if f.Blob != "" {
		s += " blob"
	}
	if f.Staged != "" {
		s += " staged " + f.StagedMode
	}
	if f.Untracked {
		s += " untracked"
	}
	return s
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func briefs(saw treediff.Status, dropBlob bool) []string {
	var all []string
	for _, f := range saw.Files {
		if dropBlob && f.Mode != "160000" {
			f.Blob = ""
		}
		all = append(all, brief(f))
	}
	return all
}

func saw(t testing.TB, dir string) treediff.Status {
	t.Helper()
	s, err := treediff.StatusOf(t.Context(), open(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSawOfBusyWork: every way a file can differ. Without git the result is the same except for the ids that only git's
// index check gives.
func TestSawOfBusyWork(t *testing.T) {
	r := busy(t)
	sub := commitIn(t, r.Path("sub mod"), "one")
	r.Git("add", "sub mod")
	r.Git("commit", "-qm", "sub", "--", "sub mod")
	if moved := commitIn(t, r.Path("sub mod"), "two"); moved == sub {
		t.Fatal("the submodule did not move on")
	}
	r.Write("sub mod/dirt", "not looked at")
	link(t, r, "clean.txt", "new link")
	r.Write("intended.txt", "i\n")
	r.Git("add", "-N", "intended.txt")
	before := gittest.Snapshot(t, r.Dir)
	want := []string{
		"added.txt 100644 blob",
		"both.txt 100644 staged 100644",
		"deleted.txt -",
		"edited.txt 100644",
		"intended.txt 100644",
		"link 120000",
		"mode.sh 100755",
		"new link 120000 untracked",
		"new.txt 100644 untracked",
		"removed.txt 100644 untracked",
		"staged.txt 100644 blob",
		"sub mod 160000 blob",
		"sub/edited.txt 100644",
		"sub/keep.tmp 100644 untracked",
		"sub/new.txt 100644 untracked",
		"sub/node_modules/x.js 100644 untracked",
	}
	withGit := saw(t, r.Dir)
	if diff := cmp.Diff(want, briefs(withGit, false)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	gittest.AssertUnchanged(t, before)
	idsAreTrue(t, r, withGit)
	withoutGit(t)
	if diff := cmp.Diff(briefs(withGit, true), briefs(saw(t, r.Dir), true)); diff != "" {
		t.Errorf("without git (-git +here)\n%s", diff)
	}
}

// An editor or an unpacker may set a file's time back after it changed the file.
func TestAnEditOfEqualSizeAndTimeIsSeenWithoutGit(t *testing.T) {
	r := gittest.New(t)
	old := time.Now().Add(-time.Hour)
	for _, text := range []string{"one\n", "two\n"} {
		r.Write("a.txt", text)
		if err := os.Chtimes(r.Path("a.txt"), old, old); err != nil {
			t.Fatal(err)
		}
		if text == "one\n" {
			r.Commit("first")
		}
	}
	withoutGit(t)
	if got := briefs(saw(t, r.Dir), true); len(got) != 1 || !strings.HasPrefix(got[0], "a.txt ") {
		t.Errorf("%q", got)
	}
}

// idsAreTrue checks that each id given is the id of the bytes on disk.
func idsAreTrue(t *testing.T, r *gittest.Repo, saw treediff.Status) {
	t.Helper()
	for _, f := range saw.Files {
		if f.Blob == "" {
			continue
		}
		if f.Mode == "160000" {
			if want := gittest.At(t, r.Path(f.Path)).Git("rev-parse", "HEAD"); f.Blob != want {
				t.Errorf("%s: commit %s, want %s", f.Path, f.Blob, want)
			}
			continue
		}
		text, err := os.ReadFile(r.Path(f.Path))
		if f.Mode == "120000" {
			var target string
			target, err = os.Readlink(r.Path(f.Path))
			text = []byte(target)
		}
		if want := blobID(string(text)); err != nil || f.Blob != want || f.Size != int64(len(text)) {
			t.Errorf("%s: blob %s of %d bytes, on disk %s of %d, %v", f.Path, f.Blob, f.Size, want, len(text), err)
		}
	}
}

// TestConvertedContentHasNoID: git's id is then not that of the bytes on disk.
func TestConvertedContentHasNoID(t *testing.T) {
	for name, c := range map[string]struct {
		attributes, text string
		config           []string
		blob             bool
	}{
		"nothing":          {"", "a\nb\n", nil, true},
		"line ends":        {"*.x text eol=crlf", "a\r\nb\r\n", nil, false},
		"auto line ends":   {"", "a\r\nb\r\n", []string{"core.autocrlf", "true"}, false},
		"no line to end":   {"*.x text eol=crlf", "a", nil, true},
		"keywords":         {"*.x ident", "$Id: 0123 $\n", nil, false},
		"encoding":         {"*.x working-tree-encoding=UTF-16LE", "\x21\x4e\x21\x4e\x41\x00\x41\x00", nil, false},
		"filter":           {"*.x filter=rot", "abc\n", []string{"filter.rot.clean", "tr abc bca"}, false},
		"filter elsewhere": {"*.y filter=rot", "abc\n", []string{"filter.rot.clean", "tr abc bca"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := gittest.New(t)
			r.Commit("first")
			if c.config != nil {
				r.Git(append([]string{"config"}, c.config...)...)
			}
			r.Write(".git/info/attributes", c.attributes+"\n")
			r.Write("a.x", c.text)
			r.Git("add", "a.x")
			got := saw(t, r.Dir)
			if len(got.Files) != 1 || (got.Files[0].Blob != "") != c.blob {
				t.Errorf("Saw = %+v, want an id: %v", got.Files, c.blob)
			}
			idsAreTrue(t, r, got)
		})
	}
}

// TestSawOfTheZoo: nothing fails, nothing is written, and Status lists what git status lists.
func TestSawOfTheZoo(t *testing.T) {
	specimens, err := gittest.Zoo(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range specimens {
		t.Run(s.Name, func(t *testing.T) {
			r := gittest.At(t, s.Dir)
			if _, err := os.Stat(r.Path("f1.txt")); err == nil {
				r.Write("f1.txt", "edited\n")
				r.Write("src/new.go", "new\n")
			}
			before := gittest.Snapshot(t, s.Dir)
			defer gittest.AssertUnchanged(t, before)
			if tree := open(t, s.Dir); unreadable(t, tree) {
				if got, err := treediff.StatusOf(t.Context(), tree); !errors.Is(err, gitdir.ErrBrokenHead) {
					t.Errorf("Saw = %+v, %v; want ErrBrokenHead", got, err)
				}
				return
			}
			got := saw(t, s.Dir)
			names := map[string]bool{}
			for _, f := range got.Files {
				names[f.Path] = true
			}
			status, err := r.TryGit("status", "--porcelain", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=dirty")
			if err != nil || s.Name == "coreworktree" { // git refuses, or looks at another folder
				if _, err := os.Stat(r.Path("f1.txt")); err == nil && !names["f1.txt"] {
					t.Errorf("f1.txt is not among %v", names)
				}
				return
			}
			for line := range strings.SplitSeq(strings.TrimSuffix(status, "\x00"), "\x00") {
				if len(line) > 3 && !strings.HasSuffix(line, "/") && !names[line[3:]] {
					t.Errorf("git status lists %q, and %v does not", line, names)
				}
				if len(line) > 3 {
					delete(names, line[3:])
				}
			}
			if len(names) > 0 {
				t.Errorf("git status does not list %v", names)
			}
		})
	}
}

// TestSawWithoutAnything: a plain folder is listed whole; an unreadable repository gives an error.
func TestSawWithoutAnything(t *testing.T) {
	dir := gittest.TempDir(t)
	write(t, filepath.Join(dir, "a/b"), "b")
	write(t, filepath.Join(dir, ".consider/x"), "x")
	write(t, filepath.Join(dir, ".gitignore"), "*.log\n")
	write(t, filepath.Join(dir, "x.log"), "x")
	if err := os.Symlink("a/b", filepath.Join(dir, "l")); err != nil {
		t.Fatal(err)
	}
	want := []string{".gitignore 100644 untracked", "a/b 100644 untracked", "l 120000 untracked"}
	if diff := cmp.Diff(want, briefs(saw(t, dir), false)); diff != "" {
		t.Errorf("a folder (-want +got)\n%s", diff)
	}
	r := gittest.New(t, "--object-format=sha256")
	r.Write("a/b", "b\n")
	r.Write(".gitignore", "*.log\n")
	r.Commit("first")
	r.Write("x.log", "x")
	r.Write("a/b", "c\n")
	if got := saw(t, r.Dir); len(got.Files) != 1 || got.Head.Commit == "" {
		t.Errorf("sha256: %+v", got)
	}
	withoutGit(t)
	if got, err := treediff.StatusOf(t.Context(), open(t, r.Dir)); !errors.Is(err, gitdir.ErrBrokenHead) || !strings.Contains(err.Error(), "git is not installed") {
		t.Errorf("sha256 without git: %+v, %v", got, err)
	}
}

// TestSawInASubFolder: the store's folder is the root.
func TestSawInASubFolder(t *testing.T) {
	r := busy(t)
	mkdir(t, r.Path("sub/.consider"))
	want := []string{"edited.txt 100644", "keep.tmp 100644 untracked", "new.txt 100644 untracked", "node_modules/x.js 100644 untracked"}
	if diff := cmp.Diff(want, briefs(saw(t, r.Path("sub")), false)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	withoutGit(t)
	if diff := cmp.Diff(want, briefs(saw(t, r.Path("sub")), false)); diff != "" {
		t.Errorf("without git (-want +got)\n%s", diff)
	}
}

// TestSawInTheMiddleOfAMerge: also other things that an index can hold.
func TestSawInTheMiddleOfAMerge(t *testing.T) {
	r := gittest.New(t)
	for _, name := range []string{"conflict", "untracked", "ignored", "folder", "device", "below/x"} {
		r.Write(name, "one\n")
	}
	r.Commit("first")
	r.Checkout("side")
	r.Write("conflict", "side\n")
	r.Commit("side")
	r.Checkout("main")
	r.Write("conflict", "main\n")
	r.Commit("main")
	if _, err := r.TryGit("merge", "side"); err == nil {
		t.Fatal("no conflict")
	}
	r.Git("rm", "-q", "--cached", "untracked", "ignored")
	r.Write(".git/info/exclude", "ignored\n")
	r.Remove("folder")
	r.Write("folder/x", "x\n")
	r.Remove("below")
	link(t, r, ".", "below")
	want := []string{
		"below 120000 untracked", "below/x -", "conflict 100644", "folder -", "folder/x 100644 untracked", "ignored -", "untracked 100644 untracked",
	}
	if diff := cmp.Diff(want, briefs(saw(t, r.Dir), false)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	withoutGit(t)
	if diff := cmp.Diff(want, briefs(saw(t, r.Dir), false)); diff != "" {
		t.Errorf("without git (-want +got)\n%s", diff)
	}
}

// TestSawOfTheZooWithoutGit: the list without git equals git's, except for files that only a setting of git's
// distinguishes. Unreadable files are reported.
func TestSawOfTheZooWithoutGit(t *testing.T) {
	specimens, err := gittest.Zoo(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for _, s := range specimens {
		r := gittest.At(t, s.Dir)
		if _, err := os.Stat(r.Path("f1.txt")); err == nil {
			r.Write("f1.txt", "edited\n")
			r.Write("src/new.go", "new\n")
		}
		if got, err := treediff.StatusOf(t.Context(), open(t, s.Dir)); err == nil {
			want[s.Name] = briefs(got, true)
		}
	}
	withoutGit(t)
	for _, s := range specimens {
		t.Run(s.Name, func(t *testing.T) {
			got, err := treediff.StatusOf(t.Context(), open(t, s.Dir))
			switch {
			case errors.Is(err, gitdir.ErrBrokenHead), errors.Is(err, gitdir.ErrBrokenIndex):
				t.Logf("cannot be read: %v", err)
			case err != nil:
				t.Error(err)
			default:
				if diff := cmp.Diff(want[s.Name], briefs(got, true)); diff != "" {
					t.Errorf("(-git +here)\n%s", diff)
				}
			}
		})
	}
}

// TestARepositoryInsideIsNamed: it used to be omitted silently. A submodule is a file of the project, and is not named.
func TestARepositoryInsideIsNamed(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.txt", "a\n")
	r.Commit("begin")
	for _, folder := range []string{"nested", "deep/er"} {
		inner := gittest.New(t)
		inner.Write("inner.txt", "inside\n")
		inner.Commit("inner")
		if err := os.CopyFS(r.Path(folder), os.DirFS(inner.Dir)); err != nil {
			t.Fatal(err)
		}
	}
	got := saw(t, r.Dir)
	if diff := cmp.Diff([]string{"deep/er", "nested"}, got.Nested); diff != "" || len(got.Files) != 0 {
		t.Errorf("(-want +got)\n%s, files %v", diff, got.Files)
	}
}
