package review

import (
	"errors"
	"strings"
	"testing"
)

func at(n int) *int { return &n }

// looking is the human with the diff of HEAD on the screen.
func (d *desk) looking(scope Scope) *Service {
	d.t.Helper()
	s := d.human()
	look, err := s.Look(d.t.Context(), scope)
	if err != nil {
		d.t.Fatal(err)
	}
	s.Shown = look
	return s
}

func TestAReviewBecomesThreadsAndARoundInTwoCommits(t *testing.T) {
	d := newDesk(t)
	d.Write("a.txt", "one\nTWO\nthree\nfour\n")
	d.Write("new.txt", "fresh\n")
	s := d.looking(Scope{Kind: ScopeHead})
	d.Write("a.txt", "zero\none\nTWO\nthree\nfour\n") // an agent goes on while the reviewer types
	out, err := s.Submit(t.Context(), SubmitInput{
		GlobalComment: "Nice.\nMostly.", Verdict: RequestsChanges,
		Comments: []SubmitComment{
			{File: "a.txt", StartLine: at(2), EndLine: at(2), Side: "right", Body: "why loud?"},
			{File: "a.txt", StartLine: at(2), EndLine: at(3), Side: "left", Body: "this was fine"},
			{File: "new.txt", Body: "a file"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Threads) != 4 || out.Global != out.Threads[3] || out.Checkpoint != "round-1" || out.Warning != "" {
		t.Fatalf("got %+v", out)
	}
	list := must(d.agent("codex").List(t.Context(), ListInput{}))(t)
	lines := map[string]Placement{}
	for _, v := range list.Threads {
		if v.Author != Human || v.AnchorState != Anchored {
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
	wait := must(d.agent("codex").Wait(t.Context(), WaitInput{Since: strings.Repeat("0", 40), Timeout: "0"}))(t)
	var review Event
	for _, e := range wait.Events {
		if e.Kind == Submitted {
			review = e
		}
	}
	if review.Verdict != RequestsChanges || len(review.Threads) != 4 || review.Review != out.Review || !strings.HasPrefix(review.Body, "Nice.") {
		t.Errorf("the event is %+v", review)
	}
	diff := must(d.human().DiffCheckpoints(t.Context(), CheckpointDiffInput{}))(t)
	if len(diff.Files) != 1 || diff.Files[0].Path != "a.txt" || diff.Files[0].Added != 1 {
		t.Errorf("since the round, which is what the reviewer saw: %+v", diff.Files)
	}
	again := must(d.looking(Scope{Kind: ScopeSince, From: "last"}).Submit(t.Context(), SubmitInput{Verdict: Approved}))(t)
	if again.Checkpoint != "round-2" || len(again.Threads) != 0 || again.Review == out.Review {
		t.Errorf("the second round is %+v", again)
	}
}

func TestEveryVerdictIsTold(t *testing.T) {
	for _, c := range []struct {
		in   SubmitInput
		want string
	}{
		{SubmitInput{}, "reviewed the changes and has nothing to say"},
		{SubmitInput{GlobalComment: "hm"}, "submitted a review"},
		{SubmitInput{Verdict: Approved}, "approved"},
		{SubmitInput{Verdict: Approved, GlobalComment: "but"}, "approved, with notes"},
		{SubmitInput{Verdict: RequestsChanges}, "asked for changes, without saying which"},
	} {
		d := newDesk(t)
		d.Write("a.txt", "1\n")
		if _, err := d.looking(Scope{Kind: ScopeHead}).Submit(t.Context(), c.in); err != nil {
			t.Fatal(err)
		}
		log := must(d.human().Log(t.Context(), LogInput{}))(t)
		if got := log.Events[1].Words(); !strings.Contains(got, c.want) {
			t.Errorf("%+v is told as %q, want %q in it", c.in, got, c.want)
		}
	}
}

func TestABadCommentRefusesTheWholeReview(t *testing.T) {
	good := SubmitComment{File: "a.txt", StartLine: at(1), EndLine: at(1), Side: "right", Body: "good"}
	for name, bad := range map[string]SubmitComment{
		"no body":           {File: "a.txt", StartLine: at(1), EndLine: at(1), Side: "right", Body: " \n"},
		"no such line":      {File: "a.txt", StartLine: at(1), EndLine: at(99), Side: "right", Body: "x"},
		"line zero":         {File: "a.txt", StartLine: at(0), EndLine: at(0), Side: "right", Body: "x"},
		"backwards":         {File: "a.txt", StartLine: at(2), EndLine: at(1), Side: "right", Body: "x"},
		"half a range":      {File: "a.txt", StartLine: at(2), Side: "right", Body: "x"},
		"no side":           {File: "a.txt", StartLine: at(1), EndLine: at(1), Body: "x"},
		"a third side":      {File: "a.txt", StartLine: at(1), EndLine: at(1), Side: "middle", Body: "x"},
		"not in the diff":   {File: "b.txt", StartLine: at(1), EndLine: at(1), Side: "right", Body: "x"},
		"outside":           {File: "../a.txt", StartLine: at(1), EndLine: at(1), Side: "right", Body: "x"},
		"the store":         {File: ".consider/HEAD", Body: "x"},
		"no file":           {Body: "x"},
		"not UTF-8":         {File: "a.txt", StartLine: at(1), EndLine: at(1), Side: "right", Body: "\xff"},
		"too long":          {File: "a.txt", Side: "right", Body: strings.Repeat("x", maxBody+1)},
		"old side of a new": {File: "new.txt", StartLine: at(1), EndLine: at(1), Side: "left", Body: "x"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.Write("a.txt", "1\n2\n")
			d.Write("new.txt", "1\n")
			_, err := d.looking(Scope{Kind: ScopeHead}).Submit(t.Context(), SubmitInput{Comments: []SubmitComment{good, bad}})
			if _, ok := asError(err); !ok {
				t.Fatalf("got %v", err)
			}
			if _, err := d.human().List(t.Context(), ListInput{}); !errors.Is(err, ErrNoStore) {
				t.Errorf("something was written: %v", err)
			}
		})
	}
}

func TestEveryScopeShowsItsOwnSides(t *testing.T) {
	d := newDesk(t)
	first := strings.TrimSpace(d.Git("rev-parse", "HEAD"))
	d.Write("a.txt", "one\ntwo\nthree\nFOUR\n")
	d.Commit("second")
	if _, err := d.human().MakeCheckpoint(t.Context(), CheckpointInput{}); err != nil {
		t.Fatal(err)
	}
	d.Write("a.txt", "ONE\ntwo\nthree\nFOUR\n")
	d.Git("add", "a.txt")
	d.Write("a.txt", "ONE\nTWO\nthree\nFOUR\n")
	d.Write("loose.txt", "x\n")
	for _, c := range []struct {
		scope          Scope
		files          int
		added, removed int // of a.txt
	}{
		{Scope{Kind: ScopeHead}, 2, 2, 2},
		{Scope{Kind: ScopeStaged}, 1, 1, 1},
		{Scope{Kind: ScopeUnstaged}, 2, 1, 1},
		{Scope{Kind: ScopeBase, From: first}, 2, 3, 3},
		{Scope{Kind: ScopeRange, From: "HEAD~1..HEAD"}, 1, 1, 1},
		{Scope{Kind: ScopeRange, From: first + "...HEAD"}, 1, 1, 1},
		{Scope{Kind: ScopeSince, From: "last"}, 2, 2, 2},
	} {
		look := must(d.human().Look(t.Context(), c.scope))(t)
		if look.State != LookOK || len(look.Files) != c.files || look.Files[0].Added != c.added || look.Files[0].Removed != c.removed {
			t.Errorf("%+v: %s %+v", c.scope, look.State, look.Files)
		}
		again := must(d.human().Look(t.Context(), c.scope))(t)
		if again.ID != look.ID {
			t.Errorf("%+v: two looks at the same have the ids %s and %s", c.scope, look.ID, again.ID)
		}
	}
	for _, scope := range []Scope{{Kind: ScopeBase, From: "nosuch"}, {Kind: ScopeBase, From: "--output=x"}, {Kind: ScopeRange, From: "HEAD"}, {Kind: ScopeSince, From: "round-9"}, {Kind: "all"}} {
		if err := d.human().CheckScope(t.Context(), scope); err == nil {
			t.Errorf("%+v was taken", scope)
		}
	}
}

func TestThreadsArePlacedInWhatIsSeen(t *testing.T) {
	d := newDesk(t)
	first := strings.TrimSpace(d.Git("rev-parse", "HEAD"))
	d.Write("a.txt", "one\nthree\nfour\n") // two is gone from HEAD as well
	d.Commit("second")
	base := Scope{Kind: ScopeBase, From: first}
	out := must(d.looking(base).Submit(t.Context(), SubmitInput{Comments: []SubmitComment{
		{File: "a.txt", StartLine: at(2), EndLine: at(2), Side: "left", Body: "why was it removed?"},
		{File: "a.txt", StartLine: at(2), EndLine: at(2), Side: "right", Body: "this comes first now"},
	}}))(t)
	reader := d.looking(base)
	d.Write("a.txt", "new\none\nthree\nfour\n") // after the look
	added := must(reader.Add(t.Context(), AddInput{Place: "a.txt", StartLine: 3, Message: "the last of what is seen"}))(t)
	places := map[string]Placement{}
	for _, v := range must(reader.List(t.Context(), ListInput{}))(t).Threads {
		places[v.ID] = v.Placement
	}
	for id, want := range map[string]int{out.Threads[0]: 2, out.Threads[1]: 2, added.Thread.ID: 3} {
		if p := places[id]; p.AnchorState != Anchored || p.StartLine != want {
			t.Errorf("%s is seen at %+v, want line %d", id, p, want)
		}
	}
	for _, v := range must(d.human().List(t.Context(), ListInput{}))(t).Threads {
		switch {
		case v.Side == Old && v.AnchorState != Stale:
			t.Errorf("HEAD has no such line: %+v", v.Placement)
		case v.Side == New && v.Placement.StartLine != places[v.ID].StartLine+1:
			t.Errorf("on disk it is at %+v", v.Placement)
		}
	}
}
