package review

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// threadTree is the files of all threads as they are stored.
func (d *desk) threadTree() map[string]string {
	d.t.Helper()
	all := d.tree()
	for file := range all {
		if dir, _, _ := strings.Cut(file, "/"); !slices.Contains(folders, dir) {
			delete(all, file)
		}
	}
	return all
}

// eventful makes a checkpoint named "then" of threads in all states, and changes them all after it. It returns the ids
// by what became of them.
func eventful(t *testing.T) (d *desk, ids map[string]string) {
	d = newDesk(t)
	move := func(out MovedOutput, err error) { must(out, err)(t) }
	archive := func(name string) {
		must(d.human().Resolve(t.Context(), ResolveInput{IDs: []string{ids[name]}}))(t)
		move(d.human().Archive(t.Context(), ArchiveInput{IDs: []string{ids[name]}}))
	}
	ids = map[string]string{}
	for _, name := range []string{"same", "deleted", "unarchived", "undeleted"} {
		ids[name] = d.add("a.txt:2", name)
	}
	archive("unarchived")
	move(d.human().Delete(t.Context(), DeleteInput{IDs: []string{ids["undeleted"]}}))
	must(d.human().MakeCheckpoint(t.Context(), CheckpointInput{Name: "then"}))(t)

	move(d.human().Delete(t.Context(), DeleteInput{IDs: []string{ids["deleted"]}}))
	move(d.human().Unarchive(t.Context(), UnarchiveInput{IDs: []string{ids["unarchived"]}}))
	must(d.human().Edit(t.Context(), EditInput{ID: ids["unarchived"], Message: "other words"}))(t)
	move(d.human().Undelete(t.Context(), UndeleteInput{IDs: []string{ids["undeleted"]}}))
	must(d.human().Reply(t.Context(), ReplyInput{ID: ids["undeleted"], Message: "here again"}))(t)
	for _, name := range []string{"new", "new and archived", "new and deleted"} {
		ids[name] = d.add("a.txt:3", name)
	}
	must(d.human().Reanchor(t.Context(), ReanchorInput{ID: ids["new"], Place: "a.txt:4"}))(t)
	archive("new and archived")
	move(d.human().Delete(t.Context(), DeleteInput{IDs: []string{ids["new and deleted"]}}))
	return d, ids
}

// Found by restoring as an agent: what the human had said since was in no list, and in none of the deleted.
func TestARestoreDeletesWhatCameLaterAndNamesIt(t *testing.T) {
	d, ids := eventful(t)
	before := d.threadTree()
	asked := must(d.agent("codex").RestoreCheckpoint(t.Context(), CheckpointRestoreInput{Name: "then", DryRun: true}))(t)
	done := must(d.human().RestoreCheckpoint(t.Context(), CheckpointRestoreInput{Name: "then"}))(t)
	words := func(said []SaidSince) (all []string) {
		for _, s := range said {
			all = append(all, s.Body)
			if s.Edited {
				all[len(all)-1] += " (edited)"
			}
		}
		slices.Sort(all)
		return all
	}
	for _, out := range []CheckpointRestoreOutput{asked, done} {
		if diff := cmp.Diff([]string{"new", "new and archived", "undeleted"}, words(out.Deleted)); diff != "" {
			t.Errorf("deleted: %s", diff)
		}
		if diff := cmp.Diff([]string{"here again", "other words (edited)"}, words(out.Since)); diff != "" {
			t.Errorf("since: %s", diff)
		}
		if out.Changed != 5 || out.Threads != 2 {
			t.Errorf("%d changed, %d active", out.Changed, out.Threads)
		}
	}
	now := d.threadTree()
	for name, dir := range map[string]string{
		"same": activeDir, "deleted": activeDir, "unarchived": archiveDir, "undeleted": deletedDir,
		"new": deletedDir, "new and archived": deletedDir, "new and deleted": deletedDir,
	} {
		for _, other := range folders {
			if _, there := now[threadFile(other, ids[name])]; there != (other == dir) {
				t.Errorf("%q stands in %s: %v", name, other, there)
			}
		}
	}
	for n := range 2 { // with the texts that its places were described against
		if now[baseFile(deletedDir, ids["new"], n)] != before[baseFile(activeDir, ids["new"], n)] || before[baseFile(activeDir, ids["new"], n)] == "" {
			t.Errorf("base %d of a thread did not come along", n)
		}
	}
	must(d.human().Undelete(t.Context(), UndeleteInput{IDs: []string{ids["new"]}}))(t)
	if got := must(d.human().Get(t.Context(), GetInput{ID: ids["new"]}))(t); got.Thread.Placement.StartLine != 4 {
		t.Errorf("undeleted on %+v", got.Thread.Placement)
	}
}

func TestARestoreIsTakenBackToTheByte(t *testing.T) {
	for name, back := range map[string]func(*desk, string) error{
		"by undo": func(d *desk, _ string) error {
			_, err := d.human().Undo(t.Context(), UndoInput{})
			return err
		},
		"by its safety": func(d *desk, safety string) error {
			_, err := d.human().RestoreCheckpoint(t.Context(), CheckpointRestoreInput{Name: safety})
			return err
		},
		"by the safety of its safety's": func(d *desk, safety string) error {
			s := d.human()
			for _, name := range []string{safety, "then", safety} {
				if _, err := s.RestoreCheckpoint(t.Context(), CheckpointRestoreInput{Name: name}); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := eventful(t)
			before := d.threadTree()
			out := must(d.human().RestoreCheckpoint(t.Context(), CheckpointRestoreInput{Name: "then"}))(t)
			if err := back(d, out.Safety); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, d.threadTree()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOnlyAPersonRestores(t *testing.T) {
	d, _ := eventful(t)
	before := d.tree()
	for _, caller := range []Caller{{Agent: "codex"}, {}, {As: Agent}, {Agent: "codex", Terminal: true}, {Agent: "codex", As: Human}} {
		if _, err := d.as(caller).RestoreCheckpoint(t.Context(), CheckpointRestoreInput{Name: "then"}); !errors.Is(err, ErrDenied) {
			t.Errorf("%+v: %v", caller, err)
		}
	}
	if diff := cmp.Diff(before, d.tree()); diff != "" {
		t.Error(diff)
	}
	must(d.as(Caller{As: Human}).RestoreCheckpoint(t.Context(), CheckpointRestoreInput{Name: "then"}))(t)
}

// A thread that cannot be read is not lost either, and has at least its id.
func TestARestoreKeepsWhatItCannotRead(t *testing.T) {
	d, ids := eventful(t)
	err := d.human().update(t.Context(), false, func(c *change) error {
		c.tx.Put(threadFile(activeDir, ids["new"]), []byte("{"))
		c.record("test", author{Kind: Human}, "")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	out := must(d.human().RestoreCheckpoint(t.Context(), CheckpointRestoreInput{Name: "then"}))(t)
	if !slices.ContainsFunc(out.Deleted, func(s SaidSince) bool { return s == SaidSince{Thread: ids["new"]} }) {
		t.Errorf("not named: %+v", out.Deleted)
	}
	if d.threadTree()[threadFile(deletedDir, ids["new"])] == "" {
		t.Error("it is gone")
	}
}
