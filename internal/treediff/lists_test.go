package treediff_test

import (
	"bytes"
	"compress/zlib"
	"os"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/treediff"
)

func loose(t *testing.T, head, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(head))
	_, _ = w.Write([]byte(text))
	w.Close()
	return b.Bytes()
}

// busy makes a repository in the middle of work.
func busy(t *testing.T) *gittest.Repo {
	r := gittest.New(t)
	for _, name := range []string{"clean.txt", "edited.txt", "staged.txt", "deleted.txt", "removed.txt", "kept.log", "sub/edited.txt", "touched.txt", "mode.sh", "both.txt"} {
		r.Write(name, name+"\n")
	}
	r.Write(".gitignore", "*.log\n/build/\n")
	r.Write("sub/.gitignore", "*.tmp\n!keep.tmp\n")
	if err := os.Symlink("clean.txt", r.Path("link")); err != nil {
		t.Fatal(err)
	}
	r.Git("add", "-f", "kept.log")
	r.Commit("first")
	r.Write("edited.txt", "other text\n")
	r.Write("sub/edited.txt", "other text\n")
	r.Write("staged.txt", "other text\n")
	r.Write("both.txt", "staged\n")
	r.Write("added.txt", "added\n")
	r.Git("add", "staged.txt", "both.txt", "added.txt")
	r.Write("both.txt", "both.txt\n")
	r.Git("rm", "-q", "--cached", "removed.txt")
	r.Remove("deleted.txt")
	r.Remove("link")
	if err := os.Symlink("edited.txt", r.Path("link")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(r.Path("touched.txt"))
	if err != nil {
		t.Fatal(err)
	}
	r.Remove("touched.txt")
	r.Write("touched.txt", string(text))
	if err := os.Chmod(r.Path("mode.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	r.Write("new.txt", "n\n")
	r.Write("new.log", "n\n")
	r.Write("build/out.txt", "n\n")
	r.Write("sub/new.txt", "n\n")
	r.Write("sub/x.tmp", "n\n")
	r.Write("sub/keep.tmp", "n\n")
	r.Write("sub/node_modules/x.js", "n\n")
	r.Write(".git/info/exclude", "excluded.txt\n")
	r.Write("excluded.txt", "n\n")
	r.Write(".consider/x", "n\n")
	inner := gittest.At(t, r.Path("inner"))
	inner.Git("init", "-q")
	inner.Write("x", "x\n")
	inner.Commit("inner")
	return r
}

// TestListsAgreeWithAndWithoutGit: a checkpoint must not depend on which rung of the ladder answered.
func TestListsAgreeWithAndWithoutGit(t *testing.T) {
	r := busy(t)
	before := gittest.Snapshot(t, r.Dir)
	changed := []string{
		"added.txt", "both.txt", "deleted.txt", "edited.txt", "link", "mode.sh", "new.txt", "removed.txt", "staged.txt",
		"sub/edited.txt", "sub/keep.tmp", "sub/new.txt", "sub/node_modules/x.js",
	}
	untracked := []string{"new.txt", "removed.txt", "sub/keep.tmp", "sub/new.txt", "sub/node_modules/x.js"}
	check := func(how string) {
		t.Helper()
		tree := open(t, r.Dir)
		got, err := treediff.Changed(t.Context(), tree)
		sort.Strings(got)
		if diff := cmp.Diff(changed, got); diff != "" || err != nil {
			t.Errorf("%s: Changed (-want +got): %v\n%s", how, err, diff)
		}
		got, err = treediff.Untracked(t.Context(), tree)
		sort.Strings(got)
		if diff := cmp.Diff(untracked, got); diff != "" || err != nil {
			t.Errorf("%s: Untracked (-want +got): %v\n%s", how, err, diff)
		}
	}
	check("with git")
	gittest.AssertUnchanged(t, before)
	withoutGit(t)
	check("without git")
}

// TestListsInASubFolderAreOfThatFolder: the store's folder is the root.
func TestListsInASubFolderAreOfThatFolder(t *testing.T) {
	r := busy(t)
	mkdir(t, r.Path("sub/.consider"))
	check := func(how string) {
		t.Helper()
		tree := open(t, r.Path("sub"))
		got, err := treediff.Changed(t.Context(), tree)
		if diff := cmp.Diff([]string{"edited.txt", "keep.tmp", "new.txt", "node_modules/x.js"}, got); diff != "" || err != nil {
			t.Errorf("%s: Changed: %v\n%s", how, err, diff)
		}
		got, err = treediff.Untracked(t.Context(), tree)
		sort.Strings(got)
		if diff := cmp.Diff([]string{"keep.tmp", "new.txt", "node_modules/x.js"}, got); diff != "" || err != nil {
			t.Errorf("%s: Untracked: %v\n%s", how, err, diff)
		}
		if text, err := tree.FileAt(t.Context(), "HEAD", "edited.txt", limit); string(text) != "sub/edited.txt\n" || err != nil {
			t.Errorf("%s: FileAt = %q, %v", how, text, err)
		}
		if path, err := tree.Tracked(t.Context(), "EDITED.txt"); path != "edited.txt" || err != nil {
			t.Errorf("%s: Tracked = %q, %v", how, path, err)
		}
	}
	check("with git")
	withoutGit(t)
	check("without git")
}

// TestPlainFolderListsItsFiles: but not what tools fill.
func TestPlainFolderListsItsFiles(t *testing.T) {
	r := gittest.At(t, gittest.TempDir(t))
	r.Write("a.txt", "a")
	r.Write("sub/b.txt", "b")
	r.Write("node_modules/x.js", "x")
	r.Write(".consider/x", "x")
	r.Write("ignored.txt", "x")
	r.Write(".gitignore", "ignored.txt\n")
	got, err := treediff.Untracked(t.Context(), open(t, r.Dir))
	if diff := cmp.Diff([]string{".gitignore", "a.txt", "sub/b.txt"}, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}
