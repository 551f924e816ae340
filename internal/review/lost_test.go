package review

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// lose damages the root of the store's newest state.
func (d *desk) lose() (tip string) {
	d.t.Helper()
	tip = d.storeGit("rev-parse", "refs/heads/threads")
	d.junk(d.loose("refs/heads/threads^{tree}"), false)
	return tip
}

// keptTips lists the refs of the store's lost states, each with what it holds.
func (d *desk) keptTips() []string {
	d.t.Helper()
	var out []string
	entries, err := os.ReadDir(d.storeFile("refs", "recovered"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		d.t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(d.storeFile("refs", "recovered", e.Name()))
		if err != nil {
			d.t.Fatal(err)
		}
		out = append(out, e.Name()+" "+strings.TrimSpace(string(data)))
	}
	return out
}

// An agent's get once committed its seen mark on the state before the lost one, which was the newest from then on.
func TestAMarkOfHavingSeenIsNeverMadeOnARecoveredState(t *testing.T) {
	d := newDesk(t)
	s := d.spoken()
	id := d.add("a.txt:1", "why?")
	must(s.Mark(t.Context(), MarkInput{ID: "last", Keep: "one map"}))(t)
	must(d.human().Reply(t.Context(), ReplyInput{ID: id, Message: "the newest words"}))(t)
	d.lose()
	ref := must(os.ReadFile(d.storeFile("refs", "heads", "threads")))(t)
	for range 2 {
		agent := d.agent("codex")
		if got := must(agent.Get(t.Context(), GetInput{ID: id}))(t); !got.Thread.Unseen {
			t.Error("it counts as seen")
		}
		must(agent.Context(t.Context(), ContextInput{ID: id}))(t)
		must(agent.Feedback(t.Context(), FeedbackInput{}))(t)
	}
	if now := must(os.ReadFile(d.storeFile("refs", "heads", "threads")))(t); string(now) != string(ref) {
		t.Errorf("the ref holds %q, held %q", now, ref)
	}
	if kept := d.keptTips(); len(kept) > 0 {
		t.Errorf("a reader wrote %v", kept)
	}
	// Once somebody wrote, what is there is the newest that there is.
	d.add("a.txt:2", "goes on")
	if got := must(d.agent("codex").Get(t.Context(), GetInput{ID: id}))(t); got.Thread.Unseen {
		t.Error("it does not count as seen")
	}
}

// Every way to write goes on, and keeps what was lost first.
func TestEveryWriteOnARecoveredStateKeepsTheLostOne(t *testing.T) {
	text, human := "remembered", "human"
	for name, write := range map[string]func(d *desk, id string) error{
		"add": func(d *desk, _ string) error { d.add("a.txt:2", "more"); return nil },
		"reply": func(d *desk, id string) error {
			_, err := d.agent("codex").Reply(d.t.Context(), ReplyInput{ID: id, Message: "yes"})
			return err
		},
		"resolve": func(d *desk, id string) error {
			_, err := d.human().Resolve(d.t.Context(), ResolveInput{IDs: []string{id}})
			return err
		},
		"undo": func(d *desk, _ string) error { _, err := d.human().Undo(d.t.Context(), UndoInput{}); return err },
		"config": func(d *desk, _ string) error {
			_, err := d.human().Config(d.t.Context(), ConfigInput{Name: "resolve", Value: &human})
			return err
		},
		"memory": func(d *desk, _ string) error {
			_, err := d.agent("codex").MemoryCreate(d.t.Context(), MemoryCreateInput{Path: "/memories/a.md", Text: &text})
			return err
		},
		"checkpoint": func(d *desk, _ string) error {
			_, err := d.human().MakeCheckpoint(d.t.Context(), CheckpointInput{})
			return err
		},
		"import": func(d *desk, _ string) error {
			_, err := d.human().Import(d.t.Context(), ImportInput{Store: fullDoc})
			return err
		},
		"submit": func(d *desk, _ string) error {
			_, err := d.human().Submit(d.t.Context(), SubmitInput{GlobalComment: "on the whole"})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			id := d.add("a.txt:1", "why?")
			must(d.human().Reply(t.Context(), ReplyInput{ID: id, Message: "the newest words"}))(t)
			tip := d.lose()
			if err := write(d, id); err != nil {
				t.Fatal(err)
			}
			if kept := d.keptTips(); !slices.Equal(kept, []string{"20261121T100000Z " + tip}) {
				t.Errorf("kept %v, want %s", kept, tip)
			}
		})
	}
}

// told are the answers that tell of a lost state: of the one that is not written down yet, and of the kept one.
func (d *desk) told() map[string]bool {
	d.t.Helper()
	ctx, s := d.t.Context(), d.human()
	says := func(list []Damage) bool {
		return slices.ContainsFunc(list, func(g Damage) bool { return strings.HasPrefix(g.Path, "refs/") })
	}
	export := must(s.Export(ctx, ExportInput{Format: "json"}))(d.t)
	fsck := must(s.Fsck(ctx, FsckInput{}))(d.t)
	doctor := must(s.Doctor(ctx, DoctorInput{}))(d.t)
	return map[string]bool{
		"list":      says(must(s.List(ctx, ListInput{}))(d.t).Damaged),
		"summary":   says(must(s.Summary(ctx, SummaryInput{}))(d.t).Damaged),
		"reconcile": says(must(s.Reconcile(ctx, ReconcileInput{}))(d.t).Damaged),
		"export":    says(export.Damaged) && strings.Contains(export.Text, "refs/"),
		"fsck":      says(fsck.Problems) && !fsck.Sound && fsck.Lost == 1,
		"doctor":    slices.ContainsFunc(doctor.Checks, func(c Check) bool { return c.Name == "store" && c.State == "problem" }),
	}
}

func TestALostStateIsToldUntilAPersonTakesNote(t *testing.T) {
	for _, written := range []bool{false, true} {
		d := newDesk(t)
		id := d.add("a.txt:1", "why?")
		must(d.human().Reply(t.Context(), ReplyInput{ID: id, Message: "the newest words"}))(t)
		for name, told := range d.told() {
			if told {
				t.Errorf("%s tells of a lost state before there is one", name)
			}
		}
		d.lose()
		if written {
			d.add("a.txt:2", "goes on")
		}
		for name, told := range d.told() {
			if !told {
				t.Errorf("written=%v: %s does not tell", written, name)
			}
		}
		for _, s := range []*Service{d.agent("codex"), d.as(Caller{})} {
			if _, err := s.Fsck(t.Context(), FsckInput{Accept: true}); !errors.Is(err, ErrDenied) {
				t.Errorf("written=%v: an agent takes note: %v", written, err)
			}
		}
		out := must(d.human().Fsck(t.Context(), FsckInput{Accept: true}))(t)
		if !out.Sound || out.Lost != 0 || !slices.Equal(out.Accepted, []string{"refs/recovered/20261121T100000Z"}) {
			t.Errorf("written=%v: noted %+v", written, out)
		}
		for name, told := range d.told() {
			if told {
				t.Errorf("written=%v: %s still tells", written, name)
			}
		}
		must(d.human().GC(t.Context(), GCInput{}))(t)
		if kept := d.keptTips(); len(kept) != 1 {
			t.Errorf("written=%v: kept %v", written, kept)
		}
	}
}

// The copy in the main worktree's store is whole: it stays, and the others are told that its store is not.
func TestTheCopyOfALostStateIsNotOverwrittenInSilence(t *testing.T) {
	d := newDesk(t)
	side := d.side("x")
	first := side.say("a.txt:1", "first")
	last := side.say("a.txt:2", "the newest words")
	side.lose()
	side.human().Mirror(t.Context())
	for _, written := range []bool{false, true} {
		if written {
			side.say("a.txt:3", "goes on")
		}
		out := must(d.human().List(t.Context(), ListInput{Workflow: "all", AllWorktrees: true}))(t)
		var ids []string
		for _, v := range out.Threads {
			ids = append(ids, v.ID)
		}
		if !slices.Contains(ids, first) || !slices.Contains(ids, last) {
			t.Errorf("written=%v: %v are listed, want %s and %s", written, ids, first, last)
		}
		if len(out.Damaged) != 1 || !strings.HasPrefix(out.Damaged[0].Path, side.storeFile("refs")) {
			t.Errorf("written=%v: damaged %+v", written, out.Damaged)
		}
	}
}
