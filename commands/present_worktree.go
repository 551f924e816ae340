package commands

import (
	"consider/internal/place"
	"consider/internal/review"
)

// worktreeName returns the worktree that a thread is kept in; the main one has no name of its own.
func worktreeName(t place.ThreadView) string {
	if t.Worktree == "" {
		return "(main)"
	}
	return safe(t.Worktree)
}

func (p *page) adopted(o review.AdoptOutput) {
	if len(o.Threads) == 0 {
		p.line("nothing to do")
	}
	for _, t := range o.Threads {
		if t.Changed {
			p.line("adopted %s from worktree %s", t.ID, safe(t.Worktree))
		} else {
			p.line("%s: already here", t.ID)
		}
	}
}
