//go:build unix

package treediff_test

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"consider/internal/gitdir"
	"consider/internal/gittest"
	"consider/internal/treediff"
	"consider/internal/worktree"
)

// damages are ways in which HEAD or the index exists and cannot be read. words are what git of any version says.
var damages = map[string]struct {
	part  error
	words string
	do    func(r *gittest.Repo)
}{
	"the index is no index":      {gitdir.ErrBrokenIndex, "fatal:", func(r *gittest.Repo) { r.Write(".git/index", "broken\n") }},
	"the index is cut off":       {gitdir.ErrBrokenIndex, "checksum", func(r *gittest.Repo) { truncate(r, ".git/index", 100) }},
	"the commit is missing":      {gitdir.ErrBrokenHead, "fatal:", func(r *gittest.Repo) { r.Remove(object(r, "HEAD")) }},
	"the tree is missing":        {gitdir.ErrBrokenHead, "tree", func(r *gittest.Repo) { r.Remove(object(r, "HEAD^{tree}")) }},
	"a folder's tree is missing": {gitdir.ErrBrokenHead, "tree", func(r *gittest.Repo) { r.Remove(object(r, "HEAD:src")) }},
	"the branch's file is torn":  {gitdir.ErrBrokenHead, "refs/heads/main", func(r *gittest.Repo) { r.Write(".git/refs/heads/main", "12ab\n") }},
	"the branch's file is empty": {gitdir.ErrBrokenHead, "refs/heads/main", func(r *gittest.Repo) { r.Write(".git/refs/heads/main", "") }},
	"HEAD is empty":              {gitdir.ErrBrokenHead, "fatal:", func(r *gittest.Repo) { r.Write(".git/HEAD", "") }},
}

func truncate(r *gittest.Repo, path string, size int64) {
	if err := os.Truncate(r.Path(path), size); err != nil {
		panic(err)
	}
}

// renamedAndEdited makes a repository with a file that was renamed and edited since HEAD.
func renamedAndEdited(t *testing.T) *gittest.Repo {
	r := gittest.New(t)
	r.Write("src/a.txt", strings.Repeat("a line of a\n", 20)+"end\n")
	r.Write("src/b.txt", "b\n")
	r.Commit("first")
	r.Git("mv", "src/a.txt", "src/moved.txt")
	r.Write("src/moved.txt", strings.Repeat("a line of a\n", 20)+"the end\n")
	r.Write("src/b.txt", "edited\n")
	return r
}

// TestWhatCannotBeReadIsNotNew: a damaged index, commit, tree or ref used to be taken for a repository before its first
// commit, in which every file is new.
func TestWhatCannotBeReadIsNotNew(t *testing.T) {
	for name, c := range damages {
		t.Run(name, func(t *testing.T) {
			r := renamedAndEdited(t)
			c.do(r)
			for _, git := range []bool{true, false} {
				if !git {
					withoutGit(t)
				}
				tree := open(t, r.Dir)
				got, err := treediff.StatusOf(t.Context(), tree)
				if !errors.Is(err, c.part) || !errors.Is(err, worktree.ErrUnreadable) || len(got.Files) > 0 {
					t.Errorf("git %v: Saw = %+v, %v; want %v", git, got, err, c.part)
				}
				if git && err != nil && !strings.Contains(err.Error(), c.words) {
					t.Errorf("Saw: %v, without git's words", err)
				}
				if _, err := tree.FileAt(t.Context(), "HEAD", "src/b.txt", limit); errors.Is(c.part, gitdir.ErrBrokenHead) && !errors.Is(err, worktree.ErrUnreadable) {
					t.Errorf("git %v: FileAt(HEAD): %v", git, err)
				}
				if err := treediff.CheckComparable(t.Context(), tree, tree.Describe(t.Context())); err == nil {
					t.Errorf("git %v: CheckComparable says that all can be read", git)
				}
			}
		})
	}
}

// TestABranchWithoutACommitIsNotBroken: nor is a repository whose index was never written.
func TestABranchWithoutACommitIsNotBroken(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.txt", "a\n")
	for _, git := range []bool{true, false} {
		if !git {
			withoutGit(t)
		}
		tree := open(t, r.Dir)
		got, err := treediff.StatusOf(t.Context(), tree)
		if err != nil || got.Head.Commit != "" || got.Head.Branch != "main" || len(got.Files) != 1 || !got.Files[0].Untracked {
			t.Errorf("git %v: Saw = %+v, %v", git, got, err)
		}
		if err := treediff.CheckComparable(t.Context(), tree, tree.Describe(t.Context())); err != nil {
			t.Errorf("git %v: CheckComparable = %v", git, err)
		}
	}
}

// TestAGitThatIsKilledLeavesNoGap: the known files stay the same, and the comparison says what it lacks.
func TestAGitThatIsKilledLeavesNoGap(t *testing.T) {
	for name, script := range map[string]string{
		"at status": `case "$*" in *" status "*) printf '1 .M N... 100644'; kill -9 $$;; esac`,
		"always":    "kill -9 $$",
	} {
		t.Run(name, func(t *testing.T) {
			r := renamedAndEdited(t)
			want := briefs(saw(t, r.Dir), true)
			fakeGitBefore(t, script)
			if got := briefs(saw(t, r.Dir), true); strings.Join(got, "|") != strings.Join(want, "|") {
				t.Errorf("Saw = %q, want %q", got, want)
			}
		})
	}
	t.Run("when a branch is asked for", func(t *testing.T) {
		r := gittest.New(t)
		r.Remove(".git/refs/heads")
		r.Write(".git/refs/heads", "this repository uses the reftable format\n")
		r.Write(".git/HEAD", "ref: refs/heads/.invalid\n")
		fakeGit(t, `case "$*" in *symbolic-ref*) echo refs/heads/topic;; *) kill -9 $$;; esac`)
		if head := open(t, r.Dir).Head(t.Context()); head.Err() == nil {
			t.Errorf("Head = %+v: nobody knows whether the branch has a commit", head)
		}
	})
}

// fakeGitBefore puts a script in front of the real git.
func fakeGitBefore(t *testing.T, script string) {
	real, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git here")
	}
	fakeGit(t, script+"\nexec '"+real+"' \"$@\"")
}

// TestAComparisonWithoutGitSaysSo: a missing blob, a killed git and a missing git used to change the counts and drop
// renames silently.
func TestAComparisonWithoutGitSaysSo(t *testing.T) {
	for name, c := range map[string]struct {
		why     string // "" for no reason
		renamed bool
		spoil   func(t *testing.T, r *gittest.Repo)
	}{
		"with git":          {"", true, func(*testing.T, *gittest.Repo) {}},
		"without git":       {"git is not installed", false, func(t *testing.T, _ *gittest.Repo) { withoutGit(t) }},
		"a blob is missing": {"unreadable", false, func(_ *testing.T, r *gittest.Repo) { r.Remove(object(r, "HEAD:src/a.txt")) }},
		"git is killed": {"killed", false, func(t *testing.T, _ *gittest.Repo) {
			fakeGitBefore(t, `case "$*" in *" diff "*) kill -9 $$;; esac`)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := renamedAndEdited(t)
			now := treediff.Side{Commit: r.Git("rev-parse", "HEAD"), Entries: []treediff.SideEntry{
				{Path: "src/a.txt"}, {Path: "src/moved.txt", Mode: "100644", Data: []byte(strings.Repeat("a line of a\n", 20) + "the end\n")},
			}}
			c.spoil(t, r)
			said := ""
			got, err := treediff.Compare(t.Context(), open(t, r.Dir), treediff.Side{Commit: now.Commit}, now, treediff.Options{NoGit: func(why string) { said = why }})
			if err != nil || len(got) == 0 || (got[len(got)-1].Status == treediff.Renamed) != c.renamed {
				t.Errorf("Diff = %+v, %v", got, err)
			}
			if (said == "") != (c.why == "") || !strings.Contains(said, c.why) {
				t.Errorf("said %q, want %q", said, c.why)
			}
		})
	}
}
