package feedback_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/feedback"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/transcript"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

// talk is a project in which Claude Code has said something.
type talk struct {
	*reviewtest.Desk
	t    *testing.T
	home string
	said []string
}

// hear makes a transcript of answers, oldest first.
func hear(t *testing.T, answers ...string) *talk {
	t.Helper()
	k := &talk{Desk: reviewtest.New(t), t: t, home: gittest.TempDir(t)}
	for _, a := range answers {
		k.say(a)
	}
	return k
}

func (k *talk) say(answer string) {
	k.t.Helper()
	k.said = append(k.said, answer)
	var file strings.Builder
	parent := any(nil)
	for i, text := range k.said {
		id := string(rune('a' + i))
		line, err := json.Marshal(map[string]any{
			"type": "assistant", "uuid": id, "parentUuid": parent, "cwd": k.Dir, "sessionId": "s1", "timestamp": "2026-11-21T09:0" + string(rune('0'+i)) + ":00Z",
			"message": map[string]any{"id": "msg_" + id, "role": "assistant", "content": []any{map[string]any{"type": "text", "text": text}}},
		})
		if err != nil {
			k.t.Fatal(err)
		}
		file.Write(append(line, '\n'))
		parent = id
	}
	folder := filepath.Join(k.home, "projects", "fixed")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		k.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "session.jsonl"), []byte(file.String()), 0o600); err != nil {
		k.t.Fatal(err)
	}
}

// as returns a session of a caller who can read the transcript.
func (k *talk) as(c session.Caller) *session.Session {
	s := k.As(c)
	s.Agents = &transcript.Finder{Places: transcript.Places{Claude: k.home, ClaudeName: "fixed"}}
	return s
}

func (k *talk) human() *session.Session { return k.as(session.Caller{Terminal: true}) }

func (k *talk) agent() *session.Session { return k.as(session.Caller{Agent: "claude-code"}) }

func (k *talk) mark(in feedback.MarkInput) feedback.MarkOutput {
	k.t.Helper()
	return gittest.Must(feedback.Mark(k.t.Context(), k.human(), in))(k.t)
}

// marks returns the marks on the newest answer, as "keep quote", with a note after a dash.
func (k *talk) marks() []string {
	k.t.Helper()
	out := []string{}
	r := gittest.Must(feedback.Response(k.t.Context(), k.human(), feedback.ResponseInput{ID: "last"}))(k.t).Response
	for _, m := range r.Marks {
		text := string(m.Mark) + " " + m.Quote
		if m.Note != "" {
			text += " - " + m.Note
		}
		if !m.Placed {
			text += " (lost)"
		}
		out = append(out, text)
	}
	return out
}

const answer = "The **walls** are thin.\n\nThe roof leaks. The *cellar* is dry.\n\nThe roof leaks.\n"

func TestAMarkIsOnWordsThatStandInTheAnswerOnce(t *testing.T) {
	for _, c := range []struct {
		name string
		in   feedback.MarkInput
		kind error
		want string
	}{
		{"as it reads", feedback.MarkInput{Keep: "walls are thin"}, nil, "keep walls are thin"},
		{"as it was written", feedback.MarkInput{Drop: "The **walls** are"}, nil, "drop The walls are"},
		{"over two paragraphs", feedback.MarkInput{Keep: "thin. The roof"}, nil, "keep thin.\nThe roof"},
		{"with a note", feedback.MarkInput{Keep: "cellar", Note: "good to know"}, nil, "keep cellar - good to know"},
		{"twice, told apart by where", feedback.MarkInput{Drop: "The roof leaks.", Start: reviewtest.At(60)}, nil, "drop The roof leaks."},
		{"twice", feedback.MarkInput{Drop: "The roof leaks."}, fail.ErrNotFound, ""},
		{"not there", feedback.MarkInput{Keep: "the garden"}, fail.ErrNotFound, ""},
		{"nothing", feedback.MarkInput{Keep: " "}, fail.ErrUsage, ""},
		{"both", feedback.MarkInput{Keep: "walls", Drop: "roof"}, fail.ErrUsage, ""},
		{"too long", feedback.MarkInput{Keep: strings.Repeat("x", 20_000)}, fail.ErrDenied, ""},
		{"not text", feedback.MarkInput{Keep: "a\x00"}, fail.ErrUsage, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := hear(t, answer)
			c.in.ID = "last"
			out, err := feedback.Mark(t.Context(), k.human(), c.in)
			if !errors.Is(err, c.kind) || (err == nil) != (c.kind == nil) {
				t.Fatalf("%+v, %v", out, err)
			}
			if c.kind != nil {
				if len(k.marks()) != 0 {
					t.Errorf("refused, and marked %q", k.marks())
				}
				return
			}
			got := k.marks()
			if len(got) != 1 || strings.Join(strings.Fields(got[0]), " ") != strings.Join(strings.Fields(c.want), " ") {
				t.Errorf("marked %q, want %q", got, c.want)
			}
		})
	}
}

// A page sends the words as they are rendered, with the text around them there, and gets the same back.
func TestAPageFindsItsMarksAgain(t *testing.T) {
	k := hear(t, "Sort *the* seeds.\n\n| ok | ok |\n|----|----|\n| ok | `ok` |\n\nSee [the\nlist](https://x.y).\n")
	in := []feedback.MarkInput{
		{Keep: "ok", Prefix: "ok\n\n\n\nok\n", Suffix: "\n\n\n\nSee the\nlist.", Start: reviewtest.At(38)},
		{Drop: "See the\nlist", Prefix: "\n\n", Suffix: ".\n", Start: reviewtest.At(45)},
		{Keep: "the seeds.", Prefix: "Sort ", Suffix: "\n\n\n\nok", Start: reviewtest.At(5)},
	}
	text := k.said[0]
	for _, c := range in {
		c.ID = "last"
		marks := k.mark(c).Response.Marks
		for _, m := range marks {
			if m.Quote == c.Keep+c.Drop && (m.Span == nil || m.Span.Prefix != c.Prefix || m.Span.Suffix != c.Suffix || m.Span.Start != *c.Start) {
				t.Errorf("%q is given back as %+v", m.Quote, m.Span)
			}
		}
	}
	var got []string
	for _, m := range gittest.Must(feedback.Response(t.Context(), k.human(), feedback.ResponseInput{ID: "last"}))(t).Response.Marks {
		got = append(got, text[m.Start:m.End])
		if m.Quote == "ok" && text[m.Start-1:m.End+1] != "`ok`" {
			t.Errorf("another cell is marked, at %d", m.Start)
		}
		if m.Span != nil || !m.Placed {
			t.Errorf("%+v", m)
		}
	}
	if d := cmp.Diff([]string{"the* seeds.", "ok", "See [the\nlist"}, got); d != "" {
		t.Errorf("in the source (-want +got):\n%s", d)
	}
}

func TestMarksNeverOverlapAndNoneIsLost(t *testing.T) {
	k := hear(t, answer)
	first := k.mark(feedback.MarkInput{ID: "last", Keep: "walls are"})
	k.mark(feedback.MarkInput{ID: "last", Keep: "cellar"})
	over := k.mark(feedback.MarkInput{ID: "last", Drop: "are thin"})
	if diff := cmp.Diff([]string{first.Mark}, over.Replaced); diff != "" {
		t.Errorf("replaced:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"drop are thin", "keep cellar"}, k.marks()); diff != "" {
		t.Errorf("marks:\n%s", diff)
	}
	if _, err := review.Undelete(t.Context(), k.human(), review.UndeleteInput{IDs: []string{first.Mark}}); err != nil {
		t.Errorf("the mark that was replaced cannot be brought back: %v", err)
	}
}

func TestMarksStayWhenTheAnswerIsGone(t *testing.T) {
	k := hear(t, "old words of wisdom", answer)
	old := gittest.Must(feedback.Responses(t.Context(), k.human(), feedback.ResponsesInput{}))(t)
	if len(old.Responses) != 2 || old.State != "connected" || old.Responses[0].Text != strings.TrimSpace(answer) && old.Responses[0].Text != answer {
		t.Fatalf("%+v", old)
	}
	id := old.Responses[1].ID
	k.mark(feedback.MarkInput{ID: id, Keep: "wisdom"})
	if err := os.Remove(filepath.Join(k.home, "projects", "fixed", "session.jsonl")); err != nil {
		t.Fatal(err)
	}
	got, err := feedback.Response(t.Context(), k.human(), feedback.ResponseInput{ID: id[:6], HTML: true})
	if err != nil || got.Response.Text != "old words of wisdom" || len(got.Response.Marks) != 1 || !got.Response.Marks[0].Placed || !strings.Contains(got.Response.HTML, "wisdom") {
		t.Errorf("%+v, %v", got.Response, err)
	}
	if _, err := feedback.Response(t.Context(), k.human(), feedback.ResponseInput{ID: "a_ffffffff"}); !errors.Is(err, fail.ErrNotFound) {
		t.Errorf("an answer that is nowhere: %v", err)
	}
}

func TestMarksAreTakenAwayOneByOneOrAllOfAnAnswer(t *testing.T) {
	k := hear(t, answer)
	one := k.mark(feedback.MarkInput{ID: "last", Keep: "walls"}).Mark
	k.mark(feedback.MarkInput{ID: "last", Keep: "cellar"})
	k.mark(feedback.MarkInput{ID: "last", Drop: "dry"})
	onCode := k.Add("a.txt:1", "on the code")
	if _, err := feedback.Unmark(t.Context(), k.human(), feedback.UnmarkInput{IDs: []string{one, onCode}}); !errors.Is(err, fail.ErrUsage) {
		t.Errorf("a thread on the code is taken for a mark: %v", err)
	}
	if len(k.marks()) != 3 {
		t.Errorf("a refused request took something away: %q", k.marks())
	}
	gittest.Must(feedback.Unmark(t.Context(), k.human(), feedback.UnmarkInput{IDs: []string{one, one}}))(t)
	if diff := cmp.Diff([]string{"keep cellar", "drop dry"}, k.marks()); diff != "" {
		t.Error(diff)
	}
	if out := gittest.Must(feedback.Unmark(t.Context(), k.human(), feedback.UnmarkInput{IDs: []string{"last"}}))(t); len(out.IDs) != 2 || len(k.marks()) != 0 {
		t.Errorf("%v, left %q", out.IDs, k.marks())
	}
}

func TestAnAgentIsToldWhatWasMarkedAndHasSeenItThen(t *testing.T) {
	k := hear(t, "First of all.", answer)
	all := gittest.Must(feedback.Responses(t.Context(), k.human(), feedback.ResponsesInput{Max: 2}))(t).Responses
	k.mark(feedback.MarkInput{ID: all[1].ID, Drop: "First"})
	keep := k.mark(feedback.MarkInput{ID: all[0].ID, Keep: "cellar", Note: "more\nof this"}).Mark
	drop := k.mark(feedback.MarkInput{ID: all[0].ID, Drop: "walls are thin"}).Mark
	ask := func(s *session.Session, in feedback.FeedbackInput) feedback.FeedbackOutput {
		t.Helper()
		out := gittest.Must(feedback.Feedback(t.Context(), s, in))(t)
		review.Delivered(t.Context(), s)
		return out
	}
	want := "[Feedback on your previous response]\n\nKEEP — I found these points valuable:\n- \"cellar\" — more of this\n\n" +
		"DROP — Please disregard or reconsider:\n- \"walls are thin\"\n\n[Your message below]\n"
	if out := ask(k.human(), feedback.FeedbackInput{}); out.Text != want || out.More != 1 || len(out.Marks) != 2 {
		t.Errorf("more: %d\n%s", out.More, cmp.Diff(want, out.Text))
	}
	unseen := func() (ids []string) {
		t.Helper()
		for _, r := range gittest.Must(feedback.Responses(t.Context(), k.agent(), feedback.ResponsesInput{}))(t).Responses {
			for _, m := range r.Marks {
				if m.Unseen {
					ids = append(ids, m.ID)
				}
			}
		}
		return ids
	}
	if got := unseen(); len(got) != 3 {
		t.Errorf("a person read the feedback, and for the agent %v are new", got)
	}
	ask(k.agent(), feedback.FeedbackInput{ID: all[0].ID})
	if got := unseen(); len(got) != 1 {
		t.Errorf("the agent read the feedback, and %v are new", got)
	}
	gittest.Must(review.Resolve(t.Context(), k.human(), review.ResolveInput{IDs: []string{keep, drop}}))(t)
	if out := ask(k.agent(), feedback.FeedbackInput{All: true}); len(out.Marks) != 1 || out.Marks[0].Mark != thread.Drop || out.Marks[0].Quote != "First" {
		t.Errorf("resolved marks are told again: %+v", out.Marks)
	}
	if out := ask(k.agent(), feedback.FeedbackInput{ID: all[0].ID}); out.Text != "" || len(out.Marks) != 0 {
		t.Errorf("nothing is marked, and it is said %q", out.Text)
	}
	for _, in := range []feedback.FeedbackInput{{All: true, ID: "last"}, {ID: "a_ffffffff"}} {
		if _, err := feedback.Feedback(t.Context(), k.human(), in); err == nil {
			t.Errorf("%+v is answered", in)
		}
	}
}
