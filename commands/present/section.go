package present

import (
	"fmt"
	"slices"
	"strings"

	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/thread"
	"consider/internal/words"
)

// Section is a part of a thread on screen, which is cut if there is no room for all.
type Section struct {
	Lines    []string
	Messages []thread.Message // that it shows whole; none if it is cut

	least int // rows that it keeps
}

const (
	leastRows = 3 // of a section
	leastCode = 9 // rows of code that are not cut: a line between those around it
)

// Sections returns the parts of a waiting thread, in order, and how many messages are not among them: unless all is set,
// those that the person has read, except for the first and the last. The page is used to print them, and is empty then.
func (p *Page) Sections(o *review.NextOutput, all bool) (out []Section, skipped int) {
	add := func(least int, messages ...thread.Message) {
		if text := strings.TrimSuffix(p.Text.String(), "\n"); text != "" {
			out = append(out, Section{strings.Split(text, "\n"), messages, least})
		}
		p.Text.Reset()
	}
	p.Damaged(o.Damaged, o.Newer)
	p.Line("%s", p.Fold(p.headIn(&o.Thread.ThreadView, string(thread.Open), "all"), "  "))
	p.found(o.Thread)
	p.there(o.Thread.ThreadView, o.There)
	p.span(o.Thread.Span)
	add(0)
	messages := o.Thread.Stored.Messages()
	for i, m := range messages {
		mark := ""
		if i >= o.Known && m.By.Kind != thread.Human {
			mark = "new: "
		}
		if !all && mark == "" && i > 0 && i < len(messages)-1 {
			skipped++
			continue
		}
		p.entry(o.Thread, i, mark)
		add(0, m)
	}
	if skipped > 0 {
		p.Line("  … %s (v: view all)", words.Plural(skipped, "message")+" that you have read")
	}
	p.images(o.Thread.Images)
	add(0)
	switch {
	case o.Proof != nil && len(o.Proof.Hunks) > 0 || slices.ContainsFunc(o.Thread.Suggestions, applies):
	case o.Then != nil:
		p.compared(o.ThreadContext)
	default:
		p.code(o.Thread.Code, o.Thread.Placement)
	}
	add(leastCode)
	if o.Proof != nil {
		p.hunks(*o.Proof)
	}
	add(0)
	p.suggestions(o.Thread)
	add(0)
	return out, skipped
}

// applies reports whether a suggestion can be applied as it is.
func applies(s place.Suggestion) bool { return s.Fits(false) }

// Fit cuts the longest sections until all fit into so many rows, and reports whether it cut any.
func Fit(sections []Section, width, rows int) (cut bool) {
	has := make([]int, len(sections))
	for i, s := range sections {
		has[i] = RowsOf(s.Lines, width)
	}
	need := func(most int) (sum int) {
		for i, s := range sections {
			sum += min(has[i], max(most, s.least))
		}
		return sum
	}
	most := rows
	for most > leastRows && need(most) > rows {
		most--
	}
	left := max(0, rows-need(most)) // rows that not all sections can have
	for i := range sections {
		s := &sections[i]
		gets := max(most, s.least)
		more := min(left, max(0, has[i]-gets))
		if gets, left = gets+more, left-more; has[i] > gets {
			s.cutTo(gets, width)
			cut = true
		}
	}
	return cut
}

// cutTo cuts a section to so many rows, of which the last says so. It then shows no message whole.
func (s *Section) cutTo(rows, width int) {
	n := 0
	for n < len(s.Lines) && RowsOf(s.Lines[:n+1], width) < rows {
		n++
	}
	missing := words.Plural(len(s.Lines)-n, "more line")
	if room := rows - 1 - RowsOf(s.Lines[:n], width); room > 0 { // for the beginning of a line that is longer than the screen
		line := untab(s.Lines[n])
		line = line[:min(len(line), room*width)]
		if s.Lines[n] = strings.ToValidUTF8(line, ""); strings.Contains(line, "\x1b") {
			s.Lines[n] += "\x1b[0m"
		}
		if n++; n == len(s.Lines) {
			missing = "more"
		}
	}
	s.Lines, s.Messages = append(s.Lines[:n:n], fmt.Sprintf("  … %s (v: view all)", missing)), nil
}
