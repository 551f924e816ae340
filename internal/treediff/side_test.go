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

	"consider/internal/gittest"
	"consider/internal/treediff"
	"consider/internal/worktree"
)

// TestDiffHeedsNoSettings: programs do not run, and formats do not change.
func TestDiffHeedsNoSettings(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	evil := func(name string) string { return fmt.Sprintf("sh -c 'echo %s >> %s; cat' --", name, mark) }
	r := gittest.New(t)
	r.Write("a.txt", lines(40))
	r.Write("ü b.txt", lines(40))
	r.Write("c.bin", lines(9))
	a := r.Commit("first")
	r.Write("a.txt", lines(40, 3, 11, 30))
	r.Move("ü b.txt", "moved.txt")
	r.Write("moved.txt", lines(40, 7))
	r.Write("c.bin", lines(9, 2))
	b := r.Commit("second")
	want := plainGit(t, r.Dir, "diff", a, b)
	r.Write(".gitattributes", "*.txt diff=evil filter=evil merge=evil\n*.bin diff=funny\n")
	text, err := os.ReadFile(r.Path(".git/config"))
	if err != nil {
		t.Fatal(err)
	}
	formats := strings.Join([]string{
		``, `[diff]`, `noprefix = true`, `mnemonicPrefix = true`, `algorithm = patience`, `context = 9`, `interHunkContext = 20`, `renames = false`,
		`suppressBlankEmpty = true`, `orderFile = order`, `relative = true`, `wordRegex = .`, `submodule = log`, `colorMoved = zebra`, `indentHeuristic = false`,
		`statGraphWidth = 3`, `wsErrorHighlight = all`, `dstPrefix = x/`, `srcPrefix = y/`, `[diff "funny"]`, `binary = true`, `xfuncname = .*`,
		`[core]`, `quotePath = false`, `abbrev = 20`, `attributesFile = "` + r.Path("attributes") + `"`, `[color]`, `ui = always`, `diff = always`, ``,
	}, "\n")
	r.Write("order", "moved.txt\n")
	r.Write("attributes", "* binary\n")
	r.Write(".git/info/attributes", "* binary\n")
	r.Write(".git/config", string(text)+formats+trap(evil))
	// The same with the user's own settings.
	home := t.TempDir()
	write(t, filepath.Join(home, ".gitconfig"), formats)
	write(t, filepath.Join(home, ".config/git/attributes"), "* binary\n")
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, ".gitconfig"))
	t.Setenv("GIT_EXTERNAL_DIFF", evil("environment"))
	t.Setenv("GIT_DIFF_OPTS", "--unified=1")
	before := files(t, r.Dir)
	got := diffAs(t, r.Dir, treediff.Side{Commit: a}, treediff.Side{Commit: b, Entries: []treediff.SideEntry{{Path: "none"}}}, want)
	if len(got) != 3 {
		t.Errorf("%d files", len(got))
	}
	if ran, err := os.ReadFile(mark); err == nil {
		t.Errorf("ran: %s", ran)
	}
	if diff := gittest.Diff(before, files(t, r.Dir)); diff != "" {
		t.Error(diff)
	}
	_, _ = r.TryGit("diff", a, b) // the trap itself must work
	if _, err := os.Stat(mark); err != nil {
		t.Error("a plain git diff left no mark either")
	}
}

// TestSawRunsNothing: as Changed, whatever the configuration names.
func TestSawRunsNothing(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	evil := func(name string) string { return fmt.Sprintf("sh -c 'echo %s >> %s; cat' --", name, mark) }
	r := gittest.New(t)
	r.Write("a.txt", "a\n")
	commitIn(t, r.Path("sub"), "one")
	r.Commit("first")
	r.Write(".gitattributes", "*.txt filter=evil\n")
	r.Write("staged.txt", "s\n")
	r.Git("add", "staged.txt")
	now := time.Now()
	if err := os.Chtimes(r.Path("a.txt"), now, now.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, config := range []string{".git/config", "sub/.git/config"} {
		text, err := os.ReadFile(r.Path(config))
		if err != nil {
			t.Fatal(err)
		}
		r.Write(config, string(text)+trap(evil))
	}
	before := files(t, r.Dir)
	if got := saw(t, r.Dir); len(got.Files) != 2 {
		t.Errorf("Saw = %+v", got)
	}
	if ran, err := os.ReadFile(mark); err == nil {
		t.Errorf("ran: %s", ran)
	}
	if diff := gittest.Diff(before, files(t, r.Dir)); diff != "" {
		t.Error(diff)
	}
}

// TestAttributesOfTheProjectCount: as in a plain git diff.
func TestAttributesOfTheProjectCount(t *testing.T) {
	r := gittest.New(t)
	r.Write(".gitattributes", "*.lock -diff\n*.py diff=python\n*.dat diff\n")
	r.Write("a.lock", "a\n")
	r.Write("a.dat", "a\x00\n")
	r.Write("a.py", "class C:\n  def f(self):\n"+lines(20))
	a := r.Commit("first")
	r.Write("a.lock", "b\n")
	r.Write("a.dat", "b\x00\n")
	r.Write("a.py", "class C:\n  def f(self):\n"+lines(20, 15))
	b := r.Commit("second")
	want := plainGit(t, r.Dir, "diff", a, b)
	diffAs(t, r.Dir, treediff.Side{Commit: a}, laid(t, r.Dir, a, b), want)
}

// TestDiffOfPathsAndFolders: paths are literal and relative to the root.
func TestDiffOfPathsAndFolders(t *testing.T) {
	r := gittest.New(t)
	for _, name := range []string{"sub/a", "sub/*", "sub/in/b", "sub/:(top)x", "other"} {
		r.Write(name, name+"\n")
	}
	a := r.Commit("first")
	for _, name := range []string{"sub/a", "sub/*", "sub/in/b", "sub/:(top)x", "other"} {
		r.Write(name, name+" changed\n")
	}
	b := r.Commit("second")
	mkdir(t, r.Path("sub/.consider"))
	many := []string{"in"}
	for i := range 2000 {
		many = append(many, fmt.Sprintf("not/there/%d", i))
	}
	check := func(how string) {
		t.Helper()
		for i, c := range []struct {
			dir   string
			paths []string
			want  []string
		}{
			{r.Dir, nil, []string{"other", "sub/*", "sub/:(top)x", "sub/a", "sub/in/b"}},
			{r.Dir, []string{"sub/*"}, []string{"sub/*"}},
			{r.Dir, []string{"sub/in", "other"}, []string{"other", "sub/in/b"}},
			{r.Path("sub"), nil, []string{"*", ":(top)x", "a", "in/b"}},
			{r.Path("sub"), []string{":(top)x", "in"}, []string{":(top)x", "in/b"}},
			{r.Path("sub"), many, []string{"in/b"}},
		} {
			got, err := treediff.Compare(t.Context(), open(t, c.dir), treediff.Side{Commit: a}, treediff.Side{Commit: b}, treediff.Options{Paths: c.paths})
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, d := range got {
				names = append(names, d.Path)
				if !strings.HasPrefix(d.Patch(), "diff --git a/"+d.Path+" b/"+d.Path+"\n") {
					t.Errorf("%s: patch of %q: %s", how, d.Path, d.Patch())
				}
			}
			if diff := cmp.Diff(c.want, names); diff != "" {
				t.Errorf("%s %d: (-want +got)\n%s", how, i, diff)
			}
		}
	}
	check("with git")
	withoutGit(t)
	check("without git")
}

// TestDiffReadsAStoreOfOurs: content that exists only in another object folder, in a project without a repository, and
// in one of SHA-256.
func TestDiffReadsAStoreOfOurs(t *testing.T) {
	store := gittest.New(t)
	store.Write("x", "one\ntwo\n")
	store.Write("y", "one\nthree\n")
	store.Commit("first")
	x, y := store.Git("rev-parse", "HEAD:x"), store.Git("rev-parse", "HEAD:y")
	folder := gittest.TempDir(t)
	sha256 := gittest.New(t, "--object-format=sha256")
	sha256.Write("a/n", "one\ntwo\n")
	sha256.Write("same", "s\n")
	commit := sha256.Commit("first")
	o := treediff.Options{ObjectDirs: []string{store.Path(".git/objects")}}
	want := "diff --git a/a/n b/a/n\nindex " + x[:7] + ".." + y[:7] + " 100644\n--- a/a/n\n+++ b/a/n\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n"
	now := treediff.Side{Entries: []treediff.SideEntry{{Path: "a/n", Mode: "100644", Blob: y}}}
	check := func(how string) {
		t.Helper()
		was := treediff.Side{Entries: []treediff.SideEntry{{Path: "a/n", Mode: "100644", Blob: x}}}
		got, err := treediff.Compare(t.Context(), open(t, folder), was, now, o)
		if err != nil || patchOf(got) != want {
			t.Errorf("%s: %v\n%s", how, err, cmp.Diff(want, patchOf(got)))
		}
		text, mode, err := treediff.ContentAt(t.Context(), open(t, folder), now, "a/n", limit, o.ObjectDirs...)
		if string(text) != "one\nthree\n" || mode != "100644" || err != nil {
			t.Errorf("%s: ContentAt = %q, %s, %v", how, text, mode, err)
		}
		if text, _, err = treediff.ContentAt(t.Context(), open(t, folder), now, "a/n", limit); !errors.Is(err, worktree.ErrUnreadable) {
			t.Errorf("%s: ContentAt without the folder = %q, %v", how, text, err)
		}
	}
	check("with git")
	store.Git("gc", "-q")
	check("packed")
	got, err := treediff.Compare(t.Context(), open(t, sha256.Dir), treediff.Side{Commit: commit}, treediff.Side{Commit: commit, Entries: now.Entries}, o)
	if err != nil || len(got) != 1 || got[0].Added != 1 || got[0].Removed != 1 || got[0].Unread != "" {
		t.Errorf("sha256: %+v, %v", got, err)
	}
	got, err = treediff.Compare(t.Context(), open(t, folder), treediff.Side{}, now, treediff.Options{})
	if err != nil || len(got) != 1 || got[0].Unread == "" || got[0].Added != 0 {
		t.Errorf("a blob that is not there: %+v, %v", got, err)
	}
	withoutGit(t)
	check("without git")
}

// TestDiffTidiesUp: nothing stays in the folder for temporary files.
func TestDiffTidiesUp(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	r, a, b, _ := twoStates(t, diffCases()[0])
	tree := open(t, r.Dir)
	for _, commit := range []string{b, strings.Repeat("1", 40)} {
		_, err := treediff.Compare(t.Context(), tree, treediff.Side{Commit: a}, treediff.Side{Commit: commit, Entries: []treediff.SideEntry{{Path: "x", Mode: "100644"}}}, treediff.Options{})
		if (err == nil) != (commit == b) || err != nil && !errors.Is(err, worktree.ErrUnreadable) {
			t.Errorf("Diff to %s: %v", commit, err)
		}
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestSidesAreChecked before they get near a command line.
func TestSidesAreChecked(t *testing.T) {
	r := gittest.New(t)
	r.Commit("first")
	tree := open(t, r.Dir)
	id := strings.Repeat("1", 40)
	for name, s := range map[string]treediff.Side{
		"option":      {Commit: "--output=x"},
		"ref":         {Commit: "HEAD"},
		"outside":     {Entries: []treediff.SideEntry{{Path: "../x", Mode: "100644"}}},
		"git":         {Entries: []treediff.SideEntry{{Path: ".GIT/config", Mode: "100644"}}},
		"mode":        {Entries: []treediff.SideEntry{{Path: "x", Mode: "040000", Blob: id}}},
		"blob":        {Entries: []treediff.SideEntry{{Path: "x", Mode: "100644", Blob: id + "\tx"}}},
		"no commit":   {Entries: []treediff.SideEntry{{Path: "x", Mode: "160000"}}},
		"broken mode": {Entries: []treediff.SideEntry{{Path: "x", Mode: "100644 " + id + "\tx\x00"}}},
	} {
		if diffs, err := treediff.Compare(t.Context(), tree, s, treediff.Side{}, treediff.Options{}); err == nil {
			t.Errorf("%s: %+v", name, diffs)
		}
	}
	if diffs, err := treediff.Compare(t.Context(), tree, treediff.Side{}, treediff.Side{}, treediff.Options{Paths: []string{"../x"}}); !errors.Is(err, worktree.ErrOutside) {
		t.Errorf("%+v, %v", diffs, err)
	}
}

// TestEntriesAndContent of commits, of what is laid over them, and of links.
func TestEntriesAndContent(t *testing.T) {
	r := gittest.New(t)
	r.Write("a/b", "text\n")
	r.Write("run", "#!\n")
	chmod(t, r, "run", 0o755)
	link(t, r, "../outside", "l")
	sub := commitIn(t, r.Path("sub"), "one")
	commit := r.Commit("first")
	side := treediff.Side{Commit: commit, Entries: []treediff.SideEntry{
		{Path: "gone/x"}, {Path: "run"}, {Path: "a", Mode: "100755", Data: []byte("now a file")}, {Path: "new/deep", Mode: "120000", Data: []byte("to")},
	}}
	check := func(how string) {
		t.Helper()
		tree := open(t, r.Dir)
		for path, want := range map[string]string{
			"a/b": "100644 " + blobID("text\n"), "run": "100755 " + blobID("#!\n"), "l": "120000 " + blobID("../outside"), "sub": "160000 " + sub, "none": " ", "a/b/c": " ",
		} {
			mode, id, err := tree.EntryAt(t.Context(), commit, path)
			if mode+" "+id != want || (want == " ") != errors.Is(err, worktree.ErrNotExist) {
				t.Errorf("%s: EntryAt(%s) = %s %s, %v; want %s", how, path, mode, id, err, want)
			}
		}
		for path, want := range map[string]string{
			"a": "100755 now a file", "a/b": " ", "run": " ", "new": " ", "new/deep": "120000 to", "l": "120000 ../outside", "sub": "160000 ",
		} {
			text, mode, err := treediff.ContentAt(t.Context(), tree, side, path, limit)
			if got := mode + " " + string(text); got != want || (want == " ") != errors.Is(err, worktree.ErrNotExist) {
				t.Errorf("%s: ContentAt(%s) = %q, %v; want %q", how, path, got, err, want)
			}
		}
		if _, _, err := treediff.ContentAt(t.Context(), tree, treediff.Side{}, "a", limit); !errors.Is(err, worktree.ErrNotExist) {
			t.Errorf("%s: ContentAt of nothing: %v", how, err)
		}
		if _, _, err := treediff.ContentAt(t.Context(), tree, side, "a", 3); !errors.Is(err, worktree.ErrTooLarge) {
			t.Errorf("%s: ContentAt of too much: %v", how, err)
		}
		if _, _, err := tree.EntryAt(t.Context(), strings.Repeat("1", 40), "a"); !errors.Is(err, worktree.ErrNotExist) && !errors.Is(err, worktree.ErrUnreadable) {
			t.Errorf("%s: EntryAt of no commit: %v", how, err)
		}
	}
	check("loose")
	r.Git("-c", "pack.indexVersion=1", "repack", "-qad") // only git itself reads these
	check("by git")
	r.Git("repack", "-qadf")
	withoutGit(t)
	check("without git")
	tree := open(t, r.Dir)
	if target, err := tree.ReadLink("l"); target != "../outside" || err != nil {
		t.Errorf("ReadLink = %q, %v", target, err)
	}
	for path, want := range map[string]error{"run": worktree.ErrNotRegular, "none": worktree.ErrNotExist, "../x": worktree.ErrOutside, "l/x": worktree.ErrNotRegular} {
		if target, err := tree.ReadLink(path); !errors.Is(err, want) {
			t.Errorf("ReadLink(%s) = %q, %v", path, target, err)
		}
	}
}

// TestOverlaysAreGits: entries laid over a commit, even if a file replaces a folder or the reverse, differ from it like
// the tree that git makes of them.
func TestOverlaysAreGits(t *testing.T) {
	r, a, b, _ := twoStates(t, allCases())
	odd := treediff.Side{Commit: a, Entries: []treediff.SideEntry{
		{Path: "none"},
		{Path: "none/at/all"},
		{Path: "other/below", Mode: "100755", Data: []byte("x")},
		{Path: "f"},
		{Path: "f.x", Mode: "100644"},
		{Path: "f-x/y", Mode: "120000", Data: []byte("x")},
		{Path: "f/deleted/a"},
		{Path: "f/deleted/none/b"},
		{Path: "f/one edit", Mode: "100644"},
	}}
	all := treediff.Side{Commit: a}
	for name := range strings.SplitSeq(strings.TrimSuffix(plainGit(t, r.Dir, "ls-tree", "-rz", "--name-only", a), "\x00"), "\x00") {
		all.Entries = append(all.Entries, treediff.SideEntry{Path: name})
	}
	for name, s := range map[string]treediff.Side{"cases": laid(t, r.Dir, a, b), "odd": odd, "all removed": all, "empty": {Entries: []treediff.SideEntry{{Path: "a/b", Mode: "100644"}, {Path: "gone"}}}} {
		t.Run(name, func(t *testing.T) {
			diffAs(t, r.Dir, treediff.Side{Commit: a}, s, plainGit(t, r.Dir, "diff", a, treeOf(t, r, s)))
		})
	}
}

// treeOf makes git write the tree of a side through its index.
func treeOf(t *testing.T, r *gittest.Repo, s treediff.Side) string {
	r.Git("read-tree", orEmpty(s.Commit))
	for _, e := range s.Entries {
		if e.Mode == "" {
			r.Git("update-index", "--force-remove", "--", e.Path)
			continue
		}
		if e.Blob == "" {
			write(t, filepath.Join(r.Dir, ".git/content"), string(e.Data))
			e.Blob = r.Git("hash-object", "-w", "--no-filters", ".git/content")
		}
		r.Git("update-index", "--add", "--replace", "--cacheinfo", e.Mode, e.Blob, e.Path)
	}
	return r.Git("write-tree")
}
