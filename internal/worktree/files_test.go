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

// symlink makes a link, or skips the rest of the test where that is not allowed, as to most users of Windows.
func symlink(t testing.TB, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Skip("no links here: ", err)
	}
}

// hostile makes a project with every kind of thing that a file name can lead to, except links.
func hostile(t testing.TB) (tree *worktree.Tree, dir string) {
	base := gittest.TempDir(t)
	dir = mkdir(t, filepath.Join(base, "project"))
	write(t, filepath.Join(base, "secret", "s.txt"), "secret")
	write(t, filepath.Join(dir, "a.txt"), "hello\n")
	write(t, filepath.Join(dir, "d", "b.txt"), "b\n")
	write(t, filepath.Join(dir, ".git", "config"), "x")
	return open(t, dir), dir
}

// links adds links to hostile's project.
func links(t testing.TB, dir string) {
	t.Helper()
	base := filepath.Dir(dir)
	symlink(t, filepath.Join(base, "secret"), filepath.Join(dir, "out"))
	symlink(t, filepath.Join(base, "secret", "s.txt"), filepath.Join(dir, "out.txt"))
	symlink(t, "a.txt", filepath.Join(dir, "in.txt"))
	symlink(t, "d", filepath.Join(dir, "in"))
	symlink(t, ".git", filepath.Join(dir, "mygit"))
	symlink(t, "loop", filepath.Join(dir, "loop"))
	symlink(t, os.DevNull, filepath.Join(dir, "null"))
}

// TestReadFileReadsRegularFilesOnly: nothing else is ever opened.
func TestReadFileReadsRegularFilesOnly(t *testing.T) {
	tree, dir := hostile(t)
	if text, info, err := tree.ReadFile("d/b.txt", limit); string(text) != "b\n" || info.Size != 2 || info.MTimeNS == 0 || err != nil {
		t.Errorf("d/b.txt = %q, %+v, %v", text, info, err)
	}
	refuses := func(path string, want error) {
		if text, _, err := tree.ReadFile(path, limit); !errors.Is(err, want) || text != nil {
			t.Errorf("ReadFile(%.30q) = %q, %v; want %v", path, text, err, want)
		}
	}
	for path, want := range map[string]error{
		"none.txt":                 worktree.ErrNotExist,
		"none/x":                   worktree.ErrNotExist,
		"a.txt/x":                  worktree.ErrNotExist,
		"d":                        worktree.ErrNotRegular,
		"../secret/s.txt":          worktree.ErrOutside,
		"d/../../secret/s.txt":     worktree.ErrOutside,
		".git/config":              worktree.ErrOutside,
		strings.Repeat("n/", 2000): worktree.ErrOutside,
	} {
		refuses(path, want)
	}
	links(t, dir)
	for _, path := range []string{"out.txt", "in.txt", "loop", "null", "out/s.txt", "in/b.txt", "mygit/config", "loop/x"} {
		refuses(path, worktree.ErrNotRegular)
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
	tree, dir := hostile(t)
	if info, err := tree.Stat("d"); err != nil || !info.Mode.IsDir() {
		t.Errorf("Stat(d) = %+v, %v", info, err)
	}
	links(t, dir)
	info, err := tree.Stat("out.txt")
	if err != nil || info.Mode&os.ModeSymlink == 0 {
		t.Errorf("Stat(out.txt) = %+v, %v", info, err)
	}
	if _, err := tree.Stat("out/s.txt"); !errors.Is(err, worktree.ErrNotRegular) {
		t.Errorf("Stat(out/s.txt): %v", err)
	}
}

// TestStatBelowSaysWhatStatSays asks for each path twice: the second time its folders are known.
func TestStatBelowSaysWhatStatSays(t *testing.T) {
	tree, dir := hostile(t)
	mkdir(t, filepath.Join(dir, "a", "b"))
	write(t, filepath.Join(dir, "a", "b", "c.txt"), "c\n")
	write(t, filepath.Join(dir, "a", "d.txt"), "d\n")
	links(t, dir)
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
	link, sub := filepath.Join(gittest.TempDir(t), "link"), filepath.Join(dir, "d")
	gives := func(cwd, arg, want string) {
		if got, err := tree.Rel(cwd, arg); got != want || err != nil {
			t.Errorf("Rel(%q, %q) = %q, %v; want %q", cwd, arg, got, err, want)
		}
	}
	for _, c := range []struct{ cwd, arg, want string }{
		{dir, "a.txt", "a.txt"},
		{dir, "./a.txt", "a.txt"},
		{dir, "d//b.txt", "d/b.txt"},
		{dir, "d/", "d"},
		{sub, "b.txt", "d/b.txt"},
		{sub, "../a.txt", "a.txt"},
		{sub, filepath.Join(dir, "a.txt"), "a.txt"},
		{dir, "deleted/long/ago.txt", "deleted/long/ago.txt"},
		{dir, "-x", "-x"},
		{dir, "e\u0301.txt", "e\u0301.txt"},
	} {
		gives(c.cwd, c.arg, c.want)
	}
	links(t, dir)
	symlink(t, dir, link)
	gives("/", filepath.Join(link, "d", "b.txt"), "d/b.txt")
	gives(filepath.Join(link, "d"), "b.txt", "d/b.txt")
	gives(dir, "in/b.txt", "d/b.txt")
	gives(dir, "in.txt", "in.txt")
}

// TestRelRefusesWhatIsNotInTheProject: before anything is opened.
func TestRelRefusesWhatIsNotInTheProject(t *testing.T) {
	tree, dir := hostile(t)
	refuses := func(args ...string) {
		for _, arg := range args {
			if got, err := tree.Rel(dir, arg); !errors.Is(err, worktree.ErrOutside) {
				t.Errorf("Rel(%.40q) = %q, %v; want ErrOutside", arg, got, err)
			}
		}
	}
	refuses("", "../x", "/etc/passwd", "d/../../secret/s.txt",
		".git/config", ".GIT/config", ".consider/refs", ".Consider", "d/.git", "git~1/config", "a\x00b",
		strings.Repeat("a", 5000), filepath.Join(filepath.Dir(dir), "project-2", "a.txt"), "/dev/zero")
	if _, err := tree.Rel(dir, "."); !errors.Is(err, worktree.ErrNotRegular) {
		t.Errorf("Rel(.): %v", err)
	}
	links(t, dir)
	refuses("out/s.txt", "out/none.txt", "loop/x", "mygit/config")
}

// TestErrorsKeepHostileNamesShort: a message is printed and fed to models.
func TestErrorsKeepHostileNamesShort(t *testing.T) {
	err := worktree.CheckPath("\x1b[31m" + strings.Repeat("a", 100_000))
	if text := err.Error(); len(text) > 400 || strings.Contains(text, "\x1b") {
		t.Errorf("message of %d bytes: %.100q", len(text), text)
	}
}
