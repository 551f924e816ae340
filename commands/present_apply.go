package commands

import (
	"strconv"

	"consider/internal/place"
	"consider/internal/review/apply"
	"consider/internal/words"
)

// suggestions shows the changes that a thread's messages suggest for its lines, each as it would apply now.
func (p *page) suggestions(t place.ThreadDetail) {
	for _, s := range t.Suggestions {
		state := s.State.Words()
		if s.Applied {
			state += "; a human applied it before"
		}
		p.apart(p.paint(bold, "suggestion "+t.ID+"#"+strconv.Itoa(s.N)+": "+state))
		if !p.terse {
			p.patch(s.Diff)
		}
	}
}

// applied says which suggestions were written to files.
func (p *page) applied(o apply.Output) {
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
		p.line("%s %s to %s%s", said, ref, words.LineRange(safe(p.path(a.File)), a.StartLine, a.EndLine), merged)
		p.patch(a.Diff)
	}
}
