package review

import (
	"slices"
	"strings"
	"testing"

	"consider/internal/worktree"
)

// A submodule whose commit nobody can read is named, and keeps nothing else from being compared.
func TestCheckpointOfASubmoduleThatCannotBeRead(t *testing.T) {
	d := newDesk(t)
	s := d.human()
	var c Checkpoint
	saw := worktree.Saw{Files: []worktree.SawFile{{Path: "sub", Mode: modeSubmodule}}}
	if _, err := s.keep(t.Context(), &c, saw); err != nil {
		t.Fatal(err)
	}
	side, skipped := c.side()
	if !slices.Equal(skipped, []string{"sub"}) {
		t.Errorf("skipped: %q", skipped)
	}
	if _, err := s.Tree.Diff(t.Context(), side, worktree.Side{}, worktree.DiffOptions{}); err != nil {
		t.Error(err)
	}
}

// A file too large to keep is named as not compared, and nothing is said of what became of it.
func TestCheckpointDiffSaysNothingOfAFileItDidNotKeep(t *testing.T) {
	d := newDesk(t)
	d.Write("large.txt", strings.Repeat("line\n", maxKeptFile/5+1))
	must(d.human().MakeCheckpoint(t.Context(), CheckpointInput{}))(t)
	d.Write("a.txt", "one\n2\nthree\nfour\n")
	d.Commit("with the large file")
	out := must(d.human().DiffCheckpoints(t.Context(), CheckpointDiffInput{}))(t)
	if len(out.Files) != 1 || out.Files[0].Path != "a.txt" || !slices.Equal(out.Skipped, []string{"large.txt"}) {
		t.Errorf("%d files, skipped %q", len(out.Files), out.Skipped)
	}
}
