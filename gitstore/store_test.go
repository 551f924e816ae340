package gitstore

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var frozen = time.Date(2026, 11, 21, 10, 30, 0, 0, time.UTC)

// patience is how long writers wait for each other: longer than on any busy machine, so that only a lock that is never
// released ends it.
const patience = 5 * time.Minute

func testOptions(t testing.TB) Options {
	return Options{
		Now:      func() time.Time { return frozen },
		Program:  "consider/test",
		LockWait: patience,
		Line:     func() string { return "" },
		Warn:     func(msg string) { t.Log("warn:", msg) },
	}
}

func newStore(t testing.TB) *Store {
	t.Helper()
	return createAt(t, filepath.Join(t.TempDir(), ".consider"), testOptions(t))
}

func createAt(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	s, err := Create(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func openAt(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(dir, testOptions(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func put(t testing.TB, s *Store, path, data string) ID {
	t.Helper()
	id, err := s.Update(t.Context(), func(tx *Tx) (Meta, error) {
		tx.Put(path, []byte(data))
		return Meta{
			Subject: "add " + path, AuthorName: "human", AuthorEmail: "human@consider.invalid",
			Trailers: []Trailer{{"Consider-Op", "add"}},
		}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func mustRead(t testing.TB, s *Store, path string) string {
	t.Helper()
	sn, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	data, err := sn.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func writeRaw(t testing.TB, name, data string) {
	t.Helper()
	if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

// gitEnv excludes the user's and the machine's git settings.
func gitEnv() []string {
	env := []string{"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_TERMINAL_PROMPT=0", "LC_ALL=C", "TZ=UTC"}
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "GIT_") && !strings.HasPrefix(kv, "LC_") {
			env = append(env, kv)
		}
	}
	return env
}

func gitCommand(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", append([]string{"--git-dir=" + dir}, args...)...)
	cmd.Env = gitEnv()
	return cmd
}

func needGit(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
}

func git(t testing.TB, s *Store, args ...string) string {
	t.Helper()
	needGit(t)
	out, err := gitCommand(s.Dir(), args...).CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// gitFsck requires that real git finds no fault.
func gitFsck(t testing.TB, s *Store) {
	t.Helper()
	if out := git(t, s, "fsck", "--strict", "--no-progress", "--no-dangling"); strings.TrimSpace(out) != "" {
		t.Fatalf("git fsck says:\n%s", out)
	}
}

func TestCreateThenPutIsReadByGit(t *testing.T) {
	s := newStore(t)
	put(t, s, "threads/9/c_9e3779b1.json", "{}\n")
	if got := mustRead(t, s, "threads/9/c_9e3779b1.json"); got != "{}\n" {
		t.Fatalf("read %q", got)
	}
	if got := git(t, s, "show", "threads:threads/9/c_9e3779b1.json"); got != "{}\n" {
		t.Fatalf("git show says %q", got)
	}
	if got := git(t, s, "log", "--format=%an %ae %cn %s", "HEAD"); !strings.HasPrefix(got, "human human@consider.invalid consider/test add threads/9/c_9e3779b1.json\n") {
		t.Fatalf("git log says %q", got)
	}
	gitFsck(t, s)
}

// listStore returns every file of the store except the lock, with its content.
func listStore(t testing.TB, s *Store) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(s.Dir(), func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(s.Dir(), p)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
