package commands

import (
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/words"
)

// worktreeName returns the worktree that a thread was made in; the main one has no name of its own.
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
		p.line("%s: %s adopted", t.ID, words.Plural(t.Messages, "message"))
	}
}
