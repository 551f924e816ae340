package submission

import (
	"errors"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/compare"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/thread"
)

func TestAReviewBecomesThreadsAndARoundInTwoCommits(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("a.txt", "one\nTWO\nthree\nfour\n")
	d.Write("new.txt", "fresh\n")
	s := d.Showing(compare.Scope{Kind: compare.ScopeHead})
	d.Write("a.txt", "zero\none\nTWO\nthree\nfour\n") // an agent continues while the reviewer types
	out, err := Submit(t.Context(), s, SubmitInput{
		GlobalComment: "Nice.\nMostly.", Verdict: history.RequestsChanges,
		Comments: []SubmitComment{
			{File: "a.txt", StartLine: reviewtest.At(2), EndLine: reviewtest.At(2), Side: "new", Body: "why loud?"},
			{File: "a.txt", StartLine: reviewtest.At(2), EndLine: reviewtest.At(3), Side: "old", Body: "this was fine"},
			{File: "new.txt", Body: "a file"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Threads) != 4 || out.Global != out.Threads[3] || out.Checkpoint != "round-1" || out.Warning != "" {
		t.Fatalf("got %+v", out)
	}
	list := gittest.Must(review.List(t.Context(), d.Agent("codex"), review.ListInput{}))(t)
	lines := map[string]thread.Placement{}
	for _, v := range list.Threads {
		if v.Author != thread.Human || v.AnchorState != thread.Anchored {
			t.Errorf("%s is by %s and %s", v.ID, v.Author, v.AnchorState)
		}
		lines[v.Body] = v.Placement
	}
	if p := lines["why loud?"]; p.StartLine != 3 {
		t.Errorf("the line is now %d, want 3: it was line 2 of what the reviewer saw", p.StartLine)
	}
	if p := lines["this was fine"]; p.StartLine != 2 || p.EndLine != 3 {
		t.Errorf("the old side is at %+v", p)
	}
	wait := gittest.Must(history.Wait(t.Context(), d.Agent("codex"), history.WaitInput{Since: strings.Repeat("0", 40), Timeout: "0"}))(t)
	var review history.Event
	for _, e := range wait.Events {
		if e.Kind == history.Submitted {
			review = e
		}
	}
	if review.Verdict != history.RequestsChanges || len(review.Threads) != 4 || review.Review != out.Review || !strings.HasPrefix(review.Body, "Nice.") {
		t.Errorf("the event is %+v", review)
	}
	diff := gittest.Must(round.DiffCheckpoints(t.Context(), d.Human(), round.CheckpointDiffInput{}))(t)
	if len(diff.Files) != 1 || diff.Files[0].Path != "a.txt" || diff.Files[0].Added != 1 {
		t.Errorf("since the round, which is what the reviewer saw: %+v", diff.Files)
	}
	again := gittest.Must(Submit(t.Context(), d.Showing(compare.Scope{Kind: compare.ScopeSince, From: "last"}), SubmitInput{Verdict: history.Approved}))(t)
	if again.Checkpoint != "round-2" || len(again.Threads) != 0 || again.Review == out.Review {
		t.Errorf("the second round is %+v", again)
	}
}

func TestEveryVerdictIsTold(t *testing.T) {
	for _, c := range []struct {
		in   SubmitInput
		want string
	}{
		{SubmitInput{}, "submitted a review without comments"},
		{SubmitInput{GlobalComment: "hm"}, "submitted a review"},
		{SubmitInput{Verdict: history.Approved}, "approved"},
		{SubmitInput{Verdict: history.Approved, GlobalComment: "but"}, "approved, with notes"},
		{SubmitInput{Verdict: history.RequestsChanges}, "requested changes without comments"},
	} {
		d := reviewtest.New(t)
		d.Write("a.txt", "1\n")
		if _, err := Submit(t.Context(), d.Showing(compare.Scope{Kind: compare.ScopeHead}), c.in); err != nil {
			t.Fatal(err)
		}
		log := gittest.Must(history.Log(t.Context(), d.Human(), history.LogInput{}))(t)
		if got := log.Events[1].Words(); !strings.Contains(got, c.want) {
			t.Errorf("%+v is told as %q, want %q in it", c.in, got, c.want)
		}
	}
}

func TestABadCommentRefusesTheWholeReview(t *testing.T) {
	good := SubmitComment{File: "a.txt", StartLine: reviewtest.At(1), EndLine: reviewtest.At(1), Side: "new", Body: "good"}
	for name, bad := range map[string]SubmitComment{
		"no body":           {File: "a.txt", StartLine: reviewtest.At(1), EndLine: reviewtest.At(1), Side: "new", Body: " \n"},
		"no such line":      {File: "a.txt", StartLine: reviewtest.At(1), EndLine: reviewtest.At(99), Side: "new", Body: "x"},
		"line zero":         {File: "a.txt", StartLine: reviewtest.At(0), EndLine: reviewtest.At(0), Side: "new", Body: "x"},
		"backwards":         {File: "a.txt", StartLine: reviewtest.At(2), EndLine: reviewtest.At(1), Side: "new", Body: "x"},
		"half a range":      {File: "a.txt", StartLine: reviewtest.At(2), Side: "new", Body: "x"},
		"no side":           {File: "a.txt", StartLine: reviewtest.At(1), EndLine: reviewtest.At(1), Body: "x"},
		"a third side":      {File: "a.txt", StartLine: reviewtest.At(1), EndLine: reviewtest.At(1), Side: "middle", Body: "x"},
		"not in the diff":   {File: "b.txt", StartLine: reviewtest.At(1), EndLine: reviewtest.At(1), Side: "new", Body: "x"},
		"outside":           {File: "../a.txt", StartLine: reviewtest.At(1), EndLine: reviewtest.At(1), Side: "new", Body: "x"},
		"the store":         {File: ".consider/HEAD", Body: "x"},
		"no file":           {Body: "x"},
		"not UTF-8":         {File: "a.txt", StartLine: reviewtest.At(1), EndLine: reviewtest.At(1), Side: "new", Body: "\xff"},
		"too long":          {File: "a.txt", Side: "new", Body: strings.Repeat("x", thread.MaxBody+1)},
		"old side of a new": {File: "new.txt", StartLine: reviewtest.At(1), EndLine: reviewtest.At(1), Side: "old", Body: "x"},
	} {
		t.Run(name, func(t *testing.T) {
			d := reviewtest.New(t)
			d.Write("a.txt", "1\n2\n")
			d.Write("new.txt", "1\n")
			_, err := Submit(t.Context(), d.Showing(compare.Scope{Kind: compare.ScopeHead}), SubmitInput{Comments: []SubmitComment{good, bad}})
			if _, ok := fail.As(err); !ok {
				t.Fatalf("got %v", err)
			}
			if _, err := review.List(t.Context(), d.Human(), review.ListInput{}); !errors.Is(err, fail.ErrNoStore) {
				t.Errorf("something was written: %v", err)
			}
		})
	}
}

func TestEveryScopeShowsItsOwnSides(t *testing.T) {
	d := reviewtest.New(t)
	first := strings.TrimSpace(d.Git("rev-parse", "HEAD"))
	d.Write("a.txt", "one\ntwo\nthree\nFOUR\n")
	d.Commit("second")
	if _, err := round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{}); err != nil {
		t.Fatal(err)
	}
	d.Write("a.txt", "ONE\ntwo\nthree\nFOUR\n")
	d.Git("add", "a.txt")
	d.Write("a.txt", "ONE\nTWO\nthree\nFOUR\n")
	d.Write("loose.txt", "x\n")
	for _, c := range []struct {
		scope          compare.Scope
		files          int
		added, removed int // of a.txt
	}{
		{compare.Scope{Kind: compare.ScopeHead}, 2, 2, 2},
		{compare.Scope{Kind: compare.ScopeStaged}, 1, 1, 1},
		{compare.Scope{Kind: compare.ScopeUnstaged}, 2, 1, 1},
		{compare.Scope{Kind: compare.ScopeBase, From: first}, 2, 3, 3},
		{compare.Scope{Kind: compare.ScopeRange, From: "HEAD~1..HEAD"}, 1, 1, 1},
		{compare.Scope{Kind: compare.ScopeRange, From: first + "...HEAD"}, 1, 1, 1},
		{compare.Scope{Kind: compare.ScopeSince, From: "last"}, 2, 2, 2},
	} {
		look := gittest.Must(compare.New(t.Context(), d.Human(), c.scope))(t)
		if look.State != compare.OK || len(look.Files) != c.files || look.Files[0].Added != c.added || look.Files[0].Removed != c.removed {
			t.Errorf("%+v: %s %+v", c.scope, look.State, look.Files)
		}
		again := gittest.Must(compare.New(t.Context(), d.Human(), c.scope))(t)
		if again.ID != look.ID {
			t.Errorf("%+v: two looks at the same have the ids %s and %s", c.scope, look.ID, again.ID)
		}
	}
	for _, scope := range []compare.Scope{{Kind: compare.ScopeBase, From: "nosuch"}, {Kind: compare.ScopeBase, From: "--output=x"}, {Kind: compare.ScopeRange, From: "HEAD"}, {Kind: compare.ScopeSince, From: "round-9"}, {Kind: "all"}} {
		if err := compare.CheckScope(t.Context(), d.Human(), scope); err == nil {
			t.Errorf("%+v was taken", scope)
		}
	}
}

func TestThreadsArePlacedInWhatIsSeen(t *testing.T) {
	d := reviewtest.New(t)
	first := strings.TrimSpace(d.Git("rev-parse", "HEAD"))
	d.Write("a.txt", "one\nthree\nfour\n") // two is gone from HEAD as well
	d.Commit("second")
	base := compare.Scope{Kind: compare.ScopeBase, From: first}
	out := gittest.Must(Submit(t.Context(), d.Showing(base), SubmitInput{Comments: []SubmitComment{
		{File: "a.txt", StartLine: reviewtest.At(2), EndLine: reviewtest.At(2), Side: "old", Body: "why was it removed?"},
		{File: "a.txt", StartLine: reviewtest.At(2), EndLine: reviewtest.At(2), Side: "new", Body: "this comes first now"},
	}}))(t)
	reader := d.Showing(base)
	d.Write("a.txt", "new\none\nthree\nfour\n") // after the comparison
	added := gittest.Must(review.Add(t.Context(), reader, review.AddInput{Place: "a.txt", StartLine: 3, Message: "the last of what is seen"}))(t)
	places := map[string]thread.Placement{}
	for _, v := range gittest.Must(review.List(t.Context(), reader, review.ListInput{}))(t).Threads {
		places[v.ID] = v.Placement
	}
	for id, want := range map[string]int{out.Threads[0]: 2, out.Threads[1]: 2, added.Thread.ID: 3} {
		if p := places[id]; p.AnchorState != thread.Anchored || p.StartLine != want {
			t.Errorf("%s is seen at %+v, want line %d", id, p, want)
		}
	}
	for _, v := range gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{}))(t).Threads {
		switch {
		case v.Side == thread.Old && (v.AnchorState != thread.Anchored || v.Placement.From != first || v.Where().String() != first[:8]+":a.txt:2"):
			t.Errorf("HEAD has no such line, the base has: %s %+v", v.Where(), v.Placement)
		case v.Side == thread.New && v.Placement.StartLine != places[v.ID].StartLine+1:
			t.Errorf("on disk it is at %+v", v.Placement)
		}
	}
}

func TestAnApprovalWithWordsWaitsForNothingBeforeItHasAReply(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("a.txt", "one\nTWO\nthree\n")
	out := gittest.Must(Submit(t.Context(), d.Showing(compare.Scope{Kind: compare.ScopeHead}), SubmitInput{GlobalComment: "Nice.", Verdict: history.Approved}))(t)
	due := func() (n [8]int) {
		person := gittest.Must(review.Summary(t.Context(), d.Human(), review.SummaryInput{}))(t)
		agent := gittest.Must(review.Summary(t.Context(), d.Agent("codex"), review.SummaryInput{AllWorktrees: true}))(t)
		n = [8]int{person.Open, person.AwaitAgent, agent.Open, agent.AwaitAgent, agent.UnseenOpen}
		n[5] = len(gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{Awaiting: "agent"}))(t).Threads)
		waiting, _, err := history.AllWaiting(t.Context(), d.Agent("codex"))
		if n[6] = len(waiting); err != nil {
			t.Error(err)
		}
		if gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{}))(t).Nobody {
			n[7] = 1
		}
		return n
	}
	if n := due(); n != [8]int{} {
		t.Errorf("an approval waits: %v", n)
	}
	if list := gittest.Must(review.List(t.Context(), d.Agent("codex"), review.ListInput{Unseen: true}))(t); len(list.Threads) != 1 || !list.Threads[0].Approval {
		t.Errorf("its words cannot be read: %+v", list.Threads)
	}
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: out.Global, Message: "One more thing."}))(t)
	if n := due(); n != [8]int{1, 1, 1, 1, 1, 1, 1, 1} {
		t.Errorf("an approval with a reply is like any other thread, and not %v", n)
	}
}
