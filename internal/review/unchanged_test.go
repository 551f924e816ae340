package review_test

import (
	"os"
	"testing"
	"time"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/compare"
	"consider/internal/review/plan"
	"consider/internal/review/reviewtest"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
)

// claims lets an agent say "addressed", and returns whether nothing had changed.
func claims(d *reviewtest.Desk, name, id string) bool {
	d.T.Helper()
	d.Now = d.Now.Add(time.Second)
	out := gittest.Must(review.Reply(d.T.Context(), d.Agent(name), review.ReplyInput{ID: id, Message: "Done.", Outcome: thread.Addressed}))(d.T)
	got := gittest.Must(review.Get(d.T.Context(), d.Human(), review.GetInput{ID: id}))(d.T).Thread
	last := got.Thread[len(got.Thread)-1]
	if last.Unchanged != out.Reply.Unchanged || got.LastReply.Unchanged != last.Unchanged {
		d.T.Errorf("the reply says %v, the thread %v, the list %v", out.Reply.Unchanged, last.Unchanged, got.LastReply.Unchanged)
	}
	return last.Unchanged
}

func read(d *reviewtest.Desk, name, id string) {
	d.T.Helper()
	d.Reads(d.Agent(name), id)
}

func says(d *reviewtest.Desk, id string) {
	d.T.Helper()
	gittest.Must(review.Reply(d.T.Context(), d.Human(), review.ReplyInput{ID: id, Message: "And this."}))(d.T)
}

// An agent could say that it had changed the code although not one byte of the project was changed.
func TestAClaimWithoutAChangeIsSeenAsSuch(t *testing.T) {
	for what, c := range map[string]struct {
		do   func(d *reviewtest.Desk, id string)
		want bool
	}{
		"nothing was read and nothing done": {func(*reviewtest.Desk, string) {}, true},
		"read, and nothing done":            {func(d *reviewtest.Desk, id string) { read(d, "codex", id) }, true},
		"touched":                           {func(d *reviewtest.Desk, _ string) { d.Write("a.txt", d.Read("a.txt")) }, true},
		"changed":                           {func(d *reviewtest.Desk, _ string) { d.Write("a.txt", "two\n") }, false},
		"changed and changed back": {func(d *reviewtest.Desk, _ string) {
			was := d.Read("a.txt")
			d.Write("a.txt", "two\n")
			d.Write("a.txt", was)
		}, true},
		"committed as it was": {func(d *reviewtest.Desk, _ string) { d.Git("commit", "-q", "--allow-empty", "-m", "same") }, false},
		"changed before the newest message, which was read": {func(d *reviewtest.Desk, id string) {
			d.Write("a.txt", "two\n")
			says(d, id)
			read(d, "codex", id)
		}, true},
		"changed before the newest message, which was not read": {func(d *reviewtest.Desk, id string) {
			read(d, "codex", id)
			d.Write("a.txt", "two\n")
			says(d, id)
		}, false},
		"changed before the newest message, which another agent read": {func(d *reviewtest.Desk, id string) {
			d.Write("a.txt", "two\n")
			says(d, id)
			read(d, "gemini", id)
		}, false},
		"changed before the message was edited": {func(d *reviewtest.Desk, id string) {
			d.Write("a.txt", "two\n")
			gittest.Must(review.Edit(d.T.Context(), d.Human(), review.EditInput{ID: id, Message: "In other words."}))(d.T)
		}, true},
		"a second claim": {func(d *reviewtest.Desk, id string) { claims(d, "codex", id) }, true},
		"a second claim, after a change": {func(d *reviewtest.Desk, id string) {
			claims(d, "codex", id)
			d.Write("a.txt", "two\n")
		}, false},
	} {
		t.Run(what, func(t *testing.T) {
			d := reviewtest.New(t)
			id := d.Add("a.txt:2", "Change this.")
			c.do(d, id)
			if got := claims(d, "codex", id); got != c.want {
				t.Errorf("nothing changed: %v, want %v", got, c.want)
			}
		})
	}
}

func TestOnlyAClaimOfAChangeIsCompared(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "Change this.")
	for _, c := range []struct {
		s       *session.Session
		outcome thread.Outcome
	}{{d.Agent("codex"), thread.Answered}, {d.Agent("codex"), ""}, {d.Human(), thread.Addressed}} {
		if out := gittest.Must(review.Reply(t.Context(), c.s, review.ReplyInput{ID: id, Message: "x", Outcome: c.outcome}))(t); out.Reply.Unchanged {
			t.Errorf("%q", c.outcome)
		}
	}
	items := []review.ReplyItem{{ID: d.Add("a.txt:1", "one"), Message: "Done.", Outcome: thread.Addressed}, {ID: d.Add("a.txt:2", "two"), Message: "No.", Outcome: thread.Declined}}
	out := gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{Batch: items}))(t)
	if !out.Reply.Unchanged || out.Others[0].Reply.Unchanged {
		t.Errorf("a batch: %+v", out)
	}
}

func TestACommentOfTheReviewHasItsFingerprintToo(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("a.txt", "one\nTWO\n")
	out := gittest.Must(submission.Submit(t.Context(), d.Showing(compare.Scope{Kind: compare.ScopeHead}), submission.SubmitInput{
		GlobalComment: "All in all.", Comments: []submission.SubmitComment{{File: "a.txt", StartLine: reviewtest.At(2), EndLine: reviewtest.At(2), Side: "new", Body: "lines"}},
	}))(t)
	for _, id := range out.Threads {
		if !claims(d, "codex", id) {
			t.Errorf("%s: a claim without a change is not seen", id)
		}
	}
	d.Write("b.txt", "new\n")
	for _, id := range out.Threads {
		if claims(d, "codex", id) {
			t.Errorf("%s: a change is not seen", id)
		}
	}
}

// Where it is not known, nothing is said.
func TestAClaimIsNotJudgedByWhatIsNotKnown(t *testing.T) {
	t.Run("no git", func(t *testing.T) {
		d := reviewtest.New(t)
		d.Move(".git", "git")
		if claims(d, "codex", d.Add("a.txt:2", "Change this.")) {
			t.Error("in a plain folder")
		}
	})
	t.Run("a file too large to be read", func(t *testing.T) {
		d := reviewtest.New(t)
		id := d.Add("a.txt:2", "Change this.")
		d.Write("large.bin", "")
		if err := os.Truncate(d.Path("large.bin"), 33<<20); err != nil {
			t.Fatal(err)
		}
		if claims(d, "codex", id) {
			t.Error("although the file is new")
		}
	})
	t.Run("another worktree", func(t *testing.T) {
		d := reviewtest.New(t)
		id := d.Add("a.txt:2", "Change this.")
		s := d.Side("far").Agent("codex")
		s.Place.StoreDir = d.StoreFile()
		s.Tree = gitrepo.Open(s.Place)
		out := gittest.Must(review.Reply(t.Context(), s, review.ReplyInput{ID: id, Message: "Done.", Outcome: thread.Addressed}))(t)
		if out.Reply.Unchanged {
			t.Error("in a worktree in which nobody wrote")
		}
	})
	t.Run("a plan", func(t *testing.T) {
		d := reviewtest.New(t)
		d.Add("a.txt:1", "a store is there")
		shown := gittest.Must(plan.Add(t.Context(), d.Agent("codex"), plan.PlanAddInput{Text: "# A plan\n\n1. first\n"}))(t)
		id := gittest.Must(plan.Comment(t.Context(), d.Human(), plan.PlanCommentInput{ID: shown.Plan.ID, Message: "why?"}))(t).Thread.ID
		says(d, id)
		read(d, "codex", id)
		if claims(d, "codex", id) {
			t.Error("a plan is not changed in the project's files")
		}
	})
}
