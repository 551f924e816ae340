package submission

import (
	"errors"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/compare"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/thread"
)

// numbered returns lines "1" to "n", with some of them replaced.
func numbered(n int, other map[int]string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		line, ok := other[i]
		if !ok {
			line = strings.Repeat("x", i%7) + " line"
		}
		if line != "-" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

func TestTheChangeThatAnsweredAThreadIsTheOneAtItsLines(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("long.go", numbered(60, map[int]string{10: "first place", 30: "second place", 50: "third place"}))
	d.Write("same.go", "one\n")
	d.Commit("begin")
	edited, gone, silent := d.Add("long.go:30", "say more"), d.Add("long.go:50", "not needed"), d.Add("long.go:10", "why?")
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{}))(t)
	d.Write("long.go", numbered(60, map[int]string{2: "above\nabove", 10: "first place", 30: "second place, and more", 50: "-", 58: "below"}))
	d.Commit("what the agent did")
	for _, id := range []string{edited, gone} {
		gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "done", Outcome: thread.Addressed}))(t)
	}
	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: silent, Message: "because", Outcome: thread.Answered}))(t)

	out := gittest.Must(ListChanges(t.Context(), d.Human(), ChangesInput{Scope: compare.ScopeSince, From: "last"}))(t)
	if out.State != compare.OK || len(out.Files) != 1 || out.Files[0].Path != "long.go" || out.Scope.From != "round-1" {
		t.Fatalf("%+v", out)
	}
	lines := map[string]int{}
	for _, a := range out.Answers {
		lines[a.Thread] = a.Line
	}
	if len(lines) != 2 || lines[edited] != 31 || lines[gone] != 50 {
		t.Errorf("the answers are at %+v, want %s at 31 and %s at 50", out.Answers, edited, gone)
	}
}

func TestAChangeAtTheEndsOfAFileHasALine(t *testing.T) {
	for name, c := range map[string]struct {
		was, is string
		want    int
	}{
		"all removed":  {"one\ntwo\n", "", 1},
		"first line":   {"one\ntwo\nthree\n", "two\nthree\n", 1},
		"last line":    {"one\ntwo\nthree\n", "one\ntwo\n", 2},
		"new lines":    {"one\n", "one\ntwo\n", 2},
		"from nothing": {"", "one\n", 1},
	} {
		d := reviewtest.New(t)
		d.Write("b.txt", c.was)
		d.Commit("begin")
		place := "b.txt"
		if c.was != "" {
			place = "b.txt:1"
		}
		id := d.Add(place, "x")
		d.Write("b.txt", c.is)
		gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "done", Outcome: thread.Addressed}))(t)
		out := gittest.Must(ListChanges(t.Context(), d.Human(), ChangesInput{}))(t)
		if c.was == "" {
			if len(out.Answers) != 0 {
				t.Errorf("%s: a thread on a file has no lines, and has %+v", name, out.Answers)
			}
			continue
		}
		if len(out.Answers) != 1 || out.Answers[0].Line != c.want {
			t.Errorf("%s: %+v, want line %d", name, out.Answers, c.want)
		}
	}
}

func TestAViewedMarkIsOfTheFileAsItWas(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("a.txt", "1\n")
	d.Write("new.txt", "1\n")
	list := func() ChangesOutput { return gittest.Must(ListChanges(t.Context(), d.Human(), ChangesInput{}))(t) }
	before := list()
	if len(before.Files) != 2 || len(before.Viewed) != 0 {
		t.Fatalf("%+v", before)
	}
	hash := before.Files[0].Hash
	gittest.Must(MarkViewed(t.Context(), d.Human(), ChangesViewedInput{Hash: hash, Viewed: true}))(t)
	if got := list().Viewed; len(got) != 1 || got[0] != hash {
		t.Errorf("viewed is %q, want the hash of a.txt", got)
	}
	d.Write("a.txt", "2\n")
	if got := list().Viewed; len(got) != 0 {
		t.Errorf("another text of it counts as viewed: %q", got)
	}
	d.Write("a.txt", "1\n")
	gittest.Must(MarkViewed(t.Context(), d.Human(), ChangesViewedInput{Hash: hash}))(t)
	if got := list().Viewed; len(got) != 0 {
		t.Errorf("the mark was taken away and is there: %q", got)
	}
}

func TestTheTextsOfBothSidesAreThoseOfTheScope(t *testing.T) {
	d := reviewtest.New(t)
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{}))(t)
	d.Write("a.txt", "\ufeffstaged\n")
	d.Git("add", "a.txt")
	d.Write("a.txt", "written\n")
	const first = "one\ntwo\nthree\nfour\n"
	for _, c := range []struct {
		in   ChangesTextInput
		want string
	}{
		{ChangesTextInput{File: "a.txt"}, first},
		{ChangesTextInput{File: "a.txt", Scope: compare.ScopeSince, From: "last"}, first},
		{ChangesTextInput{File: "a.txt", Scope: compare.ScopeBase, From: "HEAD"}, first},
		{ChangesTextInput{File: "a.txt", Scope: compare.ScopeStaged}, first},
		{ChangesTextInput{File: "a.txt", Scope: compare.ScopeStaged, Side: thread.New}, "staged\n"},
		{ChangesTextInput{File: "a.txt", Scope: compare.ScopeUnstaged}, "staged\n"},
		{ChangesTextInput{File: "a.txt", Scope: compare.ScopeContent, From: "100644 " + strings.TrimSpace(d.Git("rev-parse", "HEAD:a.txt"))}, first},
	} {
		if got := gittest.Must(ChangesText(t.Context(), d.Human(), c.in))(t); got.Text != c.want || got.None {
			t.Errorf("%+v: %+v, want %q", c.in, got, c.want)
		}
	}
	if got := gittest.Must(ChangesText(t.Context(), d.Human(), ChangesTextInput{File: "new.txt"}))(t); !got.None || got.Text != "" {
		t.Errorf("a file that is not there: %+v", got)
	}
	lost := ChangesTextInput{File: "a.txt", Scope: compare.ScopeContent, From: "100644 " + strings.Repeat("1", 40)}
	if got, err := ChangesText(t.Context(), d.Human(), lost); err == nil {
		t.Errorf("a content that was erased: %+v", got)
	}
	for _, file := range []string{"../a.txt", "/etc/passwd", ".git/config", ""} {
		if _, err := ChangesText(t.Context(), d.Human(), ChangesTextInput{File: file}); err == nil {
			t.Errorf("%q was read", file)
		}
	}
	if _, err := ChangesText(t.Context(), d.Human(), ChangesTextInput{File: "a.txt", Side: thread.New}); !errors.Is(err, fail.ErrUsage) {
		t.Errorf("the files themselves: %v", err)
	}
}

func TestARoundIsFinishedOnWhatWasLookedAt(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("a.txt", "looked at\n")
	seen := gittest.Must(ListChanges(t.Context(), d.Human(), ChangesInput{}))(t)
	d.Write("a.txt", "written meanwhile\n")
	in := SubmitInput{GlobalComment: "fine", Scope: compare.ScopeHead, Snapshot: seen.Snapshot}
	if _, err := Submit(t.Context(), d.Human(), in); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("another text than the one looked at: %v", err)
	}
	if _, err := review.List(t.Context(), d.Human(), review.ListInput{}); !errors.Is(err, fail.ErrNoStore) {
		t.Errorf("something was stored: %v", err)
	}
	in.Snapshot = gittest.Must(ListChanges(t.Context(), d.Human(), ChangesInput{}))(t).Snapshot
	out := gittest.Must(Submit(t.Context(), d.Human(), in))(t)
	if out.Checkpoint != "round-1" || out.Global == "" {
		t.Errorf("%+v", out)
	}
}

func TestChangesCountTheLinesThatAreMechanical(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("a.go", "package a\n\nfunc f() {\n\tg( 1 )\n}\n")
	d.Commit("second")
	d.Write("a.go", "package a\n\nfunc f() {\n\tg(1)\n}\n")
	d.Write("a.txt", "ONE\n")
	for _, asked := range []bool{false, true} {
		for _, f := range gittest.Must(ListChanges(t.Context(), d.Human(), ChangesInput{Folds: asked}))(t).Files {
			want := 0
			if asked && f.Path == "a.go" {
				want = 2
			}
			if f.Mechanical != want {
				t.Errorf("%s, asked %v: %d mechanical lines, want %d", f.Path, asked, f.Mechanical, want)
			}
		}
	}
}
