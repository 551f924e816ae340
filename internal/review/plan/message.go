package plan

import (
	"fmt"
	"strings"

	"consider/internal/review/history"
	"consider/internal/thread"
	"consider/internal/words"
)

func versionName(n int) string {
	if n == 0 {
		return "nothing"
	}
	return fmt.Sprintf("version %d", n)
}

// wording has the texts of a message, which depend on the verdict.
type wording struct {
	verdict, start string // of the first line: the verdict, and what it means
	notes          string // above the note
	points, gone   string // above the threads that wait for the agent
	answered       string // above those that do not
	answer         string // how to answer them
	end            string
}

const (
	stillOpen     = "STILL OPEN — comments on passages that are no longer in the plan:"
	answeredSoFar = "ANSWERED (threads still open):"
)

var (
	undecided = wording{
		verdict: "Not decided yet", points: "COMMENTS — please answer each of these points:", gone: stillOpen, answered: answeredSoFar,
		answer: "Answer each: ", end: "Wait for the decision, or submit the next version of the plan.",
	}
	rejected = wording{
		verdict: "Changes requested", points: "CHANGE — please address each of these points:", gone: stillOpen, answered: answeredSoFar,
		answer: "Answer each: ", end: "Submit the next version of the plan when you are done.",
	}
	approved = wording{
		verdict: "Approved", start: " Start work.", notes: "NOTES — follow them as you work:\n\n",
		points: "NOTES on passages — follow them as you work:", gone: "NOTES on passages that are no longer in the plan:",
		answered: "NOTES already answered (threads still open):",
		answer:   "Answer each when it is done: ",
	}
)

// wordingOf returns the texts for a verdict; nil stands for none.
func wordingOf(v *PlanVerdict) wording {
	m := undecided
	switch {
	case v == nil:
		return m
	case v.Verdict == history.Approved:
		m = approved
	case v.Verdict == history.RequestsChanges:
		m = rejected
	default: // a verdict of a newer consider
		m.verdict, m.end = string(v.Verdict), ""
	}
	if v.Claimed {
		m.verdict += " (--as human)"
	}
	return m
}

// Message turns what a person said about a plan into a text for the agent: the verdict in the first line, its note, and
// each open thread with its id, its place in the version shown, and its words. answer is the command with which the
// agent replies to a thread; "" if it cannot.
func Message(title string, version int, v *PlanVerdict, threads []PlanThread, answer string) string {
	var b strings.Builder
	m := wordingOf(v)
	fmt.Fprintf(&b, "%s: your plan %q, version %d.%s\n", m.verdict, title, version, m.start)
	if v != nil && strings.TrimSpace(v.Note) != "" {
		b.WriteString("\n" + m.notes + strings.TrimSpace(v.Note) + "\n")
	}
	section := func(head string, has func(t *PlanThread) bool) (n int) {
		for i := range threads {
			if t := &threads[i]; has(t) {
				if n++; n == 1 {
					b.WriteString("\n" + head + "\n")
				}
				t.writePoint(&b, version)
			}
		}
		return n
	}
	due := section(m.points, func(t *PlanThread) bool { return !t.Answered && t.Passage != Gone })
	due += section(m.gone, func(t *PlanThread) bool { return !t.Answered && t.Passage == Gone })
	if due > 0 && answer != "" {
		b.WriteString("\n" + m.answer + answer + "\n")
	}
	section(m.answered, func(t *PlanThread) bool { return t.Answered })
	if m.end != "" {
		b.WriteString("\n" + m.end + "\n")
	}
	return b.String()
}

// writePoint writes one point: its id, place, quote and words.
func (t *PlanThread) writePoint(b *strings.Builder, n int) {
	fmt.Fprintf(b, "- %s", t.ID)
	switch {
	case t.Passage == Whole:
		b.WriteString(", the whole plan")
	case t.StartLine > 0:
		b.WriteString(", " + words.Lines(t.StartLine, t.EndLine))
	}
	if t.Passage != Whole {
		fmt.Fprintf(b, ", %q", shorten(t.Quote))
	}
	if t.Passage == Edited {
		b.WriteString(" (its text has changed since)")
	}
	b.WriteString(" — " + indented(t.Body) + "\n")
	for _, r := range t.Replies {
		who := "you"
		if r.Author.Role() == thread.Human {
			who = "the human"
		}
		fmt.Fprintf(b, "  %s: %s\n", who, indented(r.Body))
	}
	if t.Version < n && len(t.Replies) == 0 {
		fmt.Fprintf(b, "  (on version %d, unanswered)\n", t.Version)
	}
}

// indented indents all lines but the first, so that they stay below it.
func indented(text string) string {
	return strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ")
}

const maxShown = 200 // characters of a quote in a message

// shorten makes a quote one line.
func shorten(quote string) string {
	text := []rune(strings.Join(strings.Fields(words.OneLine(quote)), " "))
	if len(text) <= maxShown {
		return string(text)
	}
	return string(text[:maxShown-60]) + " … " + string(text[len(text)-57:])
}
