package feedback

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
)

// FeedbackInput names the answer whose marks are requested.
type FeedbackInput struct {
	ID   string `json:"id,omitempty" arg:"id?" help:"response ID (a_…) or a unique prefix (default: the latest response with open marks)"`
	All  bool   `json:"all,omitempty" flag:"all" help:"include all responses with open marks"`
	Copy bool   `json:"copy,omitempty" flag:"copy" only:"cli" help:"copy the text to the clipboard instead of printing it"`
}

// FeedbackOutput is the text for the agent.
type FeedbackOutput struct {
	Text    string         `json:"text"` // "" when there are no marks
	Marks   []FeedbackMark `json:"marks"`
	Answers []string       `json:"answers"`        // ids of the answers it is about
	More    int            `json:"more,omitempty"` // other answers with open marks
	Copy    bool           `json:"copy,omitempty"` // the text is meant for the clipboard
}

// FeedbackMark is one open mark.
type FeedbackMark struct {
	ID       string      `json:"id"` // of the thread: reply and resolve work on it
	Response string      `json:"response"`
	Mark     thread.Mark `json:"mark"`
	Quote    string      `json:"quote"`
	Note     string      `json:"note,omitempty"`
}

const (
	quoteInFeedback = 200 // characters of a quote
	quoteTail       = 60  // of these, for the end of a quote that is cut
)

// Feedback describes the open marks on an answer for the agent, to an agent itself with the ID to reply to. An agent that is
// given them has then read the notes.
func Feedback(ctx context.Context, s *session.Session, in FeedbackInput) (FeedbackOutput, error) {
	if in.All && in.ID != "" {
		return FeedbackOutput{}, fail.Usage("{--all} cannot be combined with a response ID")
	}
	known, err := marksOf(ctx, s)
	if err != nil {
		return FeedbackOutput{}, err
	}
	open := known.open()
	out := FeedbackOutput{Marks: []FeedbackMark{}, Answers: []string{}, Copy: in.Copy}
	chosen := open
	switch {
	case in.ID != "":
		r, err := response(ctx, s, in.ID, known)
		if err != nil {
			return FeedbackOutput{}, err
		}
		chosen = slices.DeleteFunc(slices.Clone(open), func(list []mark) bool { return list[0].t.Span.Response != r.ID })
	case !in.All:
		chosen = open[:min(1, len(open))]
	}
	out.More = len(open) - len(chosen)
	withIDs := !in.Copy && !s.Caller.IsPerson() && !s.Caller.IsUnknown()
	var parts []string
	for _, list := range chosen {
		out.Answers = append(out.Answers, list[0].t.Span.Response)
		parts = append(parts, feedbackOn(list, len(chosen) > 1, withIDs))
		for _, k := range list {
			if !in.Copy {
				s.Hand(k.t.ID, k.t.Messages()[0])
			}
			out.Marks = append(out.Marks, FeedbackMark{k.t.ID, k.t.Span.Response, k.t.Span.Mark, k.t.Span.Quote, k.note()})
		}
	}
	if len(parts) > 0 {
		out.Text = strings.Join(append(parts, "[Your message below]\n"), "\n")
	}
	return out, nil
}

// open returns the open marks grouped by answer, newest answer first, each group in the order of the text.
func (m *marks) open() [][]mark {
	var out [][]mark
	for _, list := range m.by {
		list = slices.DeleteFunc(slices.Clone(list), func(k mark) bool { return k.t.WorkflowState == thread.Resolved })
		if len(list) == 0 {
			continue
		}
		slices.SortFunc(list, func(a, b mark) int {
			return cmp.Or(a.t.Span.Start-b.t.Span.Start, strings.Compare(a.t.ID, b.t.ID))
		})
		out = append(out, list)
	}
	slices.SortFunc(out, func(a, b []mark) int {
		return cmp.Or(b[0].t.Span.At.Compare(a[0].t.Span.At), strings.Compare(a[0].t.Span.Response, b[0].t.Span.Response))
	})
	return out
}

// feedbackOn describes the marks on one answer.
func feedbackOn(list []mark, named, withIDs bool) string {
	var b strings.Builder
	if named {
		fmt.Fprintf(&b, "[Feedback on your response from %s]\n", list[0].t.Span.At.UTC().Format(time.DateTime+" UTC"))
	} else {
		b.WriteString("[Feedback on your previous response]\n")
	}
	titles := map[thread.Mark]string{thread.Keep: "KEEP — I found these points valuable:", thread.Drop: "DROP — Please disregard or reconsider:"}
	sections := []thread.Mark{thread.Keep, thread.Drop}
	for _, k := range list {
		if m := k.t.Span.Mark; !slices.Contains(sections, m) { // a mark that only a newer consider knows
			sections, titles[m] = append(sections, m), strings.ToUpper(string(m))+":"
		}
	}
	for _, section := range sections {
		first := true
		for _, k := range list {
			if k.t.Span.Mark != section {
				continue
			}
			if first {
				fmt.Fprintf(&b, "\n%s\n", titles[section])
				first = false
			}
			fmt.Fprintf(&b, "- \"%s\"", shorten(k.t.Span.Quote))
			if note := k.note(); note != "" {
				fmt.Fprintf(&b, " — %s", strings.Join(strings.Fields(note), " "))
			}
			if withIDs {
				fmt.Fprintf(&b, " [%s]", k.t.ID)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// shorten makes a quote one line of at most quoteInFeedback characters. It cuts the middle of a longer quote, between
// words if possible: the beginning and the end are what a reader finds the quote by.
func shorten(quote string) string {
	text := []rune(strings.Join(strings.Fields(quote), " "))
	if len(text) <= quoteInFeedback {
		return string(text)
	}
	head, tail := text[:quoteInFeedback-quoteTail-1], text[len(text)-quoteTail:]
	for i := len(head) - 1; i > len(head)-30; i-- {
		if unicode.IsSpace(head[i]) {
			head = head[:i]
			break
		}
	}
	for i := range 20 {
		if unicode.IsSpace(tail[i]) {
			tail = tail[i+1:]
			break
		}
	}
	return string(head) + " … " + string(tail)
}
