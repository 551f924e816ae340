package review_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/exchange"
	"consider/internal/review/feedback"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/review/submission"
	"consider/internal/review/undo"
	"consider/internal/thread"
)

// lose damages the root of the store's newest state.
func lose(d *reviewtest.Desk) (tip string) {
	d.T.Helper()
	tip = d.StoreGit("rev-parse", "refs/heads/threads")
	d.Junk(d.Loose("refs/heads/threads^{tree}"), false)
	return tip
}

// keptTips lists the refs of the store's lost states, each with its contents.
func keptTips(d *reviewtest.Desk) []string {
	d.T.Helper()
	var out []string
	entries, err := os.ReadDir(d.StoreFile("refs", "recovered"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		d.T.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(d.StoreFile("refs", "recovered", e.Name()))
		if err != nil {
			d.T.Fatal(err)
		}
		out = append(out, e.Name()+" "+strings.TrimSpace(string(data)))
	}
	return out
}

// An agent's get once committed its seen mark on the state before the lost one, and that became the newest state.
func TestAMarkOfHavingSeenIsNeverMadeOnARecoveredState(t *testing.T) {
	d := reviewtest.New(t)
	s := spoken(d)
	id := d.Add("a.txt:1", "why?")
	gittest.Must(feedback.Mark(t.Context(), s, feedback.MarkInput{ID: "last", Keep: "one map"}))(t)
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "the newest words"}))(t)
	lose(d)
	ref := gittest.Must(os.ReadFile(d.StoreFile("refs", "heads", "threads")))(t)
	for range 2 {
		agent := d.Agent("codex")
		if got := gittest.Must(review.Get(t.Context(), agent, review.GetInput{ID: id}))(t); !got.Thread.Unseen {
			t.Error("it counts as seen")
		}
		gittest.Must(feedback.Feedback(t.Context(), agent, feedback.FeedbackInput{}))(t)
		d.Reads(agent, id)
	}
	if now := gittest.Must(os.ReadFile(d.StoreFile("refs", "heads", "threads")))(t); string(now) != string(ref) {
		t.Errorf("the ref holds %q, held %q", now, ref)
	}
	if kept := keptTips(d); len(kept) > 0 {
		t.Errorf("a reader wrote %v", kept)
	}
	// After the next write, the recovered state is the newest.
	d.Add("a.txt:2", "goes on")
	d.Reads(d.Agent("codex"), id)
	if got := gittest.Must(review.Get(t.Context(), d.Agent("codex"), review.GetInput{ID: id}))(t); got.Thread.Unseen {
		t.Error("it does not count as seen")
	}
}

// Every verb that writes still works, and keeps the lost state first.
func TestEveryWriteOnARecoveredStateKeepsTheLostOne(t *testing.T) {
	text, human := "remembered", "human"
	for name, write := range map[string]func(d *reviewtest.Desk, id string) error{
		"add": func(d *reviewtest.Desk, _ string) error { d.Add("a.txt:2", "more"); return nil },
		"reply": func(d *reviewtest.Desk, id string) error {
			_, err := review.Reply(d.T.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "yes"})
			return err
		},
		"resolve": func(d *reviewtest.Desk, id string) error {
			_, err := review.Resolve(d.T.Context(), d.Human(), review.ResolveInput{IDs: []string{id}})
			return err
		},
		"undo": func(d *reviewtest.Desk, _ string) error {
			_, err := undo.Undo(d.T.Context(), d.Human(), undo.UndoInput{})
			return err
		},
		"config": func(d *reviewtest.Desk, _ string) error {
			_, err := project.Config(d.T.Context(), d.Human(), project.ConfigInput{Name: "resolve", Value: &human})
			return err
		},
		"memory": func(d *reviewtest.Desk, _ string) error {
			_, err := memory.MemoryCreate(d.T.Context(), d.Agent("codex"), memory.MemoryCreateInput{Path: "/memories/a.md", Text: &text})
			return err
		},
		"checkpoint": func(d *reviewtest.Desk, _ string) error {
			_, err := round.MakeCheckpoint(d.T.Context(), d.Human(), round.CheckpointInput{})
			return err
		},
		"import": func(d *reviewtest.Desk, _ string) error {
			_, err := exchange.Import(d.T.Context(), d.Human(), exchange.ImportInput{Store: new(fullDoc)})
			return err
		},
		"submit": func(d *reviewtest.Desk, _ string) error {
			_, err := submission.Submit(d.T.Context(), d.Human(), submission.SubmitInput{GlobalComment: "on the whole"})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := reviewtest.New(t)
			id := d.Add("a.txt:1", "why?")
			gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "the newest words"}))(t)
			tip := lose(d)
			if err := write(d, id); err != nil {
				t.Fatal(err)
			}
			if kept := keptTips(d); !slices.Equal(kept, []string{"20261121T100000Z " + tip}) {
				t.Errorf("kept %v, want %s", kept, tip)
			}
		})
	}
}

// told returns which outputs mention a lost state, one that is not recorded yet or one that is kept.
func told(d *reviewtest.Desk) map[string]bool {
	d.T.Helper()
	ctx, s := d.T.Context(), d.Human()
	says := func(list []thread.Damage) bool {
		return slices.ContainsFunc(list, func(g thread.Damage) bool { return strings.HasPrefix(g.Path, "refs/") })
	}
	export := gittest.Must(exchange.Export(ctx, s, exchange.ExportInput{Format: "json"}))(d.T)
	fsck := gittest.Must(project.Fsck(ctx, s, project.FsckInput{}))(d.T)
	doctor := gittest.Must(project.Doctor(ctx, s, project.DoctorInput{}))(d.T)
	return map[string]bool{
		"list":      says(gittest.Must(review.List(ctx, s, review.ListInput{}))(d.T).Damaged),
		"summary":   says(gittest.Must(review.Summary(ctx, s, review.SummaryInput{}))(d.T).Damaged),
		"reconcile": says(gittest.Must(review.Reconcile(ctx, s, review.ReconcileInput{}))(d.T).Damaged),
		"export":    says(export.Damaged) && strings.Contains(export.Text, "refs/"),
		"fsck":      says(fsck.Problems) && !fsck.Sound && fsck.Lost == 1,
		"doctor":    slices.ContainsFunc(doctor.Checks, func(c fail.Check) bool { return c.Name == "store" && c.State == "problem" }),
	}
}

func TestALostStateIsToldUntilAPersonTakesNote(t *testing.T) {
	for _, written := range []bool{false, true} {
		d := reviewtest.New(t)
		id := d.Add("a.txt:1", "why?")
		gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "the newest words"}))(t)
		for name, told := range told(d) {
			if told {
				t.Errorf("%s tells of a lost state before there is one", name)
			}
		}
		lose(d)
		if written {
			d.Add("a.txt:2", "goes on")
		}
		for name, told := range told(d) {
			if !told {
				t.Errorf("written=%v: %s does not tell", written, name)
			}
		}
		out := gittest.Must(project.Fsck(t.Context(), d.Human(), project.FsckInput{Accept: true}))(t)
		if !out.Sound || out.Lost != 0 || !slices.Equal(out.Accepted, []string{"refs/recovered/20261121T100000Z"}) {
			t.Errorf("written=%v: noted %+v", written, out)
		}
		for name, told := range told(d) {
			if told {
				t.Errorf("written=%v: %s still tells", written, name)
			}
		}
		gittest.Must(project.GC(t.Context(), d.Human(), project.GCInput{}))(t)
		if kept := keptTips(d); len(kept) != 1 {
			t.Errorf("written=%v: kept %v", written, kept)
		}
	}
}
