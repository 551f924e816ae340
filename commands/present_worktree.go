package commands

import (
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/words"
)

// worktreeName returns the name of a worktree; the main one has none of its own.
func worktreeName(name string) string {
	if name == "" {
		return "(main)"
	}
	return safe(name)
}

// there prints the place of a thread in its own worktree.
func (p *page) there(t place.ThreadView, there *review.ThereView) {
	if there != nil {
		t.Placement = there.Placement
		p.line("  in worktree %s: %s (%s)", worktreeName(there.Worktree), safe(t.Where().String()), safe(t.Placement.State()))
	}
}

func (p *page) adopted(o review.AdoptOutput) {
	if len(o.Threads) == 0 {
		p.line("nothing to do")
	}
	for _, t := range o.Threads {
		p.line("%s: %s adopted", t.ID, words.Plural(t.Messages, "message"))
	}
}
