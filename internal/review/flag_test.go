package review_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/thread"
)

// flag adds a thread with a flag as an agent.
func flag(t *testing.T, d *reviewtest.Desk, agent, words string, kind thread.FlagKind, step int) {
	t.Helper()
	d.Now = d.Now.Add(time.Minute)
	s := d.Agent(agent)
	gittest.Must(review.Add(t.Context(), s, review.AddInput{Place: "a.txt:1", Message: words, Flag: kind, Step: step}))(t)
}

func TestOnlyAgentsFlagLines(t *testing.T) {
	d := reviewtest.New(t)
	for _, c := range []struct {
		s  *session.Session
		in review.AddInput
	}{
		{d.Human(), review.AddInput{Flag: thread.FlagLook}},
		{d.Agent("codex"), review.AddInput{Step: 1}},
		{d.Agent("codex"), review.AddInput{Flag: thread.FlagUnsure, Step: -1}},
	} {
		c.in.Place, c.in.Message = "a.txt:1", "look"
		if _, err := review.Add(t.Context(), c.s, c.in); !errors.Is(err, fail.ErrUsage) {
			t.Errorf("%+v: %v", c.in, err)
		}
	}
}

func route(t *testing.T, d *reviewtest.Desk) (string, int) {
	t.Helper()
	out := gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{Flag: true}))(t)
	var bodies []string
	for _, v := range out.Threads {
		bodies = append(bodies, v.Body)
	}
	return strings.Join(bodies, " "), out.Unlisted
}

func TestFlagsAreListedInTheirOrderUntilTheRoundEnds(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "plain")
	flag(t, d, "codex", "third", thread.FlagLook, 3)
	flag(t, d, "claude-code", "other", thread.FlagUnsure, 0)
	flag(t, d, "codex", "first", thread.FlagLook, 1)
	flag(t, d, "codex", "second", thread.FlagUnsure, 2)
	if got, _ := route(t, d); got != "other first second third" {
		t.Errorf("got %q", got)
	}
	d.Now = d.Now.Add(time.Minute)
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{}))(t)
	if got, _ := route(t, d); got != "" {
		t.Errorf("after the round: %q", got)
	}
	if all := gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{}))(t).Threads; len(all) != 5 {
		t.Errorf("%d threads are left of 5", len(all))
	}
	flag(t, d, "codex", "next", thread.FlagLook, 0)
	if got, _ := route(t, d); got != "next" {
		t.Errorf("in the next round: %q", got)
	}
}

func TestAnAgentHasTwentyFlagsAndTheRestIsCounted(t *testing.T) {
	d := reviewtest.New(t)
	for i := range 23 {
		flag(t, d, "codex", fmt.Sprint(i), thread.FlagLook, 0)
	}
	flag(t, d, "claude-code", "mine", thread.FlagLook, 0)
	got, more := route(t, d)
	if n := len(strings.Fields(got)); n != 21 || more != 3 || !strings.HasSuffix(got, " 21 22") {
		t.Errorf("got %q and %d more", got, more)
	}
}

func TestALongListOfFlagsContinuesInTheirOrder(t *testing.T) {
	d := reviewtest.New(t)
	for i := range 7 {
		flag(t, d, "codex", fmt.Sprint(i), thread.FlagLook, 9-i)
	}
	got, in := "", review.ListInput{Flag: true, Limit: new(3)}
	for range 4 {
		out := gittest.Must(review.List(t.Context(), d.Human(), in))(t)
		for _, v := range out.Threads {
			got += v.Body
		}
		if in.After = out.Next; in.After == "" {
			break
		}
	}
	if got != "6543210" {
		t.Errorf("got %q", got)
	}
}
