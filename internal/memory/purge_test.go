package memory_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/review/takeover"
	"consider/internal/review/undo"
	"consider/internal/session"
	"consider/internal/settings"
)

// leaky is a project with a linked worktree whose agents may not write to the store. Plain memories from before the memory
// was made secret are left in the store and in the outbox, with threads, a checkpoint and an undo between them.
func leaky(t *testing.T) (d, side *reviewtest.Desk) {
	t.Helper()
	d = reviewtest.New(t)
	d.Keys = keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
	side = d.Side("x")
	id := d.Add("a.txt:2", "why?")
	d.Keep("/memories/plans/merger.md", "we buy them on FRIDAY")
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{id}}))(t)
	gittest.Must(undo.Undo(t.Context(), d.Human(), undo.UndoInput{}))(t)
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{Name: "one"}))(t)
	d.Keep("/memories/Monday.md", "x")
	gittest.Must(memory.MemoryDelete(t.Context(), d.Human(), memory.MemoryDeleteInput{Path: "/memories/Monday.md"}))(t)
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "because"}))(t)
	text := "or on SUNDAY"
	gittest.Must(memory.MemoryCreate(t.Context(), sandboxed(d, side), memory.MemoryCreateInput{Path: "/memories/mine.md", Text: &text}))(t)
	gittest.Must(review.Add(t.Context(), sandboxed(d, side), review.AddInput{Place: "a.txt:3", Message: "from the outbox"}))(t)
	d.StoreGit("update-ref", "refs/worktrees/y/threads", "refs/heads/threads~1")
	d.StoreGit("update-ref", "refs/outbox/y/20261120T100000Z", "refs/heads/threads~1")
	d.Set("memory.backend", settings.InSecret)
	return d, side
}

// sandboxed returns a session of an agent in a linked worktree that writes to its outbox.
func sandboxed(d, side *reviewtest.Desk) *session.Session {
	s := side.Agent("codex")
	s.Place.Home = d.StoreFile()
	return s
}

var leaked = []string{"merger", "FRIDAY", "Monday", "SUNDAY", "/memories/"}

// purged is what a reader sees in the store: threads with replies, checkpoints and events, without cursors.
func purged(d *reviewtest.Desk) string {
	d.T.Helper()
	ctx := d.T.Context()
	var b strings.Builder
	for _, v := range gittest.Must(review.List(ctx, d.Human(), review.ListInput{Workflow: "all"}))(d.T).Threads {
		said := gittest.Must(json.Marshal(gittest.Must(review.Get(ctx, d.Human(), review.GetInput{ID: v.ID}))(d.T).Thread.Thread))(d.T)
		fmt.Fprintf(&b, "%s\n", said)
	}
	for _, e := range gittest.Must(history.Log(ctx, d.Human(), history.LogInput{}))(d.T).Events {
		if e.Kind != history.OpMemory {
			fmt.Fprintln(&b, e.At, e.Kind, e.By, e.Threads, e.Place, e.What, e.Body, e.Undoes != "")
		}
	}
	show := gittest.Must(round.ShowCheckpoint(ctx, d.Human(), round.CheckpointShowInput{Name: "one"}))(d.T)
	for _, th := range show.Threads {
		fmt.Fprintf(&b, "%s %s\n", th.ID, th.WorkflowState)
	}
	return b.String()
}

func sound(d *reviewtest.Desk) {
	d.T.Helper()
	out := gittest.Must(project.Fsck(d.T.Context(), d.Human(), project.FsckInput{}))(d.T)
	if !out.Sound || len(out.Debris) > 0 {
		d.T.Errorf("fsck: %+v", out)
	}
	if said := d.Git("--git-dir=.consider", "fsck", "--strict", "--no-progress", "--full"); said != "" {
		d.T.Errorf("git fsck: %s", said)
	}
}

// plainCheck returns doctor's check of the memory.
func plainCheck(d *reviewtest.Desk) fail.Check {
	d.T.Helper()
	checks := gittest.Must(project.Doctor(d.T.Context(), d.Human(), project.DoctorInput{}))(d.T).Checks
	i := slices.IndexFunc(checks, func(c fail.Check) bool { return c.Name == "memory" })
	if i < 0 {
		d.T.Fatalf("nothing is said of the memory: %+v", checks)
	}
	return checks[i]
}

func TestPurgeLeavesNoPlainMemoryInAnyStore(t *testing.T) {
	for from, linked := range map[string]bool{"main": false, "linked": true} {
		t.Run("from the "+from+" worktree", func(t *testing.T) {
			d, side := leaky(t)
			before := purged(d)
			human := func() *session.Session {
				if linked {
					return atHome(side, session.Caller{Terminal: true})
				}
				return d.Human()
			}
			if c := plainCheck(d); c.State != "problem" || !strings.Contains(c.What, "3 files in the history of "+side.StoreFile()) ||
				!strings.Contains(c.What, "2 files in the history of "+d.StoreFile()) || !strings.Contains(c.Hint.String(), "consider memory purge") {
				t.Errorf("doctor: %+v", c)
			}
			if _, err := memory.MemoryPurge(t.Context(), human(), memory.MemoryPurgeInput{Yes: true}); !errors.Is(err, fail.ErrConflict) {
				t.Errorf("what nobody else remembers: %v", err)
			}
			gittest.Must(memory.MemoryImport(t.Context(), d.Human(), memory.MemoryImportInput{From: settings.InWorkspace}))(t)
			plan := gittest.Must(memory.MemoryPurge(t.Context(), human(), memory.MemoryPurgeInput{DryRun: true}))(t)
			s := human()
			out := gittest.Must(memory.MemoryPurge(t.Context(), s, memory.MemoryPurgeInput{Yes: true}))(t)
			if len(out.Stores) != 2 || len(plan.Stores) != 2 || out.Stores[0].Objects == 0 || out.Stores[1].Objects == 0 || out.Stores[0].Problem != "" {
				t.Errorf("removed: %+v, planned: %+v", out, plan)
			}
			if s.Cursor() != gittest.Must(d.Human().Tip(t.Context()))(t) {
				t.Error("the answer's cursor is not of this history")
			}
			for _, at := range []*reviewtest.Desk{d, side} {
				at.WantNoWords(leaked...)
				sound(at)
			}
			d.WantKept("the secret memory", "/memories/plans/merger.md=we buy them on FRIDAY")
			if after := purged(d); strings.ReplaceAll(after, "import", "") != strings.ReplaceAll(before, "import", "") {
				t.Errorf("it was\n%s\nand is\n%s", before, after)
			}
			if c := plainCheck(d); c.State != "ok" {
				t.Errorf("doctor, after it: %+v", c)
			}
			if again := gittest.Must(memory.MemoryPurge(t.Context(), human(), memory.MemoryPurgeInput{Yes: true}))(t); len(again.Stores) != 0 {
				t.Errorf("again: %+v", again)
			}
			d.StoreGit("merge-base", "--is-ancestor", side.StoreGit("rev-parse", "refs/home/threads"), "refs/heads/threads")
			takeover.Take(t.Context(), d.Human())
			if all := d.Everywhere(); len(all) != 2 {
				t.Errorf("what the outbox has is not taken over: %+v", all)
			}
			d.WantNoWords(leaked...)
		})
	}
}

// A worktree that has threads of its own from before keeps its memory apart.
func TestPurgeLeavesTheMemoryOfAStoreOfItsOwn(t *testing.T) {
	d, _ := leaky(t)
	apart := d.Side("z")
	apart.Keep("/memories/mine.md", "on SUNDAY")
	gittest.Must(memory.MemoryPurge(t.Context(), d.Human(), memory.MemoryPurgeInput{Yes: true, Force: true}))(t)
	apart.WantKept("plain by choice", "/memories/mine.md=on SUNDAY")
	if _, err := memory.MemoryPurge(t.Context(), apart.Human(), memory.MemoryPurgeInput{Yes: true}); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("a purge of a plain memory: %v", err)
	}
}

func TestAPurgeWantsAYes(t *testing.T) {
	d, _ := leaky(t)
	if _, err := memory.MemoryPurge(t.Context(), d.Human(), memory.MemoryPurgeInput{Force: true}); !errors.Is(err, fail.ErrDenied) {
		t.Errorf("without a yes: %v", err)
	}
	if got := d.Stored(); !strings.Contains(got, "FRIDAY") {
		t.Error("it was removed")
	}
}

func TestAStoreThatCannotBePurgedIsNamed(t *testing.T) {
	d, side := leaky(t)
	st := gittest.Must(d.Human().Snapshot(t.Context()))(t)
	blob := gittest.Must(st.Commit.FileID("store.json"))(t)
	if err := os.Remove(d.Path(".consider/objects/" + blob.String()[:2] + "/" + blob.String()[2:])); err != nil {
		t.Fatal(err)
	}
	out := gittest.Must(memory.MemoryPurge(t.Context(), d.Human(), memory.MemoryPurgeInput{Yes: true, Force: true}))(t)
	if len(out.Stores) != 2 || out.Stores[0].Problem != "" || out.Stores[1].Problem == "" || !strings.Contains(out.Stores[1].Hint.String(), "fsck") {
		t.Errorf("%+v", out)
	}
	side.WantNoWords(leaked...)
}

// TestACursorFromBeforeAPurgeIsRefused: the history no longer has that commit.
func TestACursorFromBeforeAPurgeIsRefused(t *testing.T) {
	d, _ := leaky(t)
	s := d.Human()
	gittest.Must(review.List(t.Context(), s, review.ListInput{}))(t)
	gittest.Must(memory.MemoryPurge(t.Context(), d.Human(), memory.MemoryPurgeInput{Yes: true, Force: true}))(t)
	_, err := history.Wait(t.Context(), d.Agent("codex"), history.WaitInput{Since: s.Cursor(), Timeout: "0"})
	if e, ok := fail.As(err); !ok || !errors.Is(err, fail.ErrNotFound) || !strings.Contains(e.Hints[0].String(), "purged") {
		t.Errorf("wait: %v", err)
	}
}
