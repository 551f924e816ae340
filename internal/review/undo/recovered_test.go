package undo

import (
	"testing"

	"consider/internal/gittest"
	"consider/internal/review/apply"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/settings"
)

// undoRestored undoes after the store lost its newest state. That is planned twice: before the store is restored, when
// the last change left is the newest, and after it, when the restoration is.
func undoRestored(d *reviewtest.Desk) {
	d.T.Helper()
	d.Add("a.txt:1", "lost")
	d.Junk(d.Loose("refs/heads/threads^{tree}"), false)
	if got := gittest.Must(Undo(d.T.Context(), d.Human(), UndoInput{}))(d.T); got.Undone.Kind != history.Recovered {
		d.T.Fatalf("%+v was undone", got.Undone)
	}
}

// The first plan changes files for an undo that does not take place, so they are restored.
func TestUndoOnARestoredStoreLeavesASuggestionInItsFile(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("x.txt", "one\ntwo\n")
	id := d.Add("x.txt:2", "```suggestion\n2\n```")
	gittest.Must(apply.Apply(t.Context(), d.Human(), apply.Input{IDs: []string{id}}))(t)
	undoRestored(d)
	if got := d.Read("x.txt"); got != "one\n2\n" {
		t.Errorf("%q", got)
	}
}

func TestUndoOnARestoredStoreLeavesAMemoryOnDisk(t *testing.T) {
	d := reviewtest.New(t)
	d.Set("memory", "on")
	d.Set("memory.backend", settings.OnDisk)
	d.Keep("/memories/n.md", "kept")
	undoRestored(d)
	d.WantKept("after the undo", "/memories/n.md=kept")
}
