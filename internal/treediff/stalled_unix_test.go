//go:build unix

package treediff_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"consider/commands"
	"consider/internal/fail"
	"consider/internal/gitrun"
	"consider/internal/gittest"
	"consider/internal/treediff"
)

// waiting makes a repository with a setting that names a pipe without a writer, one edited file and one new file.
func waiting(t *testing.T, setting string) *gittest.Repo {
	r := gittest.New(t)
	r.Write("a.txt", "a\n")
	r.Commit("first")
	r.Write("a.txt", "b\n")
	r.Write("new.txt", "b\n")
	if err := syscall.Mkfifo(r.Path(".git/pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, r.Path(".git/config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\t"+setting+" = "+r.Path(".git/pipe")+"\n")
	return r
}

// TestAGitThatWaitsForAPipeIsGivenUp: git opens whatever its settings name.
func TestAGitThatWaitsForAPipeIsGivenUp(t *testing.T) {
	for setting, listed := range map[string]bool{"excludesFile": false, "attributesFile": true} {
		t.Run(setting, func(t *testing.T) {
			tree := open(t, waiting(t, setting).Dir)
			if !listed {
				treediff.HurryGit(t, 300*time.Millisecond)
			}
			_, listErr := treediff.Untracked(t.Context(), tree)
			if listed && listErr != nil {
				t.Error(listErr)
			}
			treediff.HurryGit(t, 300*time.Millisecond)
			_, statusErr := treediff.StatusOf(t.Context(), tree)
			for _, err := range []error{listErr, statusErr} {
				if err == nil && listed {
					continue
				}
				if !errors.Is(err, gitrun.ErrStalled) {
					t.Fatal(err)
				}
				if f := fail.FailureOf(err); f.Kind != fail.KindTimeout || len(f.Hints) != 1 {
					t.Errorf("%+v", f)
				}
			}
			if statusErr == nil {
				t.Error("Status did not wait for the pipe")
			}
		})
	}
}

// TestTheProgramGivesUpAGitThatWaits: the whole program, as on a command line.
func TestTheProgramGivesUpAGitThatWaits(t *testing.T) {
	for _, setting := range []string{"excludesFile", "attributesFile"} {
		t.Run(setting, func(t *testing.T) {
			r := waiting(t, setting)
			run := func(args ...string) (int, string) {
				var said bytes.Buffer
				home := t.TempDir()
				code := commands.Run(t.Context(), commands.Env{
					Args: args, Stdin: strings.NewReader(""), Stdout: &said, Stderr: &said, Now: time.Now, Dir: r.Dir, Build: "test",
					Getenv: func(name string) string { return map[string]string{"HOME": home, "XDG_CONFIG_HOME": home}[name] },
				})
				return code, said.String()
			}
			if code, said := run("add", "a.txt:1", "-m", "Why?"); code != 0 {
				t.Fatalf("add: exit code %d\n%s", code, said)
			}
			treediff.HurryGit(t, 300*time.Millisecond)
			code, said := run("checkpoint", "create")
			if code != 17 || !strings.Contains(said, "git does not respond") || !strings.Contains(said, "hint:") {
				t.Errorf("checkpoint create: exit code %d\n%s", code, said)
			}
		})
	}
}

// Git waits for a writer of such a pipe, or for input at such a terminal, for as long as it may.
func TestAPipeOrADeviceInTheGitDirectoryIsRefusedAtOnce(t *testing.T) {
	for _, name := range []string{
		"HEAD", "config", "config.worktree", "commondir", "index", "packed-refs", "shallow", "info/exclude", "info/attributes", "objects/info/alternates",
	} {
		for kind, put := range map[string]func(path string) error{
			"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
			"device": func(path string) error { return os.Symlink("/dev/tty", path) },
		} {
			t.Run(name+", "+kind, func(t *testing.T) {
				r := gittest.New(t)
				r.Write("a.txt", "a\n")
				r.Commit("first")
				path := r.Path(".git/" + name)
				_ = os.Remove(path)
				_ = os.MkdirAll(filepath.Dir(path), 0o700) // git's templates may have made it
				if err := put(path); err != nil {
					t.Fatal(err)
				}
				treediff.HurryGit(t, 20*time.Second) // far more than git needs on a busy machine
				if _, err := treediff.Untracked(t.Context(), open(t, r.Dir)); errors.Is(err, gitrun.ErrStalled) {
					t.Error(err)
				}
				if _, err := treediff.StatusOf(t.Context(), open(t, r.Dir)); errors.Is(err, gitrun.ErrStalled) {
					t.Error(err)
				}
			})
		}
	}
}

// A sandbox hides a file by putting the null device over it.
func TestANullDeviceInTheGitDirectoryIsAnEmptyFile(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.txt", "a\n")
	r.Commit("first")
	_ = os.Mkdir(r.Path(".git/info"), 0o700) // git's templates may have made it
	_ = os.Remove(r.Path(".git/info/exclude"))
	if err := os.Symlink(os.DevNull, r.Path(".git/info/exclude")); err != nil {
		t.Fatal(err)
	}
	if names, err := open(t, r.Dir).Git.List(t.Context(), "ls-files", "-z"); err != nil || len(names) != 1 {
		t.Errorf("%q, %v", names, err)
	}
}

// TestAComparisonGivesUpAGitThatWaits: a cat-file that says nothing, or nothing more, costs only its time limit.
func TestAComparisonGivesUpAGitThatWaits(t *testing.T) {
	r := gittest.New(t)
	for i := range 20 {
		r.Write(fmt.Sprintf("f%02d", i), fmt.Sprintf("one %d\n", i))
	}
	was := r.Commit("first")
	for i := range 20 {
		r.Write(fmt.Sprintf("f%02d", i), fmt.Sprintf("two %d\n", i))
	}
	now := r.Commit("second")
	for name, script := range map[string]string{
		"at once":         "cat-file*) exec sleep 600;;",
		"after an answer": "cat-file*) echo " + r.Git("rev-parse", was+":f00") + " blob 6; echo one 0; echo; exec sleep 600;;",
	} {
		t.Run(name, func(t *testing.T) {
			treediff.HurryGit(t, 3*time.Second) // the other calls of git are not to be given up
			fakeGitBefore(t, `case "$*" in *`+script+` esac`)
			diff, err := treediff.Compare(t.Context(), open(t, r.Dir), treediff.Side{Commit: was}, treediff.Side{Commit: now}, treediff.Options{})
			if err != nil || len(diff) != 20 {
				t.Fatalf("Diff = %+v, %v", diff, err)
			}
			for _, f := range diff {
				if f.Unread != "" || f.Added != 1 || f.Removed != 1 {
					t.Errorf("%+v", f)
				}
			}
		})
	}
}

// A message waits a second for its fingerprint.
func TestAFingerprintGivesUpAGitThatWaits(t *testing.T) {
	r := waiting(t, "excludesFile") // git itself may wait
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if got, err := fingerprintOf(ctx, open(t, r.Dir)); !errors.Is(err, context.DeadlineExceeded) || got != "" {
		t.Errorf("%q, %v", got, err)
	}
}

// A pipe is not a file of the project; git ignores it too.
func TestAFingerprintDoesNotOpenPipes(t *testing.T) {
	r := printed(t)
	before := fingerprint(t, r.Dir)
	if err := syscall.Mkfifo(r.Path("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if after := fingerprint(t, r.Dir); after != before {
		t.Errorf("%q, then %q", before, after)
	}
	r.Remove("edited")
	if err := syscall.Mkfifo(r.Path("edited"), 0o600); err != nil {
		t.Fatal(err)
	}
	if after := fingerprint(t, r.Dir); after == before {
		t.Error("a pipe in place of a file does not change it")
	}
}
