package gitrepo_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"consider/internal/gittest"
	"consider/internal/worktree"
)

// TestTextsAtIsFileAtOfEach: for any number of files, with git and without.
func TestTextsAtIsFileAtOfEach(t *testing.T) {
	r := gittest.New(t)
	var paths []string
	for i := range 40 {
		name := fmt.Sprintf("dir/file %d.txt", i)
		r.Write(name, fmt.Sprintf("text %d\n", i))
		paths = append(paths, name)
	}
	r.Write("large.txt", string(make([]byte, 200)))
	r.Write("empty", "")
	r.Write("folder/x", "x\n")
	link(t, r, "empty", "link")
	r.Write("missing.txt", "its blob will be missing\n")
	commit := r.Commit("first")
	r.Remove(object(r, "HEAD:missing.txt"))
	paths = append(paths, "large.txt", "empty", "link", "folder", "missing.txt", "absent.txt", "dir/absent")
	for _, git := range []bool{true, false} {
		if !git {
			withoutGit(t)
		}
		for _, some := range [][]string{paths, paths[38:41], nil} {
			tree := open(t, r.Dir)
			var seen []string
			err := tree.TextsAt(t.Context(), commit, some, 100, func(path string, text []byte, err error) {
				seen = append(seen, path)
				want, wantErr := tree.FileAt(t.Context(), commit, path, 100)
				if string(text) != string(want) || !errors.Is(err, kind(wantErr)) {
					t.Errorf("git %v, %s: %q, %v; FileAt says %q, %v", git, path, text, err, want, wantErr)
				}
			})
			if err != nil || !slices.Equal(seen, some) {
				t.Errorf("git %v: %v, visited %q", git, err, seen)
			}
		}
	}
}

func kind(err error) error {
	for _, k := range []error{worktree.ErrNotExist, worktree.ErrNotRegular, worktree.ErrTooLarge, worktree.ErrUnreadable} {
		if errors.Is(err, k) {
			return k
		}
	}
	return err
}

// TestVersionsOfAFile: the later commits that wrote the file, newest first.
func TestVersionsOfAFile(t *testing.T) {
	r := gittest.New(t)
	var commits []string
	for i := range 4 {
		r.Write("a *.txt", fmt.Sprint(i))
		r.Write("a b.txt", "other")
		commits = append(commits, r.Commit("next"))
	}
	r.Remove("a *.txt")
	r.Commit("gone")
	tree := open(t, r.Dir)
	if got := tree.VersionsOf(t.Context(), commits[1], "a *.txt", 9); !slices.Equal(got, []string{commits[3], commits[2]}) {
		t.Errorf("%q of %q", got, commits)
	}
	if got := tree.VersionsOf(t.Context(), "", "a *.txt", 3); !slices.Equal(got, []string{commits[3], commits[2], commits[1]}) {
		t.Errorf("%q of %q", got, commits)
	}
	if got := tree.VersionsOf(t.Context(), "--all", "a *.txt", 3); got != nil {
		t.Errorf("%q", got)
	}
}
