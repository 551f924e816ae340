package safefs

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

func folder(t *testing.T) (*os.Root, string) {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root, dir
}

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsNoPlainFileIsNotRead(t *testing.T) {
	root, dir := folder(t)
	write(t, filepath.Join(dir, "file"), "text")
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "folder", "below"), "text")
	for link, to := range map[string]string{"link": "file", "way": "folder"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip("no links here: ", err)
		}
	}
	var foreign *NotPlainError
	for _, name := range []string{"link", "folder", "way"} {
		if _, err := Read(root, name, 10); !errors.As(err, &foreign) || foreign.Name != name || foreign.Link == (name == "folder") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, at := range map[string]string{"way/below": "way", "file/below": "file", "link": "link"} {
		if _, err := Lstat(root, name); !errors.As(err, &foreign) || foreign.Name != at {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Lstat(root, "none/below"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if data, err := Read(root, "file", 4); string(data) != "text" || err != nil {
		t.Error(string(data), err)
	}
	var large *TooLargeError
	if _, err := Read(root, "file", 3); !errors.As(err, &large) || large.Size != 4 {
		t.Error(err)
	}
}

func TestAFileIsReplacedWholeOrNotAtAll(t *testing.T) {
	root, dir := folder(t)
	write(t, filepath.Join(dir, "file"), "old")
	no := errors.New("no")
	for name, how := range map[string]How{
		"check":   {Perm: 0o600, Check: func() error { return no }},
		"content": {Perm: 0o600, Sync: true},
	} {
		content := failing{strings.NewReader("new"), no}
		if name == "check" {
			content.err = nil
		}
		if err := Replace(root, "file", content, how); !errors.Is(err, no) {
			t.Errorf("%s: %v", name, err)
		}
		if data, _ := Read(root, "file", 10); string(data) != "old" || names(t, dir) != "file" {
			t.Errorf("%s: %q, %s", name, data, names(t, dir))
		}
	}
	during := ""
	how := How{Perm: 0o640, Exact: true, Sync: true, Check: func() error { during = names(t, dir); return nil }}
	if err := Replace(root, "file", strings.NewReader("new"), how); err != nil {
		t.Fatal(err)
	}
	if data, _ := Read(root, "file", 10); string(data) != "new" || names(t, dir) != "file" {
		t.Errorf("%q, %s", data, names(t, dir))
	}
	if !strings.HasPrefix(during, TempPrefix) {
		t.Errorf("meanwhile: %s", during)
	}
}

type failing struct {
	*strings.Reader
	err error
}

func (f failing) WriteTo(w io.Writer) (int64, error) {
	n, err := f.Reader.WriteTo(w)
	return n, errors.Join(err, f.err)
}

func TestAFileIsMadeOnce(t *testing.T) {
	root, dir := folder(t)
	if err := Create(root, "file", []byte("first"), How{Perm: 0o600}); err != nil {
		t.Fatal(err)
	}
	if err := Create(root, "file", []byte("second"), How{Perm: 0o600}); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if data, _ := Read(root, "file", 10); string(data) != "first" || names(t, dir) != "file" {
		t.Errorf("%q, %s", data, names(t, dir))
	}
}

func TestOnlyPlainFilesThatAreLeftAreSwept(t *testing.T) {
	root, dir := folder(t)
	write(t, filepath.Join(dir, TempPrefix+"1"), "half")
	write(t, filepath.Join(dir, "mine"), "whole")
	if err := os.Mkdir(filepath.Join(dir, TempPrefix+"2"), 0o700); err != nil {
		t.Fatal(err)
	}
	Sweep(root, ".", func(name string) bool { return strings.HasPrefix(name, TempPrefix) })
	if got := names(t, dir); got != TempPrefix+"2 mine" {
		t.Error(got)
	}
}

// TestAFolderIsDeletedThatOthersFill: a program that has it open adds files until it ends.
func TestAFolderIsDeletedThatOthersFill(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a folder that is open cannot be deleted")
	}
	for range 20 {
		root, dir := folder(t)
		if err := root.MkdirAll("a/b", 0o700); err != nil {
			t.Fatal(err)
		}
		inside, err := root.OpenRoot("a/b")
		if err != nil {
			t.Fatal(err)
		}
		defer inside.Close()
		begun, ended := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(ended)
			for n := range 300 {
				if f, err := inside.Create(strconv.Itoa(n)); err == nil {
					f.Close()
				}
				if n == 10 {
					close(begun)
				}
			}
		}()
		<-begun
		err = RemoveAll(root, "a")
		<-ended
		if left := names(t, dir); err != nil || left != "" {
			t.Errorf("%q is left: %v", left, err)
		}
	}
}
