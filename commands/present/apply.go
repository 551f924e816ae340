package present

import (
	"fmt"
	"strconv"

	"consider/internal/place"
	"consider/internal/review/apply"
	"consider/internal/words"
)

// suggestions shows the changes that a thread's messages suggest for its lines, each as it would apply now.
func (p *Page) suggestions(t place.ThreadDetail) {
	for _, s := range t.Suggestions {
		state := s.State.Words()
		if s.Applied {
			state += "; a human applied it before"
		}
		p.apart(p.Paint(Bold, "suggestion "+t.ID+"#"+strconv.Itoa(s.N)+": "+state))
		if !p.Terse {
			p.patch(s.Diff)
		}
	}
}

// applied says which suggestions were written to files.
func (p *Page) applied(o apply.Output) {
	said := "applied"
	if o.DryRun {
		said = "would apply"
	}
	for _, a := range o.Applied {
		merged := ""
		if a.Merged {
			merged = ", merged with later changes"
		}
		ref := a.Thread + "#" + strconv.Itoa(a.N)
		if o.DryRun {
			ref += "@" + a.Version
		}
		p.Line("%s %s to %s%s", said, ref, words.LineRange(safe(p.path(a.File)), a.StartLine, a.EndLine), merged)
		p.patch(a.Diff)
	}
}

// Offer prints a suggestion, the n-th of several, with the message that made it, for a person who is asked about it.
func (p *Page) Offer(n, of int, t *place.ThreadDetail, s *place.Suggestion) {
	p.apart(p.Paint(Bold, fmt.Sprintf("%d of %s: %s#%d, %s", n, words.Plural(of, "suggestion"), t.ID, s.N, s.State.Words())))
	for _, m := range t.Thread {
		if m.ID == s.Reply {
			p.Body("  ", m.Body)
		}
	}
	if s.Reply == "" {
		p.Body("  ", t.Body)
	}
	p.patch(s.Diff)
}
