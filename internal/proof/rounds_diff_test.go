//go:build unix

package proof

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/review/round"
)

// scene is a project in three states: committed, at the first checkpoint, at the second.
type scene struct {
	name             string
	first, was, then func(r *gittest.Repo)
}

// TestCheckpointDiffIsGitDiff: git makes the trees itself, with an index of its own, and compares them.
func TestCheckpointDiffIsGitDiff(t *testing.T) {
	t.Parallel()
	for _, s := range scenes(t) {
		t.Run(strings.ReplaceAll(s.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			r := gittest.New(t)
			s.first(r)
			r.Commit("first")
			at := sitDown(t, r)
			s.was(r)
			a, treeA := at.checkpoint(), gitTree(t, r)
			s.then(r)
			b, treeB := at.checkpoint(), gitTree(t, r)
			at.sameDiff(fields{"a": a, "b": b}, treeA, treeB)
			at.sameDiff(fields{"a": b, "b": a}, treeB, treeA)
			at.sameDiff(fields{"a": a}, treeA, treeB) // b is now
			soundToGit(t, r.Dir)
		})
	}
}

// gitTree returns the tree that git add -A makes of the folder. Its index and objects are written to a folder of the
// test.
func gitTree(t *testing.T, r *gittest.Repo) string {
	t.Helper()
	tmp := t.TempDir()
	objects := filepath.Join(r.Dir, ".git", "objects")
	env := []string{"GIT_INDEX_FILE=" + filepath.Join(tmp, "index"), "GIT_OBJECT_DIRECTORY=" + objects}
	index, err := os.ReadFile(filepath.Join(r.Dir, ".git", "index"))
	if err != nil {
		t.Fatal(err)
	}
	// From the index there is: whether a file's line ends are converted depends on what it holds.
	// With its time too: by that git knows the files that may have changed right after it was written.
	info, err := os.Stat(filepath.Join(r.Dir, ".git", "index"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(tmp, "index"), index, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(filepath.Join(tmp, "index"), info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	gitIn(t, r.Dir, env, "", "-c", "advice.addEmbeddedRepo=false", "-c", "core.safecrlf=false", "add", "-A")
	return gitIn(t, r.Dir, env, "", "write-tree")
}

// sameDiff compares the answer with git's: every patch, and the list of files.
func (at *table) sameDiff(in fields, treeA, treeB string) {
	at.t.Helper()
	out := told[round.CheckpointDiffOutput](at, reviewer, "checkpoint diff", in)
	var got, stat []string
	for _, f := range out.Files {
		got = append(got, f.Patch)
		stat = append(stat, fmt.Sprintf("%s %s->%s %s %s +%d -%d", f.Status, f.From, f.Path, f.OldMode, f.NewMode, f.Added, f.Removed))
	}
	neutral := []string{"GIT_CONFIG_COUNT=0"}
	want := sections(gitIn(at.t, at.Dir, neutral, "", "diff", "-M", treeA, treeB) + "\n")
	if len(want) == 0 {
		at.t.Error("git finds no difference: the scene shows nothing")
	}
	have := sections(strings.Join(got, ""))
	for i, patch := range want {
		if i >= len(have) || have[i] != patch {
			at.t.Errorf("%v, section %d: git says\n%s\nand the checkpoints\n%s", in, i, clip(patch), clip(strings.Join(have[min(i, len(have)):min(i+1, len(have))], "")))
		}
	}
	if len(have) != len(want) {
		at.t.Errorf("%v: %d sections, git has %d: %q", in, len(have), len(want), stat)
	}
	in = with(in, "stat", true)
	var short []string
	for _, f := range told[round.CheckpointDiffOutput](at, reviewer, "checkpoint diff", in).Files {
		short = append(short, fmt.Sprintf("%s %s->%s %s %s +%d -%d", f.Status, f.From, f.Path, f.OldMode, f.NewMode, f.Added, f.Removed))
	}
	if !slices.Equal(short, stat) {
		at.t.Errorf("%v: with --stat %q, without %q", in, short, stat)
	}
}

func with(in fields, key string, value any) fields {
	out := fields{key: value}
	for k, v := range in {
		out[k] = v
	}
	return out
}

// sections cuts a patch before each line that begins a file's.
func sections(patch string) (all []string) {
	for line := range strings.Lines(patch) {
		if strings.HasPrefix(line, "diff --git ") {
			all = append(all, "")
		}
		if len(all) > 0 {
			all[len(all)-1] += line
		}
	}
	return all
}
