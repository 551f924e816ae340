package review_test

import (
	"fmt"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

// reports lets an agent report a finding.
func reports(d *reviewtest.Desk, name, place, kind, message string) review.AddOutput {
	d.T.Helper()
	s := d.Agent(name)
	out := gittest.Must(review.Add(d.T.Context(), s, review.AddInput{Place: place, Kind: kind, Message: message}))(d.T)
	review.Delivered(d.T.Context(), s)
	return out
}

func whole(d *reviewtest.Desk, id string) *thread.Thread {
	d.T.Helper()
	return gittest.Must(review.Get(d.T.Context(), d.Human(), review.GetInput{ID: id}))(d.T).Thread.Stored
}

func TestTheSameReportTwiceAddsNothing(t *testing.T) {
	d := reviewtest.New(t)
	first := reports(d, "codex", "a.txt:2", "bug", "wrong")
	tip := gittest.Must(d.Human().Tip(t.Context()))(t)
	d.Write("a.txt", "zero\none\ntwo\nthree\nfour\n")
	again := reports(d, "codex", "a.txt:3", "Bug", "wrong")
	if !again.Same || again.Thread.ID != first.Thread.ID || again.Thread.Placement.StartLine != 3 {
		t.Errorf("%+v", again)
	}
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{first.Thread.ID}}))(t)
	if again := reports(d, "codex", "a.txt:3", "bug", "wrong"); !again.Same || again.Thread.Finding.State != thread.Closed {
		t.Errorf("a resolved finding comes back: %+v", again)
	}
	if now := gittest.Must(d.Human().Tip(t.Context()))(t); len(strings.Fields(d.StoreGit("log", "--format=%H", tip+".."+now))) != 1 {
		t.Error("reporting it again wrote something")
	}
}

// Two calls read the store before the first one wrote.
func TestAReportThatIsSentTwiceAtOnceIsOneReply(t *testing.T) {
	d := reviewtest.New(t)
	id := reports(d, "codex", "a.txt:2", "bug", "wrong").Thread.ID
	s := d.Agent("gemini")
	all := gittest.Must(review.NewReporter(t.Context(), s))(t)
	for i := range 2 {
		one, base, err := review.NewThread(t.Context(), s, review.AddInput{Place: "a.txt:2", Message: "an int is too small"})
		if err != nil {
			t.Fatal(err)
		}
		one.ID, one.Author, one.AuthorName, one.Concern = "c_0000000a", thread.Agent, "gemini", &thread.Concern{Kind: "bug"}
		var out review.Reported
		err = s.Update(t.Context(), false, func(c *session.Change) (err error) {
			c.Record("reply", thread.Author{Kind: thread.Agent, Name: "gemini"}, "", id)
			out, err = all.Begin().Store(c, one, base)
			return err
		})
		if err != nil || out.Thread.ID != id || out.Same != (i == 1) {
			t.Errorf("call %d: %v %+v", i, err, out)
		}
	}
	if replies := whole(d, id).Replies; len(replies) != 1 {
		t.Errorf("%+v", replies)
	}
}

// The threads of another worktree are not in the lists of this one.
func TestEachWorktreeHasItsFindings(t *testing.T) {
	d := reviewtest.New(t)
	one, two := reports(d, "codex", "a.txt:2", "bug", "wrong"), reports(d.Side("two"), "codex", "a.txt:2", "bug", "wrong")
	if two.Same || one.Thread.ID == two.Thread.ID {
		t.Errorf("%+v", two)
	}
}

// Held back, a report does not get to other agents in the thread of one that the human accepted.
func TestAReportIsTriagedEvenIfTheSameWasAccepted(t *testing.T) {
	d := reviewtest.New(t)
	d.Set("findings", "triage")
	one := reports(d, "codex", "a.txt:2", "bug", "wrong")
	if two := reports(d, "gemini", "a.txt:2", "bug", "very wrong"); two.Thread.ID != one.Thread.ID {
		t.Errorf("two held reports of one problem: %+v", two)
	}
	gittest.Must(review.Triage(t.Context(), d.Human(), review.TriageInput{IDs: []string{one.Thread.ID}}))(t)
	if three := reports(d, "qwen", "a.txt:2", "bug", "so wrong"); three.Thread.ID == one.Thread.ID || three.Thread.Finding.State != thread.Held {
		t.Errorf("%+v", three)
	}
}

// The thread that it became a reply of is in no list of active threads.
func TestAReportOfAnArchivedProblemAddsNothing(t *testing.T) {
	d := reviewtest.New(t)
	id := reports(d, "codex", "a.txt:2", "bug", "wrong").Thread.ID
	if two := reports(d, "gemini", "a.txt:2", "bug", "very wrong"); two.Thread.ID != id {
		t.Fatalf("%+v", two)
	}
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{id}}))(t)
	gittest.Must(review.Archive(t.Context(), d.Human(), review.ArchiveInput{IDs: []string{id}}))(t)
	for name, message := range map[string]string{"codex": "wrong", "gemini": "very wrong"} {
		if again := reports(d, name, "a.txt:2", "bug", message); !again.Same || again.Thread.ID != id {
			t.Errorf("%+v", again)
		}
	}
}

func TestAnEqualLineElsewhereIsAnotherFinding(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("b.txt", "x\nsame\ny\nz\nq\nsame\nw\n")
	one, two := reports(d, "codex", "b.txt:2", "bug", "wrong"), reports(d, "codex", "b.txt:6", "bug", "wrong")
	if two.Same || one.Thread.ID == two.Thread.ID {
		t.Errorf("%+v", two)
	}
	if again := reports(d, "codex", "b.txt:6", "bug", "wrong"); !again.Same || again.Thread.ID != two.Thread.ID {
		t.Errorf("%+v", again)
	}
}

// Two agents that find the same problem make one thread, in which each of them keeps its own message.
func TestFindersOfOneProblemShareAThread(t *testing.T) {
	for what, c := range map[string]struct {
		name, place, kind, message string
		merged                     bool
	}{
		"the same kind":         {"gemini", "a.txt:4", "bug", "an int is too small", true},
		"the same first line":   {"gemini", "a.txt:3-4", "style", "Overflows\nfor ever", true},
		"a suggestion for them": {"gemini", "a.txt:3-4", "bug", "```suggestion\nx\n```", true},
		"a suggestion for more": {"gemini", "a.txt:3", "bug", "```suggestion\nx\n```", false},
		"other lines":           {"gemini", "a.txt:1", "bug", "overflows", false},
		"the file":              {"gemini", "a.txt", "bug", "overflows", false},
		"another claim":         {"gemini", "a.txt:3", "style", "an int is too small", false},
		"the same finder":       {"codex", "a.txt:3", "bug", "an int is too small", false},
	} {
		t.Run(what, func(t *testing.T) {
			d := reviewtest.New(t)
			first := reports(d, "codex", "a.txt:2-3", "bug", "overflows").Thread.ID
			d.Write("a.txt", "zero\none\ntwo\nthree\nfour\n")
			out := reports(d, c.name, c.place, c.kind, c.message)
			if merged := out.Reply != ""; merged != c.merged || merged != (out.Thread.ID == first) {
				t.Fatalf("merged: %v", merged)
			}
			again := reports(d, c.name, c.place, c.kind, c.message)
			if !again.Same || again.Thread.ID != out.Thread.ID {
				t.Errorf("added twice: %+v", again)
			}
			if !c.merged {
				return
			}
			stored := whole(d, first)
			if said := stored.Replies[0]; len(stored.Replies) != 1 || said.AuthorName != "gemini" || said.Body != c.message || said.Concern.Kind != c.kind {
				t.Errorf("its concern is lost: %+v", stored.Replies)
			}
			if finders := strings.Join(stored.Finding().Finders, " "); finders != "codex gemini" {
				t.Errorf("found by %s", finders)
			}
		})
	}
}

// A finder may have read another commit than the one that is checked out: its lines are those of that commit.
func TestAFindingOnAnotherTreeSaysSo(t *testing.T) {
	d := reviewtest.New(t)
	old := strings.TrimSpace(d.Git("rev-parse", "HEAD"))
	d.Write("a.txt", "zero\none\ntwo\nthree\nfour\n")
	d.Commit("second")
	add := func(place, tree string) review.AddOutput {
		return gittest.Must(review.Add(t.Context(), d.Agent("codex"), review.AddInput{Place: place, Kind: "bug", Message: place + tree, Tree: tree}))(t)
	}
	if out := add("a.txt:2", old); out.Thread.Finding.Tree != old || out.Thread.Placement.StartLine != 3 {
		t.Errorf("%+v %+v", out.Thread.Finding, out.Thread.Placement)
	}
	if out := add("a.txt:3", "HEAD"); out.Thread.Finding.Tree != "" || out.Thread.Placement.StartLine != 3 {
		t.Errorf("%+v %+v", out.Thread.Finding, out.Thread.Placement)
	}
	for place, tree := range map[string]string{"a.txt:2": "0123456", "HEAD:a.txt:2": old} { // a place names no commit besides
		_, err := review.Add(t.Context(), d.Agent("codex"), review.AddInput{Place: place, Kind: "bug", Message: "x", Tree: tree})
		if fail.FailureOf(err).Kind != fail.KindNotFound {
			t.Errorf("%s %s: %v", place, tree, err)
		}
	}
	d.Write("a.txt", "zero\r\none\r\ntwo\r\nthree\r\nfour\r\n")
	if out := add("a.txt:5", "HEAD"); out.Thread.Finding.Tree != "" {
		t.Errorf("other line ends are another tree: %+v", out.Thread.Finding)
	}
}

func TestAFindingIsCheckedAndBounded(t *testing.T) {
	d := reviewtest.New(t)
	for want, c := range map[string]struct {
		in review.AddInput
		as session.Caller
	}{
		"cannot be combined":        {review.AddInput{Kind: "bug", Ask: "A|B"}, session.Caller{Agent: "codex"}},
		"only an agent can report":  {review.AddInput{Kind: "bug"}, session.Caller{Terminal: true}},
		"invalid kind":              {review.AddInput{Kind: "a bug"}, session.Caller{Agent: "codex"}},
		"must be between 1 and 100": {review.AddInput{Kind: "bug", Confidence: 101}, session.Caller{Agent: "codex"}},
		"require":                   {review.AddInput{Confidence: 50}, session.Caller{Agent: "codex"}},
	} {
		c.in.Place, c.in.Message = "a.txt:2", "x"
		_, err := review.Add(t.Context(), d.As(c.as), c.in)
		if f := fail.FailureOf(err); f.Kind != fail.KindUsage || !strings.Contains(f.Message, want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// flood stores 500 findings of an agent.
func flood(d *reviewtest.Desk, name, place string) {
	d.T.Helper()
	copied := whole(d, reports(d, name, place, "bug", "x").Thread.ID)
	err := d.Agent("codex").Update(d.T.Context(), false, func(c *session.Change) error {
		c.Record("import", thread.Author{Kind: thread.Agent, Name: "codex"}, "")
		for i := range 499 {
			one := *copied
			one.ID = fmt.Sprintf("%s%05x", copied.ID[:len("c_000")], i)
			if err := c.Save(thread.Active, &one); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		d.T.Fatal(err)
	}
}

func TestAFloodOfFindingsIsStopped(t *testing.T) {
	d := reviewtest.New(t)
	refused := func(s *session.Session, name, why string) {
		t.Helper()
		s.Caller.Name = name
		_, err := review.Add(t.Context(), s, review.AddInput{Place: "a.txt:3", Kind: "bug", Message: "x"})
		if f := fail.FailureOf(err); f.Kind != fail.KindDenied || !strings.Contains(f.Message, why) || len(f.Hints) != 1 {
			t.Errorf("%v", err)
		}
	}
	flood(d, "codex", "a.txt:2")
	refused(d.Agent("codex"), "", "codex reached the limit of 500 open findings")
	if out := reports(d, "gemini", "a.txt:4", "bug", "y"); out.Same {
		t.Error("a flood of one agent stops another")
	}
	flood(d, "reviewer", "a.txt:1")
	for _, name := range []string{"reviewer", "another", "one more"} {
		refused(d.Agent("codex"), name, "agents with other names reached the limit")
		refused(d.Agent(""), name, "agents with other names reached the limit")
	}
}
