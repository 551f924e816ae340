package gittest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

// Repo is a repository in a folder of its test.
type Repo struct {
	Dir  string // symbolic links resolved
	home string
	t    testing.TB
	tick int
}

// New makes an empty repository; initArgs are passed to git init. Without any, it is a copy of the first one.
func New(t testing.TB, initArgs ...string) *Repo {
	t.Helper()
	r := At(t, filepath.Join(TempDir(t), "repo"))
	if len(initArgs) > 0 {
		r.Git(append([]string{"init", "-q", "--template="}, initArgs...)...)
		return r
	}
	empty.Do(func() { empty.files, empty.err = emptyRepo(TempDir(t)) })
	if err := errors.Join(empty.err, os.CopyFS(filepath.Join(r.Dir, ".git"), empty.files)); err != nil {
		t.Fatal(err)
	}
	r.tick++
	return r
}

// empty holds the files that git init makes, in memory. To start git for each test's repository takes longer than most
// tests of one verb.
var empty struct {
	sync.Once
	files fstest.MapFS
	err   error
}

func emptyRepo(dir string) (fstest.MapFS, error) {
	if _, err := run(dir, dir, nil, "init", "-q", "--template="); err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	root := os.DirFS(filepath.Join(dir, ".git"))
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		file := &fstest.MapFile{Mode: d.Type()}
		if !d.IsDir() {
			file.Data, err = fs.ReadFile(root, path)
		}
		files[path] = file
		return err
	})
	return files, err
}

// At returns a Repo for a folder, which it creates, but without a repository in
// it.
func At(t testing.TB, dir string) *Repo {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return &Repo{Dir: dir, home: t.TempDir(), t: t}
}

// TempDir is t.TempDir with symbolic links resolved, as git prints the path.
func TempDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Git runs git in the repository and returns its output without the last line
// end. The clock advances by a minute with each call, so that commits have an
// order.
func (r *Repo) Git(args ...string) string {
	r.t.Helper()
	out, err := r.TryGit(args...)
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

// TryGit is Git for a command that may fail.
func (r *Repo) TryGit(args ...string) (string, error) {
	r.tick++
	now := time.Date(2026, 11, 21, 10, 30, 0, 0, time.UTC).Add(time.Duration(r.tick) * time.Minute).Format(time.RFC3339)
	out, err := run(r.Dir, r.home, []string{"GIT_AUTHOR_DATE=" + now, "GIT_COMMITTER_DATE=" + now}, args...)
	return strings.TrimSuffix(out, "\n"), err
}

// Path returns the absolute path of a slash-separated path in the repository.
func (r *Repo) Path(path string) string { return filepath.Join(r.Dir, filepath.FromSlash(path)) }

// Write writes a file, and creates the folders it needs.
func (r *Repo) Write(path, text string) {
	r.t.Helper()
	if err := writeFile(r.Path(path), text); err != nil {
		r.t.Fatal(err)
	}
}

// Move renames a file without git mv.
func (r *Repo) Move(from, to string) {
	r.t.Helper()
	if err := os.MkdirAll(filepath.Dir(r.Path(to)), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.Rename(r.Path(from), r.Path(to)); err != nil {
		r.t.Fatal(err)
	}
}

// Remove deletes a file or folder of the repository.
func (r *Repo) Remove(path string) {
	r.t.Helper()
	root, err := os.OpenRoot(r.Dir) // cannot be left, whatever path says
	if err != nil {
		r.t.Fatal(err)
	}
	defer root.Close()
	if err := root.RemoveAll(filepath.FromSlash(path)); err != nil {
		r.t.Fatal(err)
	}
}

// Commit commits all files and returns the commit's id.
func (r *Repo) Commit(message string) string {
	r.t.Helper()
	r.Git("add", "-A")
	r.Git("commit", "-q", "--allow-empty", "-m", message)
	return r.head()
}

// head returns the id of the commit that is checked out, and asks git only where it is not in the branch's file.
func (r *Repo) head() string {
	r.t.Helper()
	head, _ := os.ReadFile(r.Path(".git/HEAD"))
	branch, ok := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: ")
	if id, err := os.ReadFile(r.Path(".git/" + branch)); ok && err == nil {
		r.tick++ // as with git
		return strings.TrimSpace(string(id))
	}
	return r.Git("rev-parse", "HEAD")
}

// Checkout checks out a commit or a branch. It creates the branch if it does
// not exist.
func (r *Repo) Checkout(name string) {
	r.t.Helper()
	if _, err := r.TryGit("rev-parse", "--verify", "--quiet", name+"^{commit}"); err != nil {
		r.Git("checkout", "-q", "-b", name)
		return
	}
	r.Git("checkout", "-q", name)
}

func writeFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("folder of %q: %w", path, err)
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
