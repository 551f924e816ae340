package review

import (
	"strings"
	"testing"
)

// rewrite replaces text in a stored thread, as a newer consider might have written it.
func (d *desk) rewrite(id string, who author, pairs ...string) {
	d.t.Helper()
	s := d.human()
	err := s.update(d.t.Context(), false, func(c *change) error {
		data := string(must(c.tx.ReadFile(threadFile(activeDir, id)))(d.t))
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(data, pairs[i]) {
				d.t.Fatalf("%s is not in\n%s", pairs[i], data)
			}
			data = strings.Replace(data, pairs[i], pairs[i+1], 1)
		}
		c.tx.Put(threadFile(activeDir, id), []byte(data))
		c.record("polish", who, "", id)
		return nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

// A store with one word of a newer consider was read as damaged, and its threads were not shown.
func TestAWordOfANewerConsiderIsShownAsItIs(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2-3", "x")
	must(d.agent("codex").Reply(t.Context(), ReplyInput{ID: id, Message: "y", Outcome: Answered}))(t)
	d.rewrite(id, author{Kind: "robot", Name: "R2"},
		`"workflowState": "open"`, `"workflowState": "parked"`, `"target": "lines"`, `"target": "plan"`,
		`"author": "human"`, `"author": "unknown"`, `"outcome": "answered"`, `"outcome": "half-done"`)

	for _, s := range []*Service{d.human(), d.human()} { // the second reads what the first has left in the cache
		list := must(s.List(t.Context(), ListInput{}))(t)
		if len(list.Threads) != 1 || len(list.Damaged) > 0 {
			t.Fatalf("%+v", list)
		}
		v := list.Threads[0]
		if v.WorkflowState != "parked" || v.Target != "plan" || v.Author != "unknown" || v.LastReply.Outcome != "half-done" {
			t.Errorf("%+v", v)
		}
		if p := v.Placement; p.File != "a.txt" || p.StartLine != 2 || p.EndLine != 3 || p.AnchorState != Anchored {
			t.Errorf("placed at %+v", p)
		}
	}
	sum := must(d.human().Summary(t.Context(), SummaryInput{}))(t)
	if sum.Open != 1 || sum.Resolved != 0 || sum.Files != 1 {
		t.Errorf("%+v", sum)
	}
	log := must(d.human().Log(t.Context(), LogInput{}))(t)
	if e := log.Events[0]; e.Kind != "polish" || e.Words() != "R2: polish "+id {
		t.Errorf("%+v: %s", e, e.Words())
	}
	for _, format := range []string{"md", "json", "sarif", "rdjsonl"} {
		out := must(d.human().Export(t.Context(), ExportInput{Format: format}))(t)
		if out.Threads != 1 || !strings.Contains(out.Text, "a.txt") {
			t.Errorf("%s: %s", format, out.Text)
		}
	}
	if out := must(d.human().Fsck(t.Context(), FsckInput{}))(t); !out.Sound || out.Threads != 1 {
		t.Errorf("%+v", out)
	}

	must(d.agent("codex").Reply(t.Context(), ReplyInput{ID: id, Message: "z"}))(t)
	got := must(d.human().Get(t.Context(), GetInput{ID: id}))(t).Thread
	if got.WorkflowState != "parked" || got.Target != "plan" || got.Author != "unknown" || got.Thread[0].Outcome != "half-done" || len(got.Thread) != 2 {
		t.Errorf("after a reply: %+v", got)
	}
	must(d.human().Resolve(t.Context(), ResolveInput{IDs: []string{id}}))(t)
	if v := d.only(d.human()); v.WorkflowState != Resolved || v.Author != "unknown" {
		t.Errorf("after resolve: %+v", v)
	}
	must(d.human().Undo(t.Context(), UndoInput{}))(t)
	if v := d.only(d.human()); v.WorkflowState != "parked" {
		t.Errorf("after undo: %+v", v)
	}
}

// Whoever is neither is no person: who could write the word "unknown" would else have a person's rights.
func TestAnAuthorOfAKindThatIsNotKnownIsNotTheHuman(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	d.rewrite(id, author{Kind: "robot", Name: "codex"}, `"author": "human"`, `"author": "unknown"`)
	if v := d.only(d.agent("codex")); v.Unseen {
		t.Error("the words of nobody known count as a person's")
	}
	if _, err := d.human().Edit(t.Context(), EditInput{ID: id, Message: "mine"}); err == nil {
		t.Error("the human edited words that are not theirs")
	}
	if _, err := d.agent("codex").Undo(t.Context(), UndoInput{}); err == nil {
		t.Error("an agent took back what another kind of author did under its name")
	}
	w := wait{kind: Agent}
	if e := (Event{Kind: Replied, By: Who{Kind: "unknown"}}); !w.wants(&e) {
		t.Error("a person who waits for agents is not told of an author who is none")
	}
	w.kind = Human
	if e := (Event{Kind: Replied, By: Who{Kind: "unknown"}}); w.wants(&e) {
		t.Error("an agent that waits for the human is told of an author who is none")
	}
}

// A thread on a side that is not known would else be shown on whatever stands at its lines in the other text.
func TestAThreadOnASideThatIsNotKnownIsOnNoLine(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	d.rewrite(id, author{Kind: Human}, `"side": "new"`, `"side": "theirs"`)
	v := d.only(d.human())
	if p := v.Placement; p.AnchorState != Orphaned || p.StartLine != 0 || p.File != "a.txt" || !strings.Contains(p.Reason, `"theirs"`) {
		t.Errorf("%+v", p)
	}
	must(d.human().Context(t.Context(), ContextInput{ID: id}))(t)
}

func TestATargetThatIsNotKnownIsWhereItsPlaceSays(t *testing.T) {
	for name, c := range map[string]struct {
		place string
		pairs []string
		want  string
	}{
		"a file":           {"a.txt", []string{`"target": "file"`, `"target": "folder"`}, "a.txt"},
		"the whole":        {"", []string{`"target": "review"`, `"target": "verdict"`}, "verdict"},
		"a path outside":   {"a.txt:1", []string{`"target": "lines"`, `"target": "plan"`, `"file": "a.txt"`, `"file": "../plan.md"`}, "plan"},
		"an absolute path": {"a.txt", []string{`"target": "file"`, `"target": "plan"`, `"file": "a.txt"`, `"file": "/etc/passwd"`}, "plan"},
		"a span of an answer": {"", []string{`"target": "review"`, `"target": "claim"`, `"workflowState"`,
			`"span": {"response": "a_1b2c3d4e", "agent": "codex", "at": "2026-11-21T10:00:00Z", "mark": "doubt", "quote": "q", "start": 0}, "workflowState"`},
			"codex's answer a_1b2c3d4e, doubt"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			out := must(d.human().Add(t.Context(), AddInput{Place: c.place, Review: c.place == "", Message: "x"}))(t)
			d.rewrite(out.Thread.ID, author{Kind: Human}, c.pairs...)
			v := d.only(d.human())
			if got := v.where(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			must(d.human().Get(t.Context(), GetInput{ID: out.Thread.ID}))(t)
			must(d.human().Log(t.Context(), LogInput{}))(t)
		})
	}
}
