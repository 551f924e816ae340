package round_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/checkpoint"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/review/undo"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/treediff"
)

// A submodule whose commit cannot be read is named; everything else is still compared.
func TestCheckpointOfASubmoduleThatCannotBeRead(t *testing.T) {
	d := reviewtest.New(t)
	s := d.Human()
	var c checkpoint.Checkpoint
	status := treediff.Status{Files: []treediff.StatusFile{{Path: "sub", Mode: checkpoint.ModeSubmodule}}}
	if _, err := round.Keep(t.Context(), s, &c, status, nil); err != nil {
		t.Fatal(err)
	}
	side, skipped := c.Side()
	if !slices.Equal(skipped, []string{"sub"}) {
		t.Errorf("skipped: %q", skipped)
	}
	if _, err := treediff.Compare(t.Context(), s.Tree, side, treediff.Side{}, treediff.Options{}); err != nil {
		t.Error(err)
	}
}

// A file too large to keep is named as not compared, and the diff does not say what happened to it.
func TestCheckpointDiffSaysNothingOfAFileItDidNotKeep(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("large.txt", strings.Repeat("line\n", round.MaxKeptFile/5+1))
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{}))(t)
	d.Write("a.txt", "one\n2\nthree\nfour\n")
	d.Commit("with the large file")
	out := gittest.Must(round.DiffCheckpoints(t.Context(), d.Human(), round.CheckpointDiffInput{}))(t)
	if len(out.Files) != 1 || out.Files[0].Path != "a.txt" || !slices.Equal(out.Skipped, []string{"large.txt"}) {
		t.Errorf("%d files, skipped %q", len(out.Files), out.Skipped)
	}
}

// threadTree returns the files of all threads as stored.
func threadTree(d *reviewtest.Desk) map[string]string {
	d.T.Helper()
	all := d.Tree()
	for file := range all {
		if dir, _, _ := strings.Cut(file, "/"); !slices.Contains(thread.Folders, dir) {
			delete(all, file)
		}
	}
	return all
}

// eventful makes a checkpoint named "then" of threads in all states, and then changes them all. It returns the ids by
// what happened to them.
func eventful(t *testing.T) (d *reviewtest.Desk, ids map[string]string) {
	d = reviewtest.New(t)
	move := func(out review.MovedOutput, err error) { gittest.Must(out, err)(t) }
	archive := func(name string) {
		gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{ids[name]}}))(t)
		move(review.Archive(t.Context(), d.Human(), review.ArchiveInput{IDs: []string{ids[name]}}))
	}
	ids = map[string]string{}
	for _, name := range []string{"same", "deleted", "unarchived", "undeleted"} {
		ids[name] = d.Add("a.txt:2", name)
	}
	archive("unarchived")
	move(review.Delete(t.Context(), d.Human(), review.DeleteInput{IDs: []string{ids["undeleted"]}}))
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{Name: "then"}))(t)

	move(review.Delete(t.Context(), d.Human(), review.DeleteInput{IDs: []string{ids["deleted"]}}))
	move(review.Unarchive(t.Context(), d.Human(), review.UnarchiveInput{IDs: []string{ids["unarchived"]}}))
	gittest.Must(review.Edit(t.Context(), d.Human(), review.EditInput{ID: ids["unarchived"], Message: "other words"}))(t)
	move(review.Undelete(t.Context(), d.Human(), review.UndeleteInput{IDs: []string{ids["undeleted"]}}))
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: ids["undeleted"], Message: "here again"}))(t)
	for _, name := range []string{"new", "new and archived", "new and deleted"} {
		ids[name] = d.Add("a.txt:3", name)
	}
	gittest.Must(review.Reanchor(t.Context(), d.Human(), review.ReanchorInput{ID: ids["new"], Place: "a.txt:4"}))(t)
	archive("new and archived")
	move(review.Delete(t.Context(), d.Human(), review.DeleteInput{IDs: []string{ids["new and deleted"]}}))
	return d, ids
}

// After a restore by an agent, the human's later words were in no list, not even among deleted threads.
func TestARestoreDeletesWhatCameLaterAndNamesIt(t *testing.T) {
	d, ids := eventful(t)
	before := threadTree(d)
	asked := gittest.Must(round.RestoreCheckpoint(t.Context(), d.Agent("codex"), round.CheckpointRestoreInput{Name: "then", DryRun: true}))(t)
	done := gittest.Must(round.RestoreCheckpoint(t.Context(), d.Human(), round.CheckpointRestoreInput{Name: "then"}))(t)
	words := func(said []round.SaidSince) (all []string) {
		for _, s := range said {
			all = append(all, s.Body)
			if s.Edited {
				all[len(all)-1] += " (edited)"
			}
			if s.Whole {
				all[len(all)-1] += " (whole)"
			}
		}
		slices.Sort(all)
		return all
	}
	for _, out := range []round.CheckpointRestoreOutput{asked, done} {
		if diff := cmp.Diff([]string{"new", "new and archived", "undeleted"}, words(out.Deleted)); diff != "" {
			t.Errorf("deleted: %s", diff)
		}
		// The extension of 52f871e reads only since, and asks the person before it restores.
		if diff := cmp.Diff([]string{"here again", "new (whole)", "new and archived (whole)", "other words (edited)"}, words(out.Since)); diff != "" {
			t.Errorf("since: %s", diff)
		}
		if out.Changed != 5 || out.Threads != 2 {
			t.Errorf("%d changed, %d active", out.Changed, out.Threads)
		}
	}
	now := threadTree(d)
	for name, dir := range map[string]string{
		"same": thread.Active, "deleted": thread.Active, "unarchived": thread.Archived, "undeleted": thread.Deleted,
		"new": thread.Deleted, "new and archived": thread.Deleted, "new and deleted": thread.Deleted,
	} {
		for _, other := range thread.Folders {
			if _, there := now[thread.File(other, ids[name])]; there != (other == dir) {
				t.Errorf("%q stands in %s: %v", name, other, there)
			}
		}
	}
	for n := range 2 { // including the texts that its anchors describe
		if now[thread.BaseFile(thread.Deleted, ids["new"], n)] != before[thread.BaseFile(thread.Active, ids["new"], n)] || before[thread.BaseFile(thread.Active, ids["new"], n)] == "" {
			t.Errorf("base %d of a thread did not come along", n)
		}
	}
	gittest.Must(review.Undelete(t.Context(), d.Human(), review.UndeleteInput{IDs: []string{ids["new"]}}))(t)
	if got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: ids["new"]}))(t); got.Thread.Placement.StartLine != 4 {
		t.Errorf("undeleted on %+v", got.Thread.Placement)
	}
}

func TestARestoreIsTakenBackToTheByte(t *testing.T) {
	for name, back := range map[string]func(*reviewtest.Desk, string) error{
		"by undo": func(d *reviewtest.Desk, _ string) error {
			_, err := undo.Undo(t.Context(), d.Human(), undo.UndoInput{})
			return err
		},
		"by its safety": func(d *reviewtest.Desk, safety string) error {
			_, err := round.RestoreCheckpoint(t.Context(), d.Human(), round.CheckpointRestoreInput{Name: safety})
			return err
		},
		"by the safety of its safety's": func(d *reviewtest.Desk, safety string) error {
			s := d.Human()
			for _, name := range []string{safety, "then", safety} {
				if _, err := round.RestoreCheckpoint(t.Context(), s, round.CheckpointRestoreInput{Name: name}); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := eventful(t)
			before := threadTree(d)
			out := gittest.Must(round.RestoreCheckpoint(t.Context(), d.Human(), round.CheckpointRestoreInput{Name: "then"}))(t)
			if err := back(d, out.Safety); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, threadTree(d)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A thread that cannot be read is not lost either; at least its id is named.
func TestARestoreKeepsWhatItCannotRead(t *testing.T) {
	d, ids := eventful(t)
	err := d.Human().Update(t.Context(), false, func(c *session.Change) error {
		c.Tx.Put(thread.File(thread.Active, ids["new"]), []byte("{"))
		c.Record("test", thread.Author{Kind: thread.Human}, "")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	out := gittest.Must(round.RestoreCheckpoint(t.Context(), d.Human(), round.CheckpointRestoreInput{Name: "then"}))(t)
	if !slices.ContainsFunc(out.Deleted, func(s round.SaidSince) bool { return s == round.SaidSince{Thread: ids["new"]} }) {
		t.Errorf("not named: %+v", out.Deleted)
	}
	if threadTree(d)[thread.File(thread.Deleted, ids["new"])] == "" {
		t.Error("it is gone")
	}
}
