package review

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/memory"
)

// leaky is a project with a linked worktree in which plain memories were left before it was chosen that the memory is
// secret, in both stores and in the copy; with threads, a checkpoint and an undo between them.
func leaky(t *testing.T) (d, side *desk) {
	t.Helper()
	d = newDesk(t)
	d.keys = memory.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
	side = d.side("x")
	for _, at := range []*desk{side, d} { // a linked memory starts from the main one
		id := at.add("a.txt:2", "why?")
		at.keep("/memories/plans/merger.md", "we buy them on FRIDAY")
		must(at.human().Resolve(t.Context(), ResolveInput{IDs: []string{id}}))(t)
		must(at.human().Undo(t.Context(), UndoInput{}))(t)
		must(at.human().MakeCheckpoint(t.Context(), CheckpointInput{Name: "one"}))(t)
		at.keep("/memories/Monday.md", "x")
		must(at.human().MemoryDelete(t.Context(), MemoryDeleteInput{Path: "/memories/Monday.md"}))(t)
		must(at.human().Reply(t.Context(), ReplyInput{ID: id, Message: "because"}))(t)
	}
	side.copy()
	d.set("memory.backend", inSecret)
	return d, side
}

// copy does what follows each request.
func (d *desk) copy() {
	d.t.Helper()
	s := d.human()
	must(s.List(d.t.Context(), ListInput{}))(d.t)
	s.Mirror(d.t.Context())
}

var leaked = []string{"merger", "FRIDAY", "Monday", "/memories/"}

// review is what a reader has of the store: threads whole, checkpoints, and what happened, without cursors.
func (d *desk) review() string {
	d.t.Helper()
	ctx := d.t.Context()
	var b strings.Builder
	for _, v := range must(d.human().List(ctx, ListInput{Workflow: "all"}))(d.t).Threads {
		fmt.Fprintf(&b, "%+v\n", must(d.human().Get(ctx, GetInput{ID: v.ID}))(d.t).Thread.Thread)
	}
	for _, e := range must(d.human().Log(ctx, LogInput{}))(d.t).Events {
		if e.Kind != opMemory {
			fmt.Fprintln(&b, e.At, e.Kind, e.By, e.Threads, e.Place, e.What, e.Body, e.Undoes != "")
		}
	}
	show := must(d.human().ShowCheckpoint(ctx, CheckpointShowInput{Name: "one"}))(d.t)
	for _, th := range show.Threads {
		fmt.Fprintf(&b, "%s %s\n", th.ID, th.WorkflowState)
	}
	return b.String()
}

func (d *desk) sound() {
	d.t.Helper()
	out := must(d.human().Fsck(d.t.Context(), FsckInput{}))(d.t)
	if !out.Sound || len(out.Debris) > 0 {
		d.t.Errorf("fsck: %+v", out)
	}
	if said := d.Git("--git-dir=.consider", "fsck", "--strict", "--no-progress", "--full"); said != "" {
		d.t.Errorf("git fsck: %s", said)
	}
}

// plainCheck is what doctor says of the memory.
func (d *desk) plainCheck() Check {
	d.t.Helper()
	checks := must(d.human().Doctor(d.t.Context(), DoctorInput{}))(d.t).Checks
	i := slices.IndexFunc(checks, func(c Check) bool { return c.Name == "memory" })
	if i < 0 {
		d.t.Fatalf("nothing is said of the memory: %+v", checks)
	}
	return checks[i]
}

func TestPurgeLeavesNoPlainMemoryInAnyStore(t *testing.T) {
	for from, also := range map[string]bool{"main": true, "linked": false} {
		t.Run("from the "+from+" worktree", func(t *testing.T) {
			d, side := leaky(t)
			before, beforeSide := d.review(), side.review()
			at := d
			if !also {
				at = side
			}
			if c := at.plainCheck(); c.State != "problem" || !strings.Contains(c.What, "2 files in the history of "+at.Path(".consider")) ||
				!strings.Contains(c.What, "2 files in the copy of the worktree \"x\"") || !strings.Contains(c.Hint, "consider memory purge") {
				t.Errorf("doctor: %+v", c)
			}
			if _, err := at.human().MemoryPurge(t.Context(), MemoryPurgeInput{Yes: true}); !errors.Is(err, ErrConflict) {
				t.Errorf("what nobody else remembers: %v", err)
			}
			must(side.human().MemoryImport(t.Context(), MemoryImportInput{From: inWorkspace}))(t)
			must(d.human().MemoryImport(t.Context(), MemoryImportInput{From: inWorkspace}))(t)
			side.copy()
			plan := must(at.human().MemoryPurge(t.Context(), MemoryPurgeInput{DryRun: true}))(t)
			s := at.human()
			out := must(s.MemoryPurge(t.Context(), MemoryPurgeInput{Yes: true}))(t)
			s.Mirror(t.Context())
			if len(out.Stores) != 2 || len(plan.Stores) != 2 || out.Stores[0].Objects == 0 || out.Stores[1].Objects == 0 || out.Stores[0].Problem != "" {
				t.Errorf("removed: %+v, planned: %+v", out, plan)
			}
			if s.Cursor() != must(at.human().Tip(t.Context()))(t) {
				t.Error("the answer's cursor is not of this history")
			}
			side.wantNoWords(leaked...)
			if also {
				d.wantNoWords(leaked...)
			} else if refs := d.Git("--git-dir=.consider", "grep", "-l", "FRIDAY", "refs/heads/threads"); !strings.Contains(refs, "merger") {
				t.Error("the main one's own memory was none of this worktree's")
			}
			for _, at := range []*desk{d, side} {
				at.sound()
				at.wantKept("the secret memory", "/memories/plans/merger.md=we buy them on FRIDAY")
			}
			if after := side.review(); after != beforeSide {
				t.Errorf("the linked one was\n%s\nand is\n%s", beforeSide, after)
			}
			if after := d.review(); strings.ReplaceAll(after, "import", "") != strings.ReplaceAll(before, "import", "") {
				t.Errorf("the main one was\n%s\nand is\n%s", before, after)
			}
			if c := at.plainCheck(); c.State != "ok" {
				t.Errorf("doctor, after it: %+v", c)
			}
			if again := must(at.human().MemoryPurge(t.Context(), MemoryPurgeInput{Yes: true}))(t); len(again.Stores) != 0 {
				t.Errorf("again: %+v", again)
			}
			side.add("a.txt:1", "and on")
			side.copy()
			if len(d.everywhere()) != 3 {
				t.Error("threads are lost or twice there")
			}
		})
	}
}

func TestPurgeReachesTheCopiesOfRemovedWorktrees(t *testing.T) {
	d, side := leaky(t)
	d.Git("worktree", "remove", "--force", side.Dir)
	out := must(d.human().MemoryPurge(t.Context(), MemoryPurgeInput{Yes: true, Force: true}))(t)
	if len(out.Stores) != 1 || len(out.Stores[0].Memories) != 2 || out.Stores[0].Memories[1].Worktree != "x" {
		t.Errorf("removed: %+v", out)
	}
	d.wantNoWords(leaked...)
	d.sound()
	if all := d.everywhere(); len(all) != 2 {
		t.Errorf("threads: %+v", all)
	}
}

func TestPurgeLeavesAMemoryThatWasChosenToBePlain(t *testing.T) {
	d, side := leaky(t)
	side.set("memory.backend", inWorkspace)
	side.copy()
	must(d.human().MemoryPurge(t.Context(), MemoryPurgeInput{Yes: true, Force: true}))(t)
	side.wantKept("the linked one is plain by choice", "/memories/plans/merger.md=we buy them on FRIDAY")
	if refs := d.Git("--git-dir=.consider", "grep", "-l", "FRIDAY", "refs/worktrees/x/threads"); refs == "" {
		t.Error("its copy is gone")
	}
	if _, err := side.human().MemoryPurge(t.Context(), MemoryPurgeInput{Yes: true}); !errors.Is(err, ErrConflict) {
		t.Errorf("a purge of a plain memory: %v", err)
	}
	if c := d.plainCheck(); c.State != "ok" {
		t.Errorf("doctor: %+v", c)
	}
}

func TestOnlyAPersonPurgesAndIsAsked(t *testing.T) {
	d, _ := leaky(t)
	for _, s := range []*Service{d.agent("codex"), d.as(Caller{}), d.as(Caller{Terminal: true, Agent: "codex"})} {
		if _, err := s.MemoryPurge(t.Context(), MemoryPurgeInput{Yes: true, Force: true}); !errors.Is(err, ErrDenied) {
			t.Errorf("%+v: %v", s.Caller, err)
		}
	}
	if _, err := d.human().MemoryPurge(t.Context(), MemoryPurgeInput{Force: true}); !errors.Is(err, ErrDenied) {
		t.Errorf("without a yes: %v", err)
	}
	if got := d.stored(); !strings.Contains(got, "FRIDAY") {
		t.Error("it was removed")
	}
}

func TestAStoreThatCannotBePurgedIsNamed(t *testing.T) {
	d, side := leaky(t)
	st := must(d.human().glance(t.Context()))(t)
	blob := must(st.snap.FileID("store.json"))(t)
	if err := os.Remove(d.Path(".consider/objects/" + blob.String()[:2] + "/" + blob.String()[2:])); err != nil {
		t.Fatal(err)
	}
	out := must(d.human().MemoryPurge(t.Context(), MemoryPurgeInput{Yes: true, Force: true}))(t)
	if len(out.Stores) != 2 || out.Stores[0].Problem != "" || out.Stores[1].Problem == "" || !strings.Contains(out.Stores[1].Hint, "fsck") {
		t.Errorf("%+v", out)
	}
	side.wantNoWords(leaked...)
}

// TestACursorFromBeforeAPurgeIsRefused: nothing is told from a place that is not in the history.
func TestACursorFromBeforeAPurgeIsRefused(t *testing.T) {
	d, _ := leaky(t)
	s := d.human()
	must(s.List(t.Context(), ListInput{}))(t)
	must(d.human().MemoryPurge(t.Context(), MemoryPurgeInput{Yes: true, Force: true}))(t)
	_, err := d.agent("codex").Wait(t.Context(), WaitInput{Since: s.Cursor(), Timeout: "0"})
	if e, ok := asError(err); !ok || !errors.Is(err, ErrNotFound) || !strings.Contains(e.Hints[0], "purged") {
		t.Errorf("wait: %v", err)
	}
}
