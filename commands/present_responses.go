package commands

import (
	"cmp"
	"fmt"
	"strings"

	"consider/internal/review/feedback"
	"consider/internal/thread"
	"consider/internal/words"
)

const answerColumns = 100 // characters of an answer's first line in a list

func (p *page) responseShown(o feedback.ResponseOutput) { p.response(o.Response) }

func (p *page) unmarked(o feedback.UnmarkOutput) {
	p.line("removed %s", cmp.Or(safe(strings.Join(o.IDs, ", ")), "no marks"))
}

func (p *page) responses(o feedback.ResponsesOutput) {
	for _, src := range o.Sources {
		if src.Problem != "" {
			p.line("%s: %s", safe(src.Agent), safe(src.Problem))
		}
	}
	switch {
	case len(o.Responses) > 0:
		p.line("%s:", words.Plural(len(o.Responses), "response"))
	case o.State == "connected":
		p.line("no responses yet; they appear when the agent writes them")
	case o.State == "watching":
		p.line("%s", p.fold("no responses: no agent has run in this project yet; start one in this folder", "  "))
	default:
		p.line("%s", p.fold("no responses: no transcripts found here; Claude Code, Codex, OpenCode, Gemini CLI and Copilot write them", "  "))
	}
	for i := range o.Responses {
		p.line("")
		p.answerHead(&o.Responses[i])
		p.line("  %s", safe(firstWords(o.Responses[i].Text)))
	}
}

// answerHead prints an answer's first line: id, agent, time and marks.
func (p *page) answerHead(r *feedback.ResponseView) {
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
	p.line("%s %s %s%s", p.paint(bold, "["+safe(r.ID)+"]"), p.paint(magenta, safe(r.Agent)), p.when(r.At), p.paint(green, marks))
}

// firstWords returns the beginning of an answer on one line.
func firstWords(text string) string {
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > answerColumns {
		return string(line[:answerColumns-1]) + "…"
	}
	return string(line)
}

func (p *page) response(r feedback.ResponseView) {
	p.answerHead(&r)
	p.line("")
	p.body("  ", r.Text)
	for _, m := range r.Marks {
		p.apart(p.paint(bold, "["+m.ID+"]") + " " + markState(m))
		p.quoted(m.Quote)
		if m.Note != "" {
			p.body("  ", `"`+m.Note+`"`)
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
	if m.Replies > 0 {
		out += ", " + words.Plural(m.Replies, "reply")
	}
	return out
}

func (p *page) marked(o feedback.MarkOutput) {
	for _, m := range o.Response.Marks {
		if m.ID == o.Mark {
			p.line("added mark %s to %s: %s", o.Mark, safe(o.Response.ID), safe(string(m.Mark)))
			p.quoted(m.Quote)
		}
	}
	if len(o.Replaced) > 0 {
		p.line("replaced %s", strings.Join(o.Replaced, ", "))
	}
}

func (p *page) feedback(o feedback.FeedbackOutput) {
	switch {
	case o.Text == "":
		if p.fields { // on the command line this is said on stderr, because stdout is to be pasted
			p.line("no open marks")
		}
	case o.Copy:
		p.line("copied: %s on %s", words.Plural(len(o.Marks), "mark"), words.Plural(len(o.Answers), "response"))
	default:
		p.body("", o.Text)
	}
	if o.More > 0 && p.fields {
		p.advise("%s with marks: {responses feedback --all}", words.Plural(o.More, "more response"))
	}
}

// quoted prints words of an answer, without its empty lines.
func (p *page) quoted(text string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			p.body("  | ", line)
		}
	}
}

// span prints the words of an answer that a thread is attached to.
func (p *page) span(s *thread.Span) {
	if s != nil {
		p.quoted(s.Quote)
	}
}
