//go:build unix

package proof

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"consider/internal/gittest"
	"consider/internal/verb"
)

// numbered returns a text of n different lines.
func numbered(word string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s %d of the file\n", word, i+1)
	}
	return b.String()
}

// gitIn runs git with more environment variables than gittest sets.
func gitIn(t testing.TB, dir string, env []string, stdin string, args ...string) string {
	t.Helper()
	out, err := tryGit(t, dir, env, stdin, args...)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(out, "\n")
}

func tryGit(t testing.TB, dir string, env []string, stdin string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(append(gittest.Env(filepath.Join(dir, ".no-home")), "PATH="+os.Getenv("PATH")), env...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, out)
	}
	return string(out), err
}

// plumbing runs plain git on a project's store.
func plumbing(t testing.TB, dir string, args ...string) string {
	t.Helper()
	return gitIn(t, dir, nil, "", append([]string{"--git-dir=.consider"}, args...)...)
}

// tip returns the store's newest commit.
func tip(t testing.TB, dir string) string {
	t.Helper()
	if id, err := os.ReadFile(filepath.Join(dir, ".consider", "refs", "heads", "threads")); err == nil && len(id) == 41 {
		return string(id[:40])
	}
	return plumbing(t, dir, "rev-parse", "--verify", "refs/heads/threads")
}

// storedFiles returns the files in some folders of the store by their paths, as git reads them.
func storedFiles(t testing.TB, dir string, folders ...string) map[string]string {
	t.Helper()
	var paths, ids []string
	for line := range strings.Lines(plumbing(t, dir, append([]string{"ls-tree", "-r", "refs/heads/threads"}, folders...)...)) {
		meta, path, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		paths, ids = append(paths, path), append(ids, strings.Fields(meta)[2]+"\n")
	}
	rest := gitIn(t, dir, nil, strings.Join(ids, ""), "--git-dir=.consider", "cat-file", "--batch") + "\n"
	files := map[string]string{}
	for _, path := range paths {
		head, text, _ := strings.Cut(rest, "\n")
		size, err := strconv.Atoi(strings.Fields(head)[2])
		if err != nil {
			t.Fatalf("git cat-file answers %q: %v", head, err)
		}
		files[path], rest = text[:size], text[size+1:]
	}
	return files
}

// soundToGit fails unless git finds nothing wrong with the store. Objects that
// nothing names are not wrong: a killed writer leaves them.
func soundToGit(t testing.TB, dir string, more ...string) {
	t.Helper()
	defer betweenCollections(t, dir)()
	args := []string{"--git-dir=.consider", "fsck", "--strict", "--full", "--no-dangling", "--no-progress"}
	out, err := tryGit(t, dir, nil, "", append(args, more...)...)
	if err != nil || strings.TrimSpace(out) != "" {
		t.Errorf("git fsck --strict: %v: %s", err, out)
	}
}

// betweenCollections waits for an automatic collection that a writer started,
// and keeps others away until done is called: git calls an object missing that
// moves into a pack while git looks at it.
func betweenCollections(t testing.TB, dir string) (done func()) {
	t.Helper()
	mark, err := os.OpenFile(filepath.Join(dir, ".consider", "cache", "gc"), os.O_RDONLY|os.O_CREATE, 0o644)
	if err != nil {
		return func() {} // where no mark can be made, nothing collects
	}
	if err := syscall.Flock(int(mark.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	return func() { _ = mark.Close() }
}

// sound fails unless git and the program itself find nothing wrong.
func sound(s seat) {
	s.t.Helper()
	soundToGit(s.t, s.dir)
	report := into[struct {
		Sound    bool
		Problems []struct{ Path, Problem string }
	}](s, s.must("fsck", "--json"))
	if !report.Sound {
		s.t.Errorf("consider fsck: %+v", report.Problems)
	}
}

// leftovers returns the files in a store that no finished writer leaves behind.
func leftovers(t testing.TB, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(filepath.Join(dir, ".consider"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (strings.Contains(d.Name(), "tmp") || strings.HasSuffix(d.Name(), ".lock")) {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// verbOf returns the verb that args call; some are two words.
func verbOf(args []string) string {
	if len(args) > 1 {
		if v, ok := verb.Find(args[0] + " " + args[1]); ok {
			return v.Name
		}
	}
	return args[0]
}

// forget removes the caches of earlier reads, so that the next one starts cold.
func forget(t testing.TB, dir string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, ".consider", "cache", "view.json")); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
}
