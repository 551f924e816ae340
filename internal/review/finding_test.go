package review_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/presence"
	"consider/internal/review"
	"consider/internal/review/exchange"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/review/undo"
	"consider/internal/session"
	"consider/internal/thread"
)

// stored makes a thread of codex's a finding in the store.
func stored(d *reviewtest.Desk, place, body string, concern thread.Concern) string {
	d.T.Helper()
	id := gittest.Must(review.Add(d.T.Context(), d.Agent("codex"), review.AddInput{Place: place, Message: body}))(d.T).Thread.ID
	err := d.Agent("codex").Update(d.T.Context(), false, func(c *session.Change) error {
		t := gittest.Must(c.Load(thread.Active, id))(d.T)
		t.Concern = &concern
		c.Record("label", thread.Author{Kind: thread.Agent, Name: "codex"}, "", id)
		return c.Save(thread.Active, t)
	})
	if err != nil {
		d.T.Fatal(err)
	}
	return id
}

// doors asks through each door of an agent for everything, and returns all answers.
func doors(d *reviewtest.Desk, name, id string) string {
	d.T.Helper()
	ctx, s := d.T.Context(), func() *session.Session { return d.Agent(name) }
	var out strings.Builder
	add := func(answer any, err error) {
		if err != nil && !errors.Is(err, fail.ErrNotFound) && !errors.Is(err, fail.ErrTimeout) && !errors.Is(err, fail.ErrDenied) {
			d.T.Fatal(err)
		}
		fmt.Fprintf(&out, "%+v %v\n", answer, err)
	}
	list := func(in review.ListInput) {
		got, err := review.List(ctx, s(), in)
		add(got, err)
	}
	list(review.ListInput{Workflow: "all"})
	list(review.ListInput{Unseen: true})
	list(review.ListInput{Grep: "secret", Workflow: "all"})
	get, err := review.Get(ctx, s(), review.GetInput{ID: id})
	add(get, err)
	shown, err := review.Context(ctx, s(), review.ContextInput{IDs: []string{id[:6]}})
	add(shown, err)
	at, err := review.Context(ctx, s(), review.ContextInput{IDs: []string{"a.txt:2"}})
	add(at, err)
	next, err := review.Next(ctx, s(), review.NextInput{})
	add(next, err)
	threads, err := review.Threads(ctx, s(), review.ThreadsInput{IDs: []string{id}})
	add(threads, err)
	replied, err := review.Reply(ctx, s(), review.ReplyInput{ID: id, Message: "x"})
	add(replied, err)
	waiting, busy, err := history.AllWaiting(ctx, s())
	add([]any{waiting, busy}, err)
	waited, err := history.Wait(ctx, s(), history.WaitInput{Since: history.NoCommit.String(), For: "any", Timeout: "0"})
	add(waited, err)
	unread, err := history.Wait(ctx, s(), history.WaitInput{Timeout: "0"})
	add(unread, err)
	log, err := history.Log(ctx, s(), history.LogInput{})
	add(log, err)
	text, err := exchange.Export(ctx, s(), exchange.ExportInput{Format: "json"})
	add(text, err)
	diff, err := round.DiffCheckpoints(ctx, s(), round.CheckpointDiffInput{A: "one"})
	add(diff, err)
	round2, err := round.ShowCheckpoint(ctx, s(), round.CheckpointShowInput{Name: "two"})
	add(round2, err)
	restored, err := round.RestoreCheckpoint(ctx, s(), round.CheckpointRestoreInput{Name: "one", DryRun: true})
	add(restored, err)
	undone, err := undo.Undo(ctx, s(), undo.UndoInput{DryRun: true})
	add(undone, err)
	summary, err := review.Summary(ctx, s(), review.SummaryInput{})
	add(fmt.Sprintf("%d open, %d unread, %d elsewhere, %v", summary.Open, summary.UnseenOpen, summary.Elsewhere, summary.Finders), err)
	return out.String()
}

// A finding that the human has not accepted is given to no other agent, by any door; its finder and the human see it.
func TestAHeldFindingPassesThroughNoDoor(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:1", "an ordinary comment")
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{Name: "one"}))(t)
	id := stored(d, "a.txt:2", "the secret finding", thread.Concern{Kind: "bug", Held: true})
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{Name: "two"}))(t)

	if got := doors(d, "claude-code", id); strings.Contains(got, "secret") || strings.Contains(got, "codex") || !strings.Contains(got, "1 open, 1 unread, 0 elsewhere, []") {
		t.Errorf("claude-code gets it: %s", got)
	}
	if _, err := review.Get(t.Context(), d.Agent("codex"), review.GetInput{ID: id}); err != nil {
		t.Errorf("its finder does not get it: %v", err)
	}
	found := gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{Awaiting: "me"}))(t)
	if len(found.Threads) != 1 || found.Threads[0].Finding.State != thread.Held {
		t.Errorf("the human is not asked: %+v", found.Threads)
	}

	// Dismissed, it stays hidden; accepted, it is as any other thread.
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "dismissed", Outcome: thread.Declined}))(t)
	if got := doors(d, "claude-code", id); strings.Contains(got, "secret") {
		t.Errorf("claude-code gets a dismissed finding: %s", got)
	}
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "accepted"}))(t)
	if got := doors(d, "claude-code", id); strings.Count(got, "the secret finding") < 8 {
		t.Errorf("claude-code does not get it everywhere: %s", got)
	}
}

// Archived, a dismissed finding is in no list of active threads, but its events are still in the history.
func TestAnArchivedFindingStaysHidden(t *testing.T) {
	d := reviewtest.New(t)
	id := stored(d, "a.txt:2", "the secret finding", thread.Concern{Kind: "bug", Held: true})
	gittest.Must(review.Triage(t.Context(), d.Human(), review.TriageInput{IDs: []string{id}, Dismiss: true}))(t)
	gittest.Must(review.Archive(t.Context(), d.Human(), review.ArchiveInput{IDs: []string{id}}))(t)
	in := history.WaitInput{Since: history.NoCommit.String(), For: "any", Timeout: "0"}
	if out, err := history.Wait(t.Context(), d.Agent("claude-code"), in); err == nil && strings.Contains(fmt.Sprintf("%+v", out), "secret") {
		t.Errorf("%+v", out)
	}
	if out := gittest.Must(history.Wait(t.Context(), d.Agent("codex"), in))(t); len(out.Events) == 0 {
		t.Error("its finder gets no events")
	}
}

// Agents are notified of each other's messages in findings, and in no other threads.
func TestAgentsAreNotifiedOfEachOthersFindings(t *testing.T) {
	d := reviewtest.New(t)
	gittest.Must(review.Add(t.Context(), d.Agent("codex"), review.AddInput{Place: "a.txt:1", Message: "no finding"}))(t)
	if waiting, _, err := history.AllWaiting(t.Context(), d.Agent("claude-code")); len(waiting) > 0 || err != nil {
		t.Errorf("%v %v", waiting, err)
	}
	cursor := gittest.Must(d.Agent("claude-code").Tip(t.Context()))(t)
	id := stored(d, "a.txt:2", "a finding", thread.Concern{Kind: "bug"})
	for name, want := range map[string]int{"codex": 0, "claude-code": 1} {
		waiting, _, err := history.AllWaiting(t.Context(), d.Agent(name))
		if err != nil || len(waiting) != want || want == 1 && waiting[0] != (presence.Message{Thread: id, Entry: 0}) {
			t.Errorf("%s: %v %v", name, waiting, err)
		}
	}
	s := d.Agent("claude-code")
	out := gittest.Must(history.Wait(t.Context(), s, history.WaitInput{Since: cursor, Timeout: "0"}))(t)
	if len(out.Events) != 1 || out.Events[0].Body != "a finding" {
		t.Errorf("%+v", out)
	}
	d.Reads(d.Agent("claude-code"), id)
	gittest.Must(review.Reply(t.Context(), d.Agent("claude-code"), review.ReplyInput{ID: id, Message: "not so", Outcome: thread.Answered}))(t)
	list := gittest.Must(review.List(t.Context(), d.Agent("codex"), review.ListInput{Unseen: true}))(t)
	if len(list.Threads) != 1 || len(list.Threads[0].UnreadReplies) != 1 || list.Threads[0].Finding.State != thread.Claimed {
		t.Errorf("%+v", list.Threads)
	}
	next := gittest.Must(review.Next(t.Context(), d.Agent("codex"), review.NextInput{}))(t)
	if next.Thread.ID != id {
		t.Errorf("%+v", next.Thread)
	}
	if _, err := review.Next(t.Context(), d.Agent("claude-code"), review.NextInput{}); !errors.Is(err, fail.ErrTimeout) {
		t.Errorf("an agent that has replied is asked again: %v", err)
	}
}

// Findings are in the order of severity, agreement and confidence, behind the human's own threads.
func TestTheWeightiestFindingComesFirst(t *testing.T) {
	d := reviewtest.New(t)
	var want []string
	for _, f := range []struct {
		label      string
		confidence int
	}{{"error", 20}, {"warning", 90}, {"warning", 50}, {"", 100}} {
		id := stored(d, "a.txt:2", fmt.Sprint(f), thread.Concern{Confidence: f.confidence})
		if f.label != "" {
			gittest.Must(review.Label(t.Context(), d.Agent("codex"), review.LabelInput{ID: id, Add: []string{f.label}}))(t)
		}
		want = append(want, id)
	}
	want = append([]string{d.Add("a.txt:1", "mine")}, want...)
	var got []string
	for _, v := range gittest.Must(review.List(t.Context(), d.Agent("claude-code"), review.ListInput{}))(t).Threads {
		got = append(got, v.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestTheSummaryCountsHowTheFindingsOfEachFinderEnd(t *testing.T) {
	d := reviewtest.New(t)
	for _, outcome := range []thread.Outcome{thread.Addressed, thread.Addressed, thread.Answered, thread.Declined, ""} {
		id := stored(d, "a.txt:2", "x", thread.Concern{Report: true})
		if outcome != "" {
			d.Reads(d.Agent("claude-code"), id)
			gittest.Must(review.Reply(t.Context(), d.Agent("claude-code"), review.ReplyInput{ID: id, Message: "y", Outcome: outcome}))(t)
			gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{id}}))(t)
		}
	}
	got := gittest.Must(review.Summary(t.Context(), d.Human(), review.SummaryInput{}))(t).Finders
	if len(got) != 1 || got[0] != (review.FinderCount{Name: "codex", Findings: 5, Confirmed: 2, Refuted: 1, Open: 1}) {
		t.Errorf("%+v", got)
	}
}
