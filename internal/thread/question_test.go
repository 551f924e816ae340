package thread_test

import (
	"strings"
	"testing"

	"consider/internal/thread"
)

func TestAQuestionStandsUntilItIsAnsweredOrTakenBack(t *testing.T) {
	ask := thread.Reply{ID: "r_00000001", Author: thread.Agent, AuthorName: "codex", Body: "A or B?\nI need to know.", Choices: []string{"A", "B"}}
	by := func(kind thread.AuthorKind, name string) thread.Reply {
		return thread.Reply{ID: "r_00000002", Author: kind, AuthorName: name, Body: "x"}
	}
	for what, c := range map[string]struct {
		replies []thread.Reply
		state   thread.WorkflowState
		stands  bool
	}{
		"asked":                    {[]thread.Reply{ask}, thread.Open, true},
		"another agent spoke":      {[]thread.Reply{ask, by(thread.Agent, "gemini")}, thread.Open, true},
		"the agent spoke again":    {[]thread.Reply{ask, by(thread.Agent, "codex")}, thread.Open, false},
		"the human spoke":          {[]thread.Reply{ask, by(thread.Human, "")}, thread.Open, false},
		"resolved":                 {[]thread.Reply{ask}, thread.Resolved, false},
		"asked again":              {[]thread.Reply{ask, by(thread.Human, ""), ask}, thread.Open, true},
		"nothing asked":            {[]thread.Reply{by(thread.Agent, "codex")}, thread.Open, false},
		"a human's choices":        {[]thread.Reply{{ID: "r_00000001", Author: thread.Human, Choices: []string{"A", "B"}}}, thread.Open, false},
		"choices that are no such": {[]thread.Reply{{ID: "r_00000001", Author: thread.Agent, Choices: []string{"A", "a"}}}, thread.Open, false},
	} {
		th := &thread.Thread{Author: thread.Human, WorkflowState: c.state, Replies: c.replies}
		if q := th.OpenQuestion(); (q != nil) != c.stands || q != nil && (q.Body != "A or B?…" || q.Reply != "r_00000001" || q.AuthorName != "codex") {
			t.Errorf("%s: %+v", what, q)
		}
	}
	first := &thread.Thread{Author: thread.Agent, WorkflowState: thread.Open, Body: "A?", Choices: []string{"yes", "no"}}
	if q := first.OpenQuestion(); q == nil || q.Reply != "" || q.Body != "A?" {
		t.Errorf("in the first message: %+v", q)
	}
}

func TestChoicesAreAFewPlainTexts(t *testing.T) {
	for _, c := range []struct {
		choices []string
		ok      bool
	}{
		{[]string{"A", "B"}, true},
		{[]string{"1", "2", "3", "4", "5"}, true},
		{[]string{"1", "2", "3", "4", "5", "6"}, false},
		{[]string{"A"}, false},
		{nil, false},
		{[]string{"A", ""}, false},
		{[]string{"A", " B"}, false},
		{[]string{"A", "B\nC"}, false},
		{[]string{"A", "\x1b[2J"}, false},
		{[]string{"Keep", "keep"}, false},
		{[]string{"A", strings.Repeat("x", 80)}, true},
		{[]string{"A", strings.Repeat("x", 81)}, false},
	} {
		if got := thread.AreChoices(c.choices); got != c.ok {
			t.Errorf("%q: %v", c.choices, got)
		}
	}
}

func TestAChoiceIsNamedByItsTextItsNumberOrHowItBegins(t *testing.T) {
	q := thread.Question{Choices: []string{"Keep it", "Keep both", "Drop it", "2"}}
	for ref, want := range map[string]string{
		"Keep it": "Keep it", "drop IT": "Drop it", "d": "Drop it", "1": "Keep it", "3": "Drop it", "2": "2",
		"keep": "", "x": "", "": "", "5": "", "0": "", "keep b": "Keep both",
	} {
		if got := q.Chosen(ref); got != want {
			t.Errorf("%q: %q, want %q", ref, got, want)
		}
	}
}
