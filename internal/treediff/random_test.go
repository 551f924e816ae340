package treediff_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"consider/internal/gittest"
	"consider/internal/treediff"
)

// scramble makes random changes in a repository.
type scramble struct {
	*gittest.Repo
	luck  *rand.Rand
	t     *testing.T
	trail []string // the changes so far
}

var (
	scrambled = []string{"a.txt", "b.txt", "dir/c.txt", "dir/d.sh", "with space.txt", "\u00fc.txt", "dir/deep/e.txt"}
	contents  = []string{"1\n", "2\n", "3\n", "longer\n", "", "no end"} // some of equal size
)

func (s *scramble) path() string { return scrambled[s.luck.IntN(len(scrambled))] }

func (s *scramble) text() string { return contents[s.luck.IntN(len(contents))] }

// do makes one change. Some are refused by git, or are not possible as things are, and then change nothing.
func (s *scramble) do() {
	name, text := s.path(), s.text()
	full := filepath.Join(s.Dir, filepath.FromSlash(name))
	git := func(args ...string) func() { return func() { _, _ = s.TryGit(append(args, "--", name)...) } }
	put := func() {
		_ = os.MkdirAll(filepath.Dir(full), 0o755)
		_ = os.WriteFile(full, []byte(text), 0o644)
	}
	acts := []struct {
		name string
		do   func()
	}{
		{"write", put},
		{"write another", put},
		{"write with the time set back", func() {
			info, err := os.Lstat(full)
			put()
			if err == nil {
				_ = os.Chtimes(full, info.ModTime(), info.ModTime())
			}
		}},
		{"remove", func() { _ = os.Remove(full) }},
		{"chmod", func() { _ = os.Chmod(full, 0o644+os.FileMode(s.luck.IntN(2))*0o111) }},
		{"link", func() {
			_ = os.Remove(full)
			_ = os.Symlink(strings.TrimSpace(text)+"x", full)
		}},
		{"folder", func() {
			_ = os.Remove(full)
			_ = os.MkdirAll(full, 0o755)
			_ = os.WriteFile(filepath.Join(full, "in"), []byte(text), 0o644)
		}},
		{"add", git("add")},
		{"add -N", git("add", "-N")},
		{"rm --cached", git("rm", "-q", "--cached")},
		{"checkout", git("checkout", "-q", "HEAD")},
		{"reset", git("reset", "-q")},
		{"assume unchanged", git("update-index", "--assume-unchanged")},
		{"no assume unchanged", git("update-index", "--no-assume-unchanged")},
		{"skip", git("update-index", "--skip-worktree")},
		{"no skip", git("update-index", "--no-skip-worktree")},
		{"ignore", func() { _ = os.WriteFile(filepath.Join(s.Dir, ".gitignore"), []byte("/"+name+"\n"), 0o644) }},
		{"commit", func() {
			_, _ = s.TryGit("add", "-A")
			_, _ = s.TryGit("commit", "-q", "--allow-empty", "-m", "x")
		}},
	}
	act := acts[s.luck.IntN(len(acts))]
	act.do()
	s.trail = append(s.trail, fmt.Sprintf("%s %s %q", act.name, name, text))
}

// names lists the paths that a git command prints, after so many bytes of each line.
func (s *scramble) names(after int, command ...string) (out []string) {
	s.t.Helper()
	text, err := s.TryGit(command...)
	if err != nil {
		s.t.Fatalf("git %s: %v", command, err)
	}
	for line := range strings.SplitSeq(text, "\x00") {
		if len(line) > after {
			out = append(out, line[after:])
		}
	}
	slices.Sort(out)
	return out
}

// TestRandomChangesAreReadAsGitReadsThem compares the changed and the staged files with git's after each change, with
// and without git on the search path.
func TestRandomChangesAreReadAsGitReadsThem(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and modes")
	}
	rounds, first := uint64(8), uint64(0)
	if os.Getenv("NIGHTLY") != "" {
		rounds, first = 150, uint64(time.Now().UnixNano())
	}
	for seed := first; seed < first+rounds && !t.Failed(); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := &scramble{Repo: gittest.New(t), t: t, luck: rand.New(rand.NewPCG(seed, 1))}
			for i, name := range scrambled[:5] {
				s.Write(name, contents[i%3])
			}
			s.Commit("first")
			for range 15 {
				s.do()
				if !s.compare(t) {
					t.Fatalf("after\n%s", strings.Join(s.trail, "\n"))
				}
			}
		})
	}
}

func (s *scramble) compare(t *testing.T) bool {
	t.Helper()
	want := slices.Compact(s.names(3, "status", "--porcelain", "-z", "--no-renames", "-uall"))
	staged := s.names(0, "diff", "--cached", "--name-only", "--no-renames", "--ita-invisible-in-index", "-z", "HEAD")
	search := os.Getenv("PATH")
	defer t.Setenv("PATH", search)
	for _, path := range []string{search, t.TempDir()} {
		t.Setenv("PATH", path)
		tree := open(t, s.Dir)
		status, err := treediff.StatusOf(t.Context(), tree)
		if err != nil {
			t.Error(err)
			return false
		}
		var got []string
		for _, f := range status.Files {
			got = append(got, f.Path)
		}
		side, err := treediff.Staged(t.Context(), tree, tree.Head(t.Context()).Commit)
		if err != nil {
			t.Error(err)
			return false
		}
		var index []string
		for _, e := range side.Entries {
			index = append(index, e.Path)
		}
		slices.Sort(index)
		if !slices.Equal(got, want) || !slices.Equal(index, staged) {
			t.Errorf("with git %v: changed %q, git says %q; staged %q, git says %q", path == search, got, want, index, staged)
			return false
		}
	}
	return true
}
