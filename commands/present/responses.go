package present

import (
	"cmp"
	"fmt"
	"strings"

	"consider/internal/review/feedback"
	"consider/internal/thread"
	"consider/internal/words"
)

const answerColumns = 100 // characters of an answer's first line in a list

func (p *Page) responseShown(o feedback.ResponseOutput) { p.response(o.Response) }

func (p *Page) unmarked(o feedback.UnmarkOutput) {
	p.Line("removed %s", cmp.Or(safe(strings.Join(o.IDs, ", ")), "no marks"))
}

func (p *Page) responses(o feedback.ResponsesOutput) {
	for _, src := range o.Sources {
		if src.Problem != "" {
			p.Line("%s: %s", safe(src.Agent), safe(src.Problem))
		}
	}
	switch {
	case len(o.Responses) > 0:
		p.Line("%s:", words.Plural(len(o.Responses), "response"))
	case o.State == "connected":
		p.Line("no responses yet; they appear when the agent writes them")
	case o.State == "watching":
		p.Line("%s", p.Fold("no responses: no agent has run in this project yet; start one in this folder", "  "))
	default:
		p.Line("%s", p.Fold("no responses: no transcripts found here; Claude Code, Codex, OpenCode, Gemini CLI and Copilot write them", "  "))
	}
	for i := range o.Responses {
		p.Line("")
		p.answerHead(&o.Responses[i])
		p.Line("  %s", safe(FirstWords(o.Responses[i].Text)))
	}
}

// answerHead prints an answer's first line: id, agent, time and marks.
func (p *Page) answerHead(r *feedback.ResponseView) {
	keep, drop := 0, 0
	for _, m := range r.Marks {
		if m.Mark == thread.Keep {
			keep++
		} else {
			drop++
		}
	}
	marks := ""
	if keep+drop > 0 {
		marks = fmt.Sprintf(" (%d kept, %d dropped)", keep, drop)
	}
	p.Line("%s %s %s%s", p.Paint(Bold, "["+safe(r.ID)+"]"), p.Paint(magenta, safe(r.Agent)), p.when(r.At), p.Paint(green, marks))
}

// FirstWords returns the beginning of a text on one line.
func FirstWords(text string) string {
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > answerColumns {
		return string(line[:answerColumns-1]) + "…"
	}
	return string(line)
}

func (p *Page) response(r feedback.ResponseView) {
	p.answerHead(&r)
	p.Line("")
	p.Body("  ", r.Text)
	for _, m := range r.Marks {
		p.apart(p.Paint(Bold, "["+m.ID+"]") + " " + markState(m))
		p.quoted(m.Quote)
		if m.Note != "" {
			p.Body("  ", `"`+m.Note+`"`)
		}
	}
}

func markState(m feedback.MarkView) string {
	out := safe(string(m.Mark))
	if m.WorkflowState == thread.Resolved {
		out += ", resolved"
	}
	if !m.Placed {
		out += ", no longer in the response"
	}
	return out + ifAny(m.Replies, "reply")
}

func (p *Page) marked(o feedback.MarkOutput) {
	for _, m := range o.Response.Marks {
		if m.ID == o.Mark {
			p.Line("added mark %s to %s: %s", o.Mark, safe(o.Response.ID), safe(string(m.Mark)))
			p.quoted(m.Quote)
		}
	}
	if len(o.Replaced) > 0 {
		p.Line("replaced %s", strings.Join(o.Replaced, ", "))
	}
}

func (p *Page) feedback(o feedback.FeedbackOutput) {
	switch {
	case o.Text == "":
		if p.fields { // on the command line this is said on stderr, because stdout is to be pasted
			p.Line("no open marks")
		}
	case o.Copy:
		p.Line("copied: %s on %s", words.Plural(len(o.Marks), "mark"), words.Plural(len(o.Answers), "response"))
	default:
		p.Body("", o.Text)
	}
	if o.More > 0 && p.fields {
		p.Advise("%s with marks: {responses feedback --all}", words.Plural(o.More, "more response"))
	}
}

// quoted prints words of an answer, without its empty lines.
func (p *Page) quoted(text string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			p.Body("  | ", line)
		}
	}
}

// span prints the words of an answer that a thread is attached to.
func (p *Page) span(s *thread.Span) {
	if s != nil {
		p.quoted(s.Quote)
	}
}
