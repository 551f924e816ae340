package review_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

// answers lets a caller that has read a thread reply to it, and returns how that ends.
func answers(d *reviewtest.Desk, s *session.Session, id string, in review.ReplyInput) (review.ReplyOutput, fail.Kind) {
	d.T.Helper()
	if s.Agent() != "" {
		d.Reads(s, id)
	}
	in.ID, in.Message = id, "because"
	out, err := review.Reply(d.T.Context(), s, in)
	review.Delivered(d.T.Context(), s)
	if err != nil {
		return out, fail.FailureOf(err).Kind
	}
	return out, ""
}

func stateOf(d *reviewtest.Desk, id string) thread.FindingState {
	d.T.Helper()
	return gittest.Must(review.Get(d.T.Context(), d.Human(), review.GetInput{ID: id}))(d.T).Thread.Finding.State
}

func TestAFinderConfirmsOrInsistsOnceAndThenTheHumanDecides(t *testing.T) {
	d := reviewtest.New(t)
	id := reports(d, "codex", "a.txt:2", "bug", "wrong").Thread.ID
	for i, c := range []struct {
		as    *session.Session
		in    review.ReplyInput
		kind  fail.Kind
		state thread.FindingState
	}{
		{d.Agent("codex"), review.ReplyInput{Stance: thread.Confirm}, fail.KindConflict, thread.Reported},
		{d.Agent("claude-code"), review.ReplyInput{Outcome: thread.Answered}, "", thread.Claimed},
		{d.Agent("claude-code"), review.ReplyInput{Stance: thread.Confirm}, fail.KindDenied, thread.Claimed},
		{d.Agent("gemini"), review.ReplyInput{Stance: thread.Insist}, fail.KindDenied, thread.Claimed},
		{d.Agent("codex"), review.ReplyInput{Stance: thread.Insist, Outcome: thread.Declined}, fail.KindUsage, thread.Claimed},
		{d.Agent("codex"), review.ReplyInput{Stance: thread.Insist, Resolve: true}, fail.KindUsage, thread.Claimed},
		{d.Agent("codex"), review.ReplyInput{Stance: thread.Insist}, "", thread.Reported},
		{d.Agent("codex"), review.ReplyInput{Stance: thread.Insist}, fail.KindConflict, thread.Reported},
		{d.Agent("claude-code"), review.ReplyInput{Outcome: thread.Answered}, "", thread.Undecided},
		{d.Agent("codex"), review.ReplyInput{Stance: thread.Insist}, fail.KindConflict, thread.Undecided},
		{d.Human(), review.ReplyInput{Stance: thread.Insist}, "", thread.Reported},
		{d.Agent("claude-code"), review.ReplyInput{Outcome: thread.Addressed}, "", thread.Undecided},
		{d.Human(), review.ReplyInput{Stance: thread.Confirm}, "", thread.Fixed},
	} {
		_, kind := answers(d, c.as, id, c.in)
		if state := stateOf(d, id); kind != c.kind || state != c.state {
			t.Fatalf("step %d ends with %q and %s, want %q and %s", i, kind, state, c.kind, c.state)
		}
		awaits := gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{Awaiting: "me"}))(t)
		if (len(awaits.Threads) == 1) != (c.state == thread.Undecided) {
			t.Errorf("step %d: %d threads await the human", i, len(awaits.Threads))
		}
	}
	if _, kind := answers(d, d.Human(), d.Add("a.txt:3", "mine"), review.ReplyInput{Stance: thread.Confirm}); kind != fail.KindConflict {
		t.Errorf("a stance on an ordinary thread: %q", kind)
	}
}

// A fixing agent does not end a finding of another; with two finders, both confirm.
func TestAFindingEndsWithAllItsFinders(t *testing.T) {
	d := reviewtest.New(t)
	id := reports(d, "codex", "a.txt:2", "bug", "wrong").Thread.ID
	if out := reports(d, "gemini", "a.txt:2", "bug", "very wrong"); out.Thread.ID != id {
		t.Fatalf("%+v", out)
	}
	s := d.Agent("claude-code")
	d.Reads(s, id)
	if _, err := review.Resolve(t.Context(), s, review.ResolveInput{IDs: []string{id}}); fail.FailureOf(err).Kind != fail.KindConflict {
		t.Errorf("%v", err)
	}
	answers(d, d.Agent("claude-code"), id, review.ReplyInput{Outcome: thread.Answered})
	if out, kind := answers(d, d.Agent("codex"), id, review.ReplyInput{Stance: thread.Confirm}); kind != "" || out.WorkflowState != thread.Open {
		t.Errorf("%q %+v", kind, out)
	}
	if out, kind := answers(d, d.Agent("gemini"), id, review.ReplyInput{Stance: thread.Confirm}); kind != "" || out.WorkflowState != thread.Resolved || stateOf(d, id) != thread.Refuted {
		t.Errorf("%q %+v", kind, out)
	}
}

// The proof compares with the files at the report, as no message of the human is there.
func TestAFixOfAFindingIsProvenOrUnproven(t *testing.T) {
	d := reviewtest.New(t)
	fixed, not := reports(d, "codex", "a.txt:2", "bug", "one").Thread.ID, reports(d, "codex", "a.txt:4", "bug", "two").Thread.ID
	d.Write("a.txt", "one\nTWO\nthree\nfour\n")
	for id, want := range map[string]thread.Proof{fixed: thread.ChangedHere, not: thread.ChangedElsewhere} {
		if out, kind := answers(d, d.Agent("claude-code"), id, review.ReplyInput{Outcome: thread.Addressed}); kind != "" || out.Reply.Proof != want {
			t.Errorf("%q %q, want %q", kind, out.Reply.Proof, want)
		}
	}
	d.Write("b.txt", "x\n")
	lie := reports(d, "codex", "b.txt:1", "bug", "three").Thread.ID
	answers(d, d.Agent("claude-code"), lie, review.ReplyInput{Outcome: thread.Addressed})
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: lie}))(t).Thread
	if !got.Finding.Unproven || got.LastReply.Proof != thread.ChangedNothing {
		t.Errorf("%+v %+v", got.Finding, got.LastReply)
	}
}

func TestTriageGivesTheChosenFindingsToOtherAgents(t *testing.T) {
	d := reviewtest.New(t)
	d.Set("findings", "triage")
	var ids []string
	for i := range 4 {
		ids = append(ids, reports(d, "codex", fmt.Sprintf("a.txt:%d", i+1), "bug", fmt.Sprint(i)).Thread.ID)
	}
	if waiting, _, err := history.AllWaiting(t.Context(), d.Agent("claude-code")); err != nil || len(waiting) > 0 {
		t.Errorf("%v %v", waiting, err)
	}
	triage := func(in review.TriageInput) int {
		return len(gittest.Must(review.Triage(t.Context(), d.Human(), in))(t).Threads)
	}
	if n := triage(review.TriageInput{IDs: ids[:1]}) + triage(review.TriageInput{IDs: ids[1:2], Dismiss: true}); n != 2 {
		t.Errorf("%d", n)
	}
	if n := triage(review.TriageInput{IDs: ids[2:]}); n != 2 {
		t.Errorf("%d of the remaining two", n)
	}
	var got []string
	for _, v := range gittest.Must(review.List(t.Context(), d.Agent("claude-code"), review.ListInput{Workflow: "all", Unseen: true}))(t).Threads {
		got = append(got, v.ID)
	}
	if slices.Sort(got); len(got) != 3 || slices.Contains(got, ids[1]) {
		t.Errorf("%v, without %s", got, ids[1])
	}
	if state := stateOf(d, ids[1]); state != thread.Rejected {
		t.Errorf("dismissed: %s", state)
	}
}

// The human's own threads are not dismissed with the findings that were named with them.
func TestTriageRefusesOtherThreads(t *testing.T) {
	d := reviewtest.New(t)
	found, own := reports(d, "codex", "a.txt:2", "bug", "wrong").Thread.ID, d.Add("a.txt:1", "mine")
	_, err := review.Triage(t.Context(), d.Human(), review.TriageInput{IDs: []string{found, own}, Dismiss: true})
	if f := fail.FailureOf(err); f.Kind != fail.KindConflict || !strings.Contains(f.Message, own) || len(f.Hints) != 1 {
		t.Errorf("%v", err)
	}
	if got := stateOf(d, found); got != thread.Reported {
		t.Errorf("one of the two is %s", got)
	}
	comment := gittest.Must(review.Add(t.Context(), d.Agent("codex"), review.AddInput{Place: "a.txt:3", Message: "as a comment"}))(t).Thread.ID
	gittest.Must(review.Triage(t.Context(), d.Human(), review.TriageInput{IDs: []string{comment}, Dismiss: true}))(t)
	if got := whole(d, comment).WorkflowState; got != thread.Resolved {
		t.Errorf("a comment of an agent is %s", got)
	}
}

// Two finders, a fixing agent and the human act in any order: each finding is in one state, none is lost, and agents that
// only react to messages that they are given come to an end.
func TestFindingsComeToAnEnd(t *testing.T) {
	d := reviewtest.New(t)
	rng := rand.New(rand.NewPCG(4, 8))
	var ids []string
	for i := range 4 {
		for _, name := range []string{"codex", "gemini"} {
			if out := reports(d, name, fmt.Sprintf("a.txt:%d", i+1), "bug", name+fmt.Sprint(i)); out.Reply == "" {
				ids = append(ids, out.Thread.ID)
			}
		}
	}
	if len(ids) != 4 {
		t.Fatalf("%d threads for 4 problems", len(ids))
	}
	outcomes := []thread.Outcome{thread.Addressed, thread.Answered, thread.Declined}
	for range 12 {
		for _, name := range []string{"claude-code", "codex", "gemini"} {
			waiting, _, err := history.AllWaiting(t.Context(), d.Agent(name))
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range waiting {
				in := review.ReplyInput{Stance: []thread.Stance{thread.Insist, thread.Confirm}[rng.IntN(2)]}
				if name == "claude-code" {
					in = review.ReplyInput{Outcome: outcomes[rng.IntN(3)]}
				}
				_, kind := answers(d, d.Agent(name), w.Thread, in)
				if in.Stance == thread.Insist && kind == fail.KindConflict && rng.IntN(2) == 0 {
					answers(d, d.Agent(name), w.Thread, review.ReplyInput{Stance: thread.Confirm})
				}
			}
		}
	}
	for _, name := range []string{"claude-code", "codex", "gemini"} {
		if waiting, _, _ := history.AllWaiting(t.Context(), d.Agent(name)); len(waiting) > 0 {
			t.Errorf("%s is still notified of %v", name, waiting)
		}
	}
	for _, id := range ids {
		state := stateOf(d, id)
		if slices.Contains([]thread.FindingState{thread.Held, thread.Reported}, state) {
			t.Errorf("%s is %s", id, state)
		}
		_, _ = review.Triage(t.Context(), d.Human(), review.TriageInput{IDs: []string{id}, Dismiss: true}) // an ended one cannot be dismissed
		if end := stateOf(d, id); end != thread.Rejected && end != state {
			t.Errorf("%s was %s and is %s", id, state, end)
		}
	}
}
