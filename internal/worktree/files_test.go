package worktree_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/worktree"
)

func symlink(t testing.TB, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

// hostile makes a project with every kind of thing that a file name can lead to.
func hostile(t testing.TB) (tree *worktree.Tree, dir string) {
	base := gittest.TempDir(t)
	dir = mkdir(t, filepath.Join(base, "project"))
	write(t, filepath.Join(base, "secret", "s.txt"), "secret")
	write(t, filepath.Join(dir, "a.txt"), "hello\n")
	write(t, filepath.Join(dir, "d", "b.txt"), "b\n")
	write(t, filepath.Join(dir, ".git", "config"), "x")
	symlink(t, filepath.Join(base, "secret"), filepath.Join(dir, "out"))
	symlink(t, filepath.Join(base, "secret", "s.txt"), filepath.Join(dir, "out.txt"))
	symlink(t, "a.txt", filepath.Join(dir, "in.txt"))
	symlink(t, "d", filepath.Join(dir, "in"))
	symlink(t, ".git", filepath.Join(dir, "mygit"))
	symlink(t, "loop", filepath.Join(dir, "loop"))
	symlink(t, os.DevNull, filepath.Join(dir, "null"))
	return open(t, dir), dir
}

// TestReadFileReadsRegularFilesOnly: nothing else is ever opened.
func TestReadFileReadsRegularFilesOnly(t *testing.T) {
	tree, _ := hostile(t)
	if text, info, err := tree.ReadFile("d/b.txt", limit); string(text) != "b\n" || info.Size != 2 || info.MTimeNS == 0 || err != nil {
		t.Errorf("d/b.txt = %q, %+v, %v", text, info, err)
	}
	for path, want := range map[string]error{
		"none.txt":                 worktree.ErrNotExist,
		"none/x":                   worktree.ErrNotExist,
		"a.txt/x":                  worktree.ErrNotExist,
		"d":                        worktree.ErrNotRegular,
		"out.txt":                  worktree.ErrNotRegular,
		"in.txt":                   worktree.ErrNotRegular,
		"loop":                     worktree.ErrNotRegular,
		"null":                     worktree.ErrNotRegular,
		"out/s.txt":                worktree.ErrNotRegular,
		"in/b.txt":                 worktree.ErrNotRegular,
		"mygit/config":             worktree.ErrNotRegular,
		"loop/x":                   worktree.ErrNotRegular,
		"../secret/s.txt":          worktree.ErrOutside,
		"d/../../secret/s.txt":     worktree.ErrOutside,
		".git/config":              worktree.ErrOutside,
		strings.Repeat("n/", 2000): worktree.ErrOutside,
	} {
		if text, _, err := tree.ReadFile(path, limit); !errors.Is(err, want) || text != nil {
			t.Errorf("ReadFile(%.30q) = %q, %v; want %v", path, text, err, want)
		}
	}
}

// TestReadFileStopsAtTheLimit: the byte at the limit is still read.
func TestReadFileStopsAtTheLimit(t *testing.T) {
	tree, _ := hostile(t)
	if text, _, err := tree.ReadFile("a.txt", 6); string(text) != "hello\n" || err != nil {
		t.Errorf("at the limit: %q, %v", text, err)
	}
	if text, _, err := tree.ReadFile("a.txt", 5); !errors.Is(err, worktree.ErrTooLarge) || text != nil {
		t.Errorf("beyond: %q, %v", text, err)
	}
}

// TestStatDescribesALinkItself: its target does not matter.
func TestStatDescribesALinkItself(t *testing.T) {
	tree, _ := hostile(t)
	info, err := tree.Stat("out.txt")
	if err != nil || info.Mode&os.ModeSymlink == 0 {
		t.Errorf("Stat(out.txt) = %+v, %v", info, err)
	}
	if _, err := tree.Stat("out/s.txt"); !errors.Is(err, worktree.ErrNotRegular) {
		t.Errorf("Stat(out/s.txt): %v", err)
	}
	if info, err := tree.Stat("d"); err != nil || !info.Mode.IsDir() {
		t.Errorf("Stat(d) = %+v, %v", info, err)
	}
}

// TestStatBelowSaysWhatStatSays asks for each path twice: the second time its folders are known.
func TestStatBelowSaysWhatStatSays(t *testing.T) {
	tree, dir := hostile(t)
	mkdir(t, filepath.Join(dir, "a", "b"))
	write(t, filepath.Join(dir, "a", "b", "c.txt"), "c\n")
	write(t, filepath.Join(dir, "a", "d.txt"), "d\n")
	symlink(t, "a/b", filepath.Join(dir, "link"))
	known := map[string]bool{}
	paths := []string{
		"a/b/c.txt", "a/d.txt", "a/b", "a", "link", "link/c.txt", "a/d.txt/below", "a/none/x", "none", "../out", "a/b/../d.txt",
		".git/HEAD", "", "out/s.txt", "in/x", "loop/x", "a.txt",
	}
	for range 2 {
		for _, path := range paths {
			want, wanted := tree.Stat(path)
			got, err := tree.StatBelow(known, path)
			if got != want || fmt.Sprint(err) != fmt.Sprint(wanted) {
				t.Errorf("%q: %+v, %v; Stat says %+v, %v", path, got, err, want, wanted)
			}
		}
	}
}

func TestStatNoticesARewriteOfEqualLength(t *testing.T) {
	tree, dir := hostile(t)
	before, err := tree.Stat("a.txt")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "a.txt")
	write(t, path+".new", "HELLO\n")
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	if after, err := tree.Stat("a.txt"); err != nil || after == before {
		t.Errorf("Stat before %+v, after %+v, %v", before, after, err)
	}
}

// TestRelGivesTheStoredPath: however the user wrote the path.
func TestRelGivesTheStoredPath(t *testing.T) {
	tree, dir := hostile(t)
	link := filepath.Join(gittest.TempDir(t), "link")
	symlink(t, dir, link)
	sub := filepath.Join(dir, "d")
	for _, c := range []struct{ cwd, arg, want string }{
		{dir, "a.txt", "a.txt"},
		{dir, "./a.txt", "a.txt"},
		{dir, "d//b.txt", "d/b.txt"},
		{dir, "d/", "d"},
		{sub, "b.txt", "d/b.txt"},
		{sub, "../a.txt", "a.txt"},
		{sub, filepath.Join(dir, "a.txt"), "a.txt"},
		{"/", filepath.Join(link, "d", "b.txt"), "d/b.txt"},
		{filepath.Join(link, "d"), "b.txt", "d/b.txt"},
		{dir, "deleted/long/ago.txt", "deleted/long/ago.txt"},
		{dir, "in/b.txt", "d/b.txt"},
		{dir, "in.txt", "in.txt"},
		{dir, "-x", "-x"},
		{dir, "e\u0301.txt", "e\u0301.txt"},
	} {
		if got, err := tree.Rel(c.cwd, c.arg); got != c.want || err != nil {
			t.Errorf("Rel(%q, %q) = %q, %v; want %q", c.cwd, c.arg, got, err, c.want)
		}
	}
}

// TestRelRefusesWhatIsNotInTheProject: before anything is opened.
func TestRelRefusesWhatIsNotInTheProject(t *testing.T) {
	tree, dir := hostile(t)
	for _, arg := range []string{
		"", "../x", "/etc/passwd", "d/../../secret/s.txt", "out/s.txt", "out/none.txt", "loop/x", "mygit/config",
		".git/config", ".GIT/config", ".consider/refs", ".Consider", "d/.git", "git~1/config", "a\x00b",
		strings.Repeat("a", 5000), filepath.Join(filepath.Dir(dir), "project-2", "a.txt"), "/dev/zero",
	} {
		if got, err := tree.Rel(dir, arg); !errors.Is(err, worktree.ErrOutside) {
			t.Errorf("Rel(%.40q) = %q, %v; want ErrOutside", arg, got, err)
		}
	}
	if _, err := tree.Rel(dir, "."); !errors.Is(err, worktree.ErrNotRegular) {
		t.Errorf("Rel(.): %v", err)
	}
}

// TestErrorsKeepHostileNamesShort: a message is printed and fed to models.
func TestErrorsKeepHostileNamesShort(t *testing.T) {
	err := worktree.CheckPath("\x1b[31m" + strings.Repeat("a", 100_000))
	if text := err.Error(); len(text) > 400 || strings.Contains(text, "\x1b") {
		t.Errorf("message of %d bytes: %.100q", len(text), text)
	}
}
