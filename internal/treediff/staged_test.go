package treediff_test

import (
	"slices"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/treediff"
)

// staged makes a repository with one file of each kind of change in its index.
func staged(t *testing.T) (*gittest.Repo, string) {
	r := gittest.New(t)
	r.Write("kept.txt", "1\n")
	r.Write("changed.txt", "1\n")
	r.Write("gone.txt", "1\n")
	head := strings.TrimSpace(r.Commit("first"))
	r.Write("changed.txt", "2\n")
	r.Write("new.txt", "1\n")
	r.Git("add", "-A")
	r.Git("rm", "-q", "--cached", "gone.txt")
	r.Write("intended.txt", "1\n")
	r.Git("add", "-N", "intended.txt")
	r.Write("changed.txt", "3\n")
	r.Git("tag", "-a", "-m", "x", "v1")
	return r, head
}

func TestWhatIsStagedIsTheIndexOverHead(t *testing.T) {
	for _, git := range []bool{true, false} {
		r, _ := staged(t)
		if !git {
			withoutGit(t)
		}
		tree := open(t, r.Dir)
		head := tree.Head(t.Context()).Commit
		side, err := treediff.Staged(t.Context(), tree, head)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range side.Entries {
			names = append(names, e.Path+" "+e.Mode)
		}
		slices.Sort(names)
		want := []string{"changed.txt 100644", "gone.txt ", "new.txt 100644"}
		if side.Commit != head || !slices.Equal(names, want) {
			t.Errorf("with git %v: %q on %s", git, names, side.Commit)
		}
		text, _, err := treediff.ContentAt(t.Context(), tree, side, "changed.txt", limit)
		if err != nil || string(text) != "2\n" {
			t.Errorf("with git %v: %q %v", git, text, err)
		}
	}
}

func TestAFileThatIsOnlyIntendedIsNotStagedBeforeTheFirstCommit(t *testing.T) {
	r := gittest.New(t)
	r.Write("empty.txt", "")
	r.Write("intended.txt", "1\n")
	r.Git("add", "empty.txt")
	r.Git("add", "-N", "intended.txt")
	side, err := treediff.Staged(t.Context(), open(t, r.Dir), "")
	if err != nil || len(side.Entries) != 1 || side.Entries[0].Path != "empty.txt" {
		t.Errorf("%+v, %v", side.Entries, err)
	}
}
