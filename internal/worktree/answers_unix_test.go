//go:build unix

package worktree_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"consider/internal/gittest"
	"consider/internal/worktree"
)

// later is the clock of a read long after every change: the test files then count as old, as a user's files do.
func later() time.Time { return time.Now().Add(time.Minute) }

// reader reads a project several times. Each read gets what the previous one kept.
type reader struct {
	t    *testing.T
	r    *gittest.Repo
	kept []byte
	now  func() time.Time
}

// told holds the answers to all questions of a read.
type told struct {
	Changed [][]string
	Renamed map[string]worktree.Rename
}

// read asks what a list with lost threads asks. If fresh, it knows of no earlier read.
func (d *reader) read(base string, fresh bool) told {
	d.t.Helper()
	now := open(d.t, d.r.Dir).Moment()
	if !fresh {
		now.Remember(func() *worktree.Answers {
			a, err := worktree.DecodeAnswers(d.kept)
			if d.kept != nil && err != nil {
				d.t.Error(err)
			}
			return a
		}, d.now)
	}
	var out told
	text := func(string) []byte { return []byte(strings.Repeat("a line of the file that is gone\n", 9)) }
	found, err := now.RenamedOnce(d.t.Context(), "gone.txt "+base, func() (map[string]worktree.Rename, error) {
		return now.Renamed(d.t.Context(), base, []string{"gone.txt"}, text, alike)
	})
	if err != nil {
		d.t.Fatal(err)
	}
	out.Renamed = found
	for _, commit := range []string{base, ""} {
		names, err := now.ChangedSince(d.t.Context(), commit)
		if err != nil {
			d.t.Fatal(err)
		}
		out.Changed = append(out.Changed, names)
	}
	if a := now.Keep(d.t.Context()); a != nil && !fresh {
		d.kept = a.Encode()
	}
	return out
}

// project makes a repository with everything that git's answers can depend on.
func project(t *testing.T) (r *gittest.Repo, base string) {
	r = gittest.New(t)
	r.Write("a.txt", "one\n")
	r.Write("sub/b.txt", "two\n")
	r.Write("sub/deep/c.txt", "three\n")
	r.Write("gone.txt", strings.Repeat("a line of the file that is gone\n", 9))
	r.Write(".gitignore", "*.o\n/out/\n")
	base = r.Commit("first")
	r.Remove("gone.txt")
	r.Write("a.txt", "one, edited\n")
	r.Write("new.txt", "new\n")
	r.Write("build/x.o", "x")
	r.Write("out/y.txt", "y")
	r.Write("own/.gitignore", "*\n")
	r.Write("own/seen.txt", "s\n")
	if err := os.Mkdir(r.Path("empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	return r, base
}

// TestTheSecondReadAsksGitNothing: each list with a lost thread used to ask git four questions.
func TestTheSecondReadAsksGitNothing(t *testing.T) {
	r, base := project(t)
	asked := filepath.Join(gittest.TempDir(t), "asked")
	write(t, asked, "")
	fakeGitBefore(t, "echo git >>'"+asked+"'")
	d := reader{t: t, r: r, now: later}
	first := d.read(base, false)
	if said, err := os.ReadFile(asked); err != nil || len(said) == 0 {
		t.Fatalf("git was not asked at all: %v", err)
	}
	write(t, asked, "")
	if again := d.read(base, false); !reflect.DeepEqual(first, again) {
		t.Errorf("first %+v, then %+v", first, again)
	}
	if said, err := os.ReadFile(asked); err != nil || len(said) > 0 {
		t.Errorf("the second read asked git %d times (%v)", len(said)/len("git\n"), err)
	}
}

// TestYoungFilesAreNotBelieved: a file that changes twice within one tick of its disk's clock looks the same.
func TestYoungFilesAreNotBelieved(t *testing.T) {
	r, base := project(t)
	d := reader{t: t, r: r, now: time.Now}
	d.read(base, false)
	a, err := worktree.DecodeAnswers(d.kept)
	if err != nil {
		t.Fatal(err)
	}
	if a.Holds() {
		t.Error("answers about files that were just written are kept")
	}
}

// TestAnswersHoldNoLongerThanTheFiles makes changes of all kinds, and compares each read with a fresh one.
func TestAnswersHoldNoLongerThanTheFiles(t *testing.T) {
	r, base := project(t)
	home := gittest.TempDir(t)
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "config"))
	rewrite := func(path, text string) func() {
		return func() {
			f, err := os.OpenFile(r.Path(path), os.O_WRONLY|os.O_TRUNC, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, err := fmt.Fprint(f, text); err != nil {
				t.Fatal(err)
			}
		}
	}
	put := func(path, text string) func() { return func() { r.Write(path, text) } }
	git := func(args ...string) func() { return func() { r.Git(args...) } }
	changes := []struct {
		what string
		do   func()
	}{
		{"nothing", func() {}},
		{"a changed file again", rewrite("a.txt", "one, edits\n")},
		{"a file of the same length", rewrite("sub/b.txt", "owt\n")},
		{"back", rewrite("sub/b.txt", "two\n")},
		{"nothing, a file was touched", func() {}},
		{"a new file", put("sub/deep/new.txt", "n\n")},
		{"a file in an empty folder", put("empty/e.txt", "e\n")},
		{"a file where all were ignored", put("build/x.txt", "x\n")},
		{"a file where all are ignored", put("out/z.txt", "z\n")},
		{"its new place", put("here.txt", strings.Repeat("a line of the file that is gone\n", 9))},
		{"edited there", rewrite("here.txt", strings.Repeat("a line of the file that was gone\n", 9))},
		{"a file is gone", func() { r.Remove("sub/deep/c.txt") }},
		{"something is ignored", rewrite(".gitignore", "*.o\n/out/\nnew.txt\n")},
		{"in a folder whose list hides itself", rewrite("own/.gitignore", "*\n!seen.txt\n")},
		{"by the repository's list", put(".git/info/exclude", "e.txt\n")},
		{"by the user's settings", func() { write(t, filepath.Join(home, "config"), "[core]\n\texcludesFile = "+home+"/ignored\n") }},
		{"by the user's list", func() { write(t, filepath.Join(home, "ignored"), "x.txt\n") }},
		{"staged", git("add", "a.txt")},
		{"all staged", git("add", "-A")},
		{"taken out of the index", git("rm", "-q", "--cached", "sub/b.txt")},
		{"a branch", git("checkout", "-q", "-b", "other")},
		{"committed", func() { r.Commit("second") }},
		{"a repository inside", func() { r.Git("init", "-q", r.Path("nested")); r.Write("nested/n.txt", "n\n") }},
		{"no repository any more", func() { r.Move("nested/.git", "nested/git") }},
		{"a folder that became a link", func() {
			r.Move("sub", "elsewhere")
			if err := os.Symlink("elsewhere", r.Path("sub")); err != nil {
				t.Fatal(err)
			}
		}},
		{"assumed to be unchanged", func() { r.Git("update-index", "--assume-unchanged", "a.txt") }},
		{"and changed", put("a.txt", "assumed\n")},
	}
	d := reader{t: t, r: r, now: later}
	for _, c := range changes {
		c.do()
		want := d.read(base, true)
		for _, when := range []string{"after", "again after"} {
			if got := d.read(base, false); !reflect.DeepEqual(want, got) {
				t.Errorf("%s %q: %+v, want %+v", when, c.what, got, want)
			}
		}
	}
}

// FuzzDecodeAnswers: the file may be torn, or come with an archive.
func FuzzDecodeAnswers(f *testing.F) {
	r, err := worktree.DecodeAnswers((&worktree.Answers{}).Encode())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(r.Encode())
	f.Add([]byte("consider answers/1\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if a, err := worktree.DecodeAnswers(data); err == nil {
			if _, err := worktree.DecodeAnswers(a.Encode()); err != nil {
				t.Error(err)
			}
		}
	})
}
