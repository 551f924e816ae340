package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/review/plan"
	"consider/internal/thread"
)

// said is what a person did with a version of a plan.
type said struct {
	verdict                        history.Verdict // "" for none
	note, open, resolved, answered bool
}

func (c said) String() string {
	return fmt.Sprintf("%s: note %v, open thread %v, resolved thread %v, answered thread %v", c.verdict, c.note, c.open, c.resolved, c.answered)
}

// everything is all that a person can do with a version.
func everything() (out []said) {
	for _, verdict := range []history.Verdict{"", history.Approved, history.RequestsChanges} {
		for n := range 16 {
			c := said{verdict, n&1 != 0, n&2 != 0, n&4 != 0, n&8 != 0}
			if c.verdict == "" && c.note || c.verdict == history.RequestsChanges && !c.note && !c.open {
				continue // a note belongs to a verdict; nothing would say what to change
			}
			out = append(out, c)
		}
	}
	return out
}

// titled is a plan of its own for each.
func titled(c said) string { return strings.Replace(first, "The shed", c.String(), 1) }

// do does it with a new plan, and returns the plan.
func (g *garden) do(c said) plan.PlanView {
	g.t.Helper()
	shown := g.show(titled(c)).Plan
	if c.open {
		g.comment(plan.PlanCommentInput{ID: shown.ID, Lines: "6", Message: "how deep?"})
	}
	if c.resolved {
		id := g.comment(plan.PlanCommentInput{ID: shown.ID, Lines: "7", Message: "why red?"})
		gittest.Must(review.Resolve(g.t.Context(), g.Human(), review.ResolveInput{IDs: []string{id}}))(g.t)
	}
	if c.answered {
		id := g.comment(plan.PlanCommentInput{ID: shown.ID, Lines: "9", Message: "why Go?"})
		in := review.ReplyInput{ID: id, Message: "it is at hand", Outcome: thread.Answered}
		gittest.Must(review.Reply(g.t.Context(), g.Agent("claude-code"), in))(g.t)
	}
	note := ""
	if c.note {
		note = "mind the rain"
	}
	switch c.verdict {
	case history.Approved:
		gittest.Must(plan.Approve(g.t.Context(), g.Human(), plan.PlanApproveInput{ID: shown.ID, Message: note}))(g.t)
	case history.RequestsChanges:
		gittest.Must(plan.Reject(g.t.Context(), g.Human(), plan.PlanVerdictInput{ID: shown.ID, Message: note}))(g.t)
	}
	return shown
}

func TestTheAgentReadsTheVerdictFirst(t *testing.T) {
	begin := map[history.Verdict]string{
		"":                      "Not decided yet: your plan %q, version 1.\n",
		history.Approved:        "Approved: your plan %q, version 1. Start work.\n",
		history.RequestsChanges: "Changes requested: your plan %q, version 1.\n",
	}
	g := newGarden(t)
	for _, c := range everything() {
		out := gittest.Must(plan.Feedback(t.Context(), g.Agent("claude-code"), plan.PlanFeedbackInput{ID: g.do(c).ID}))(t)
		if !strings.HasPrefix(out.Text, fmt.Sprintf(begin[c.verdict], c.String())) {
			t.Errorf("%s begins otherwise:\n%s", c, out.Text)
		}
		if (out.Verdict == nil) != (c.verdict == "") || out.Verdict != nil && out.Verdict.Verdict != c.verdict {
			t.Errorf("%s: in JSON the verdict is %+v", c, out.Verdict)
		}
		isApproved := c.verdict == history.Approved
		for words, want := range map[string]bool{
			"mind the rain": c.note, "how deep?": c.open, "why red?": false, "consider reply ID": c.open,
			"next version": !isApproved, "CHANGE": c.verdict == history.RequestsChanges && c.open,
			"NOTES — follow them as you work:\n\nmind the rain\n":      isApproved && c.note,
			"NOTES on passages — follow them as you work:\n- c_":       isApproved && c.open,
			"COMMENTS — please answer each of these points:\n- c_":     c.verdict == "" && c.open,
			"CHANGE — please address each of these points:\n- c_":      c.verdict == history.RequestsChanges && c.open,
			"Answer each when it is done: consider reply ID --outcome": isApproved && c.open,
			"why Go?\n  you: it is at hand\n":                          c.answered,
			"\nNOTES already answered (threads still open):\n- c_":     isApproved && c.answered,
			"\nANSWERED (threads still open):\n- c_":                   !isApproved && c.answered,
		} {
			if strings.Contains(out.Text, words) != want {
				t.Errorf("%s: %q is there: %v, want %v:\n%s", c, words, !want, want, out.Text)
			}
		}
	}
}

func TestTheGateTellsTheAgentWhatFeedbackTells(t *testing.T) {
	const answer = "cli reply ID"
	g := newGarden(t)
	for _, c := range everything() {
		shown := g.do(c)
		d := gittest.Must(plan.Decide(t.Context(), g.Agent("claude-code"), shown.ID, 1, answer))(t)
		text := gittest.Must(plan.Feedback(t.Context(), g.Agent("claude-code"), plan.PlanFeedbackInput{ID: shown.ID}))(t).Text
		if before, command, ok := strings.Cut(text, "consider reply ID"); ok {
			_, after, _ := strings.Cut(command, "\n")
			text = before + answer + "\n" + after
		}
		want := plan.Decision{}
		switch c.verdict {
		case history.Approved:
			want.Approved = true
			if c.note || c.open || c.answered {
				want.Text = strings.TrimRight(titled(c), "\n") + "\n\n---\n\n" + text
			}
		case history.RequestsChanges:
			want = plan.Decision{Rejected: true, Message: text}
		}
		if d != want {
			t.Errorf("%s: the gate decides %+v, want %+v", c, d, want)
		}
	}
}

func TestAVerdictThatOnlyClaimsToBeAPersonsSaysSo(t *testing.T) {
	for want, v := range map[string]plan.PlanVerdict{
		"Approved (--as human): your plan \"x\", version 1. Start work.\n": {Verdict: history.Approved, Claimed: true},
		"Changes requested (--as human): your plan \"x\", version 1.\n":    {Verdict: history.RequestsChanges, Claimed: true},
		"postponed: your plan \"x\", version 1.\n":                         {Verdict: "postponed"}, // of a newer consider
	} {
		if got := plan.Message("x", 1, &v, nil, ""); !strings.HasPrefix(got, want) || v.Verdict == "postponed" && got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestAPointOnAPassageThatIsGoneStaysANoteAfterAnApproval(t *testing.T) {
	for verdict, want := range map[history.Verdict]string{
		history.Approved:        "\nNOTES on passages that are no longer in the plan:\n- c_",
		history.RequestsChanges: "\nSTILL OPEN — comments on passages that are no longer in the plan:\n- c_",
		"":                      "\nSTILL OPEN — comments on passages that are no longer in the plan:\n- c_",
	} {
		g := newGarden(t)
		g.show(first)
		g.comment(plan.PlanCommentInput{Quote: "It is done in May.", Message: "in June"})
		g.show(strings.Replace(first, "It is done in May.\n", "", 1))
		switch verdict {
		case history.Approved:
			gittest.Must(plan.Approve(t.Context(), g.Human(), plan.PlanApproveInput{}))(t)
		case history.RequestsChanges:
			gittest.Must(plan.Reject(t.Context(), g.Human(), plan.PlanVerdictInput{}))(t)
		}
		text := gittest.Must(plan.Feedback(t.Context(), g.Agent("claude-code"), plan.PlanFeedbackInput{}))(t).Text
		if !strings.Contains(text, want) || strings.Contains(text, "next version") == (verdict == history.Approved) {
			t.Errorf("%q: %s", verdict, text)
		}
	}
}
