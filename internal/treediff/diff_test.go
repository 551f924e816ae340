package treediff_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/treediff"
)

// plainGit returns git's exact output.
func plainGit(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %s: %v", args, err)
	}
	return string(out)
}

func lines(n int, changed ...int) string {
	var b strings.Builder
	for i := range n {
		text := "line of text number "
		for _, c := range changed {
			if c == i {
				text = "another text, number "
			}
		}
		b.WriteString(text + strings.Repeat("i", i) + "\n")
	}
	return b.String()
}

func link(t testing.TB, r *gittest.Repo, target, at string) {
	t.Helper()
	r.Remove(at)
	r.Write(at+".x/y", "makes the folder")
	r.Remove(at + ".x")
	if err := os.Symlink(target, r.Path(at)); err != nil {
		t.Fatal(err)
	}
}

func chmod(t testing.TB, r *gittest.Repo, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(r.Path(path), mode); err != nil {
		t.Fatal(err)
	}
}

// diffCase makes two states of a folder; p is the folder's name with a slash at its end.
type diffCase struct {
	name      string
	was, then func(t *testing.T, r *gittest.Repo, p string)
	here      bool // the way without git gives the same patch with one block of lines
}

func text(name, text string) func(*testing.T, *gittest.Repo, string) {
	return func(_ *testing.T, r *gittest.Repo, p string) { r.Write(p+name, text) }
}

func nothing(*testing.T, *gittest.Repo, string) {}

const evilName = "-a \"b\"\tü\\\nn"

func diffCases() []diffCase {
	remove := func(name string) func(*testing.T, *gittest.Repo, string) {
		return func(_ *testing.T, r *gittest.Repo, p string) { r.Remove(p + name) }
	}
	return []diffCase{
		{"one edit", text("a", lines(30)), text("a", lines(30, 12)), false},
		{"several edits", text("a", lines(60)), text("a", lines(60, 2, 7, 40, 59)), false},
		{"function lines", text("a.go", "package a\n\nfunc f() {\n"+lines(20)+"}\n"), text("a.go", "package a\n\nfunc f() {\n"+lines(20, 15)+"}\n"), false},
		{"rename with edits", text("a", lines(40)), func(_ *testing.T, r *gittest.Repo, p string) {
			r.Remove(p + "a")
			r.Write(p+"b/c", lines(40, 3, 20))
		}, false},
		{"exact renames", func(_ *testing.T, r *gittest.Repo, p string) {
			r.Write(p+"a", "a\nb\n")
			r.Write(p+"x/b", "b\nc\n")
		}, func(_ *testing.T, r *gittest.Repo, p string) {
			r.Move(p+"a", p+"z")
			r.Move(p+"x/b", p+"y/b")
		}, true},
		{"exact rename with a mode", text("a", "a\nb\n"), func(t *testing.T, r *gittest.Repo, p string) {
			r.Move(p+"a", p+"b c")
			chmod(t, r, p+"b c", 0o755)
		}, true},
		{"mode alone", text("a", "a\n"), func(t *testing.T, r *gittest.Repo, p string) { chmod(t, r, p+"a", 0o755) }, true},
		{"mode and content", text("a", "a\n"), func(t *testing.T, r *gittest.Repo, p string) {
			r.Write(p+"a", "b\n")
			chmod(t, r, p+"a", 0o755)
		}, true},
		{
			"link led elsewhere", func(t *testing.T, r *gittest.Repo, p string) { link(t, r, "one", p+"l") },
			func(t *testing.T, r *gittest.Repo, p string) { link(t, r, "/two", p+"l") }, true,
		},
		{"file to link", text("a", "one\ntwo\n"), func(t *testing.T, r *gittest.Repo, p string) { link(t, r, "one", p+"a") }, true},
		{
			"link to file", func(t *testing.T, r *gittest.Repo, p string) { link(t, r, "one", p+"a") },
			func(_ *testing.T, r *gittest.Repo, p string) { r.Remove(p + "a"); r.Write(p+"a", "one\ntwo\n") }, true,
		},
		{"binary to link", text("a", "one\x00two\n"), func(t *testing.T, r *gittest.Repo, p string) { link(t, r, "one", p+"a") }, true},
		{"file to folder", text("a", "one\n"), func(_ *testing.T, r *gittest.Repo, p string) { r.Remove(p + "a"); r.Write(p+"a/b", "other\n") }, true},
		{"folder to file", text("a/b/c", "one\n"), func(_ *testing.T, r *gittest.Repo, p string) { r.Remove(p + "a"); r.Write(p+"a", "other\n") }, true},
		{"binary", text("a", "a\x00b\n"), text("a", "a\x00c\n"), true},
		{"binary added", nothing, text("a b", "a\x00c\n"), true},
		{"UTF-16", text("a", "\xff\xfea\x00\n\x00"), text("a", "\xff\xfeb\x00\n\x00"), true},
		{"UTF-16 added", nothing, text("a", "\xff\xfea\x00\n\x00"), true},
		{"UTF-8 to UTF-16", text("a", "a\n"), text("a", "\xff\xfeb\x00\n\x00"), true},
		{"UTF-16 to link", text("a", "\xff\xfea\x00\n\x00"), func(t *testing.T, r *gittest.Repo, p string) { link(t, r, "one", p+"a") }, true},
		{"CRLF", text("a", "a\r\nb\r\nc\r\n"), text("a", "a\r\nx\r\nc\r\n"), true},
		{"CRLF to LF", text("a", "a\r\nb\r\n"), text("a", "a\nb\n"), true},
		{"final newline lost", text("a", "a\nb\n"), text("a", "a\nb"), true},
		{"final newline gained", text("a", "a\nb"), text("a", "a\nb\n"), true},
		{"no final newline, twice", text("a", "a\nb"), text("a", "c\nb"), true},
		{"empty file added", nothing, text("a", ""), true},
		{"empty file removed", text("a", ""), remove("a"), true},
		{"empty file filled", text("a", ""), text("a", "x\n"), true},
		{"a name of everything", text(evilName, "a\nb\n"), text(evilName, "a\nc\n"), true},
		{"a name with blanks", text("a name", "a\n"), text("a name", "b\n"), true},
		{"a name like an option", text("--output=x", "a\n"), text("--output=x", "b\n"), true},
		{"a name of magic", text(":(top)*", "a\n"), text(":(top)*", "b\n"), true},
		{"deleted", text("a", lines(5)), remove("a"), true},
		{
			"content like a patch", text("a", "-- a/x\n++ b/x\ndiff --git a/x b/x\n@@ -1 +1 @@\nsame\n"),
			text("a", "-- a/y\n++ b/y\ndiff --git a/y b/y\n@@ -1,9 +1,9 @@\nsame\n"), true,
		},
		{"a long line", text("a", strings.Repeat("x", 2<<20)+"\nb\n"), text("a", strings.Repeat("y", 2<<20)+"\nb\n"), true},
		{
			"submodule moved on", func(t *testing.T, r *gittest.Repo, p string) { commitIn(t, r.Path(p+"sub"), "one") },
			func(t *testing.T, r *gittest.Repo, p string) { commitIn(t, r.Path(p+"sub"), "two") }, true,
		},
	}
}

// commitIn commits in an inner repository, which git add takes for a submodule.
func commitIn(t *testing.T, dir, what string) string {
	inner := gittest.At(t, dir)
	inner.Git("init", "-q")
	inner.Write("x", what)
	return inner.Commit(what)
}

// laid returns side b as entries laid over a.
func laid(t *testing.T, dir, a, b string) treediff.Side {
	side := treediff.Side{Commit: a}
	tokens := strings.Split(strings.TrimSuffix(plainGit(t, dir, "diff", "--raw", "-z", "--no-abbrev", "--no-renames", a, b), "\x00"), "\x00")
	for ; len(tokens) > 1; tokens = tokens[2:] {
		fields := strings.Fields(tokens[0])
		e := treediff.SideEntry{Path: tokens[1], Mode: fields[1]}
		switch {
		case fields[4] == "D":
			e.Mode = ""
		case e.Mode == "160000":
			e.Blob = fields[3]
		default:
			e.Data = []byte(plainGit(t, dir, "cat-file", "blob", fields[3]))
		}
		side.Entries = append(side.Entries, e)
	}
	return side
}

func patchOf(diffs []treediff.FileDiff) string {
	var b strings.Builder
	for _, d := range diffs {
		b.WriteString(d.Patch())
	}
	return b.String()
}

// twoStates makes a repository with both states as commits, and a copy of it from before the second. The copy does not
// have the content that is laid over the first.
func twoStates(t *testing.T, c diffCase) (r *gittest.Repo, a, b, old string) {
	r = gittest.New(t)
	r.Write("other", "other\n")
	c.was(t, r, "f/")
	a = r.Commit("was")
	old = filepath.Join(gittest.TempDir(t), "old")
	if err := os.CopyFS(old, os.DirFS(r.Dir)); err != nil {
		t.Fatal(err)
	}
	c.then(t, r, "f/")
	return r, a, r.Commit("then"), old
}

// TestDiffIsGits: the diff equals git's byte for byte, for commits and for entries laid over them. Without git it is
// the same where a change is one block of lines.
func TestDiffIsGits(t *testing.T) {
	for _, c := range diffCases() {
		t.Run(c.name, func(t *testing.T) {
			r, a, b, old := twoStates(t, c)
			before := gittest.Snapshot(t, r.Dir)
			want := plainGit(t, r.Dir, "diff", a, b)
			was, over := treediff.Side{Commit: a}, laid(t, r.Dir, a, b)
			first := diffAs(t, r.Dir, was, treediff.Side{Commit: b}, want)
			if diff := cmp.Diff(first, diffAs(t, old, was, over, want)); diff != "" {
				t.Errorf("a commit and its entries differ:\n%s", diff)
			}
			numbersAgree(t, r, a, b, first)
			gittest.AssertUnchanged(t, before)
			if c.here {
				withoutGit(t)
				if diff := cmp.Diff(first, diffAs(t, r.Dir, was, treediff.Side{Commit: b}, want)); diff != "" {
					t.Errorf("without git (-git +here):\n%s", diff)
				}
				diffAs(t, old, was, over, want)
			}
		})
	}
}

// diffAs diffs two sides and compares the patch.
func diffAs(t *testing.T, dir string, a, b treediff.Side, want string) []treediff.FileDiff {
	t.Helper()
	got, err := treediff.Compare(t.Context(), open(t, dir), a, b, treediff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if patch := patchOf(got); patch != want {
		t.Errorf("(-want +got)\n%s", cmp.Diff(want, patch))
	}
	return got
}

// TestDiffOfMuchIsGits: all cases at once, also against the empty tree.
func TestDiffOfMuchIsGits(t *testing.T) {
	r, a, b, old := twoStates(t, allCases())
	all := [][2]treediff.Side{{{Commit: a}, {Commit: b}}, {{}, {Commit: b}}, {{Commit: a}, {}}, {laid(t, r.Dir, a, b), {Commit: a}}}
	var wants [][]treediff.FileDiff
	dirs := []string{r.Dir, r.Dir, r.Dir, old}
	for i, s := range all {
		from, to := orEmpty(s[0].Commit), orEmpty(s[1].Commit)
		if len(s[0].Entries) > 0 {
			from = b
		}
		wants = append(wants, diffAs(t, dirs[i], s[0], s[1], plainGit(t, r.Dir, "diff", from, to)))
	}
	withoutGit(t)
	for i, s := range all[1:3] {
		got, err := treediff.Compare(t.Context(), open(t, r.Dir), s[0], s[1], treediff.Options{})
		if diff := cmp.Diff(wants[i+1], got); diff != "" || err != nil {
			t.Errorf("sides %d without git (-git +here): %v\n%s", i+1, err, diff)
		}
	}
}

func orEmpty(commit string) string {
	if commit == "" {
		return "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
	}
	return commit
}

// allCases puts every case into a folder of its own.
func allCases() diffCase {
	every := func(pick func(c diffCase) func(*testing.T, *gittest.Repo, string)) func(*testing.T, *gittest.Repo, string) {
		return func(t *testing.T, r *gittest.Repo, p string) {
			for _, c := range diffCases() {
				pick(c)(t, r, p+c.name+"/")
			}
		}
	}
	return diffCase{
		name: "all together",
		was:  every(func(c diffCase) func(*testing.T, *gittest.Repo, string) { return c.was }),
		then: every(func(c diffCase) func(*testing.T, *gittest.Repo, string) { return c.then }),
	}
}

func numbersAgree(t *testing.T, r *gittest.Repo, a, b string, got []treediff.FileDiff) {
	t.Helper()
	for _, d := range got {
		paths := []string{d.Path}
		if d.From != "" {
			paths = append(paths, d.From)
		}
		args := []string{"--literal-pathspecs", "diff", "--numstat", a, b, "--"}
		stat := plainGit(t, r.Dir, append(args, paths...)...)
		fields := strings.Fields(stat)
		if len(fields) < 3 || d.Binary != (fields[0] == "-") || !d.Binary && (fields[0] != itoa(d.Added) || fields[1] != itoa(d.Removed)) {
			if strings.Count(stat, "\n") == 1 { // a path that changes between a file and a folder has two
				t.Errorf("%q: %d added, %d removed, binary %v; git says %q", d.Path, d.Added, d.Removed, d.Binary, stat)
			}
		}
	}
}

// TestRenamesBesideReplacedObjects: a renamed and edited file is found as git finds it, whether git reads its content
// from the project's objects or is given the content because some objects are replaced.
func TestRenamesBesideReplacedObjects(t *testing.T) {
	r := gittest.New(t)
	r.Write("a", lines(40))
	r.Write("c", "one\n")
	a := r.Commit("was")
	r.Remove("a")
	r.Write("b", lines(40, 3, 20))
	b := r.Commit("then")
	was, then := treediff.Side{Commit: a}, treediff.Side{Commit: b}
	diffAs(t, r.Dir, was, then, plainGit(t, r.Dir, "diff", a, b))
	other := strings.TrimSpace(plainGit(t, r.Dir, "rev-parse", a+":c"))
	r.Git("replace", "-f", strings.TrimSpace(plainGit(t, r.Dir, "rev-parse", a+":a")), other)
	diffAs(t, r.Dir, was, then, plainGit(t, r.Dir, "diff", a, b))
}

// TestRenamesBelowARoot: in a project that is a folder of the repository, renames inside it are found.
func TestRenamesBelowARoot(t *testing.T) {
	r := gittest.New(t)
	r.Write("sub/a", lines(40))
	a := r.Commit("was")
	r.Remove("sub/a")
	r.Write("sub/b", lines(40, 3, 20))
	b := r.Commit("then")
	p := locate(t, r.Dir)
	p.Root = filepath.Join(p.Root, "sub")
	got, err := treediff.Compare(t.Context(), gitrepo.Open(p), treediff.Side{Commit: a}, treediff.Side{Commit: b}, treediff.Options{})
	if err != nil || len(got) != 1 || got[0].From != "a" || got[0].Path != "b" {
		t.Errorf("%+v, %v", got, err)
	}
}
