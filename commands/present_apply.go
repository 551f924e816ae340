package commands

import (
	"strconv"

	"consider/internal/place"
	"consider/internal/review/apply"
	"consider/internal/words"
)

// suggestions is what the messages of a thread say its lines should be, each as what it would change now.
func (p *page) suggestions(t place.ThreadDetail) {
	for _, s := range t.Suggestions {
		state := s.State.Words()
		if s.Applied {
			state += "; a person has applied it"
		}
		p.line("")
		p.line("%s", p.paint(bold, "suggestion "+t.ID+"#"+strconv.Itoa(s.N)+": "+state))
		if !p.lean {
			p.patch(s.Diff)
		}
	}
}

// applied is what was put into files.
func (p *page) applied(o apply.Output) {
	said := "applied"
	if o.DryRun {
		said = "would apply"
	}
	for _, a := range o.Applied {
		merged := ""
		if a.Merged {
			merged = ", merged with what changed since"
		}
		p.line("%s %s#%d to %s%s", said, a.Thread, a.N, words.LineRange(safe(p.path(a.File)), a.StartLine, a.EndLine), merged)
		p.patch(a.Diff)
	}
}
