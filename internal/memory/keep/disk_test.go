package keep

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/fail"
)

// folder is a storage on disk without a store, for tests.
type folder struct {
	*Disk
	pins *shelf
}

func newFolder(t *testing.T) *folder {
	t.Helper()
	return &folder{&Disk{Project: t.TempDir()}, newShelf()}
}

func (f *folder) Pins() ([]Path, error) { return Plain{f.pins}.Pins() }

func (f *folder) View(_ context.Context, fn func(Files) error) error { return fn(f) }

func (f *folder) Change(_ context.Context, _ Op, fn func(Files) (Edit, error)) error {
	e, err := fn(f)
	if err != nil {
		return err
	}
	if e.Repin {
		if err := putPins(f.pins, pinsFile, e.Pins, asIs); err != nil {
			return err
		}
	}
	return f.Apply(e)
}

func (f *folder) path(name string) string {
	return filepath.Join(f.Project, filepath.FromSlash(DiskFolder), filepath.FromSlash(name))
}

func TestTheToolAnswersTheSameOnDisk(t *testing.T) {
	for _, st := range stories(t) {
		t.Run(st.Name, func(t *testing.T) { play(t, newFolder(t), st) })
	}
}

// plant puts links and similar things into a memory on disk, each leading to a file outside.
func plant(t *testing.T, f *folder) (outside string, paths []string) {
	t.Helper()
	outside = filepath.Join(t.TempDir(), "outside")
	inside := filepath.Join(f.Project, "main.go")
	for _, err := range []error{
		os.MkdirAll(f.path("sub"), 0o755), os.MkdirAll(outside, 0o755),
		os.WriteFile(filepath.Join(outside, "secret"), []byte("secret"), 0o644),
		os.WriteFile(inside, []byte("secret"), 0o644),
		os.Symlink(outside, f.path("dir")),
		os.Symlink(filepath.Join(outside, "secret"), f.path("file")),
		os.Symlink(filepath.Join(outside, "nothing"), f.path("dangling")),
		os.Symlink("../../main.go", f.path("code")),
		os.Symlink("/", f.path("sub/root")),
		os.Symlink("loop", f.path("loop")),
		os.Link(filepath.Join(outside, "secret"), f.path("hard")),
	} {
		if err != nil {
			t.Skip("no links here: " + err.Error())
		}
	}
	return outside, []string{
		"/memories/dir/secret", "/memories/dir/new", "/memories/dir", "/memories/file", "/memories/dangling", "/memories/code",
		"/memories/sub/root/etc/passwd", "/memories/sub/root", "/memories/loop", "/memories/loop/x", "/memories/hard",
	}
}

// attempts returns all commands, on one path.
func attempts(path string) []Command {
	text, line := "overwritten", 0
	old := "secret"
	return []Command{
		{Name: "view", Path: path},
		{Name: "create", Path: path, FileText: &text},
		{Name: "str_replace", Path: path, OldStr: &old, NewStr: &text},
		{Name: "insert", Path: path, InsertLine: &line, InsertText: &text},
		{Name: "rename", OldPath: path, NewPath: "/memories/stolen"},
		{Name: "rename", OldPath: "/memories/mine", NewPath: path},
		{Name: "delete", Path: path},
	}
}

func TestNoLinkIsFollowedOutOfAMemoryOnDisk(t *testing.T) {
	f := newFolder(t)
	mustCreate(t, f, "/memories/mine", "mine")
	outside, paths := plant(t, f)
	for _, path := range append(paths, outsidePaths()...) {
		for _, c := range attempts(path) {
			text, r := run(t, f, c)
			if r == nil {
				t.Errorf("%s %q: %q", c.Name, path, text)
			}
			if strings.Contains(text, "secret") {
				t.Errorf("%s %q gives away %q", c.Name, path, text)
			}
		}
	}
	for _, name := range []string{filepath.Join(outside, "secret"), filepath.Join(f.Project, "main.go")} {
		if data, err := os.ReadFile(name); err != nil || string(data) != "secret" {
			t.Errorf("%s holds %q, %v", name, data, err)
		}
	}
	if list, err := os.ReadDir(outside); err != nil || len(list) != 1 {
		t.Errorf("outside there is %v, %v", list, err)
	}
	if text, _ := run(t, f, Command{Name: "view", Path: "/memories"}); !strings.HasSuffix(text, "\n4B\t/memories\n4B\t/memories/mine") {
		t.Errorf("the listing is %q", text)
	}
}

func outsidePaths() []string { return outside }

func TestAFolderThatIsALinkIsNoMemory(t *testing.T) {
	for _, name := range []string{".vscode", ".vscode/memory"} {
		d := &folder{&Disk{Project: t.TempDir()}, newShelf()}
		elsewhere := filepath.Join(d.Project, "src")
		for _, err := range []error{
			os.Mkdir(elsewhere, 0o755), os.MkdirAll(filepath.Dir(filepath.Join(d.Project, name)), 0o755),
			os.Symlink(elsewhere, filepath.Join(d.Project, filepath.FromSlash(name))),
		} {
			if err != nil {
				t.Skip("no links here: " + err.Error())
			}
		}
		text := "x"
		if _, r := run(t, d, Command{Name: "create", Path: "/memories/a", FileText: &text}); r == nil || !errors.Is(r, fail.ErrDenied) {
			t.Errorf("%s is a link: %v", name, r)
		}
		if list, _ := os.ReadDir(elsewhere); len(list) != 0 {
			t.Errorf("%s is a link, and behind it is %v", name, list)
		}
	}
}

func TestWhatAnEditorSavedMeanwhileIsNotOverwritten(t *testing.T) {
	f := newFolder(t)
	mustCreate(t, f, "/memories/a.md", "one\n")
	e, err := func() (Edit, error) {
		_, e, err := strReplace(f, "/memories/a.md", "a.md", "one", "two")
		return e, err
	}()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.path("a.md"), []byte("by hand\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.Apply(e); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("got %v", err)
	}
	if data, _ := os.ReadFile(f.path("a.md")); string(data) != "by hand\n" {
		t.Errorf("the file holds %q", data)
	}
	if list, _ := os.ReadDir(f.path("")); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
}

func TestFilesOnDiskAreForTheirOwnerAlone(t *testing.T) {
	f := newFolder(t)
	mustCreate(t, f, "/memories/d/a.md", "one\n")
	if info, err := os.Stat(f.path("d/a.md")); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if _, r := run(t, f, Command{Name: "delete", Path: "/memories/d/a.md"}); r != nil {
		t.Fatal(r)
	}
	if list, _ := os.ReadDir(f.path("")); len(list) != 0 {
		t.Errorf("an empty folder stays: %v", list)
	}
}
