package present

import (
	"fmt"
	"strings"

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

// groupOf names the threads that a person sees together: "" for those of this worktree, which come first.
func groupOf(t *place.ThreadView) string {
	if t.Elsewhere {
		return "in " + t.Worktree
	}
	return ""
}

// worktreeHead is the heading of the threads of another worktree: how many they are, and the agents that run there.
func worktreeHead(name string, o review.ListOutput) string {
	n := 0
	for i := range o.Threads {
		if t := &o.Threads[i]; t.Elsewhere && t.Worktree == name {
			n++
		}
	}
	head := fmt.Sprintf("Worktree %s (%d)", worktreeName(name), n)
	for _, l := range o.Elsewhere {
		if running := "; " + safe(l.Agent) + " is running"; l.Worktree == name && !strings.Contains(head, running) {
			head += running
		}
	}
	return head
}

// there prints the place of a thread in its own worktree.
func (p *Page) there(t place.ThreadView, there *review.ThereView) {
	if there != nil {
		t.Placement = there.Placement
		p.Line("  in worktree %s: %s (%s)", worktreeName(there.Worktree), safe(t.Where().String()), safe(t.Placement.State()))
	}
}

func (p *Page) adopted(o review.AdoptOutput) {
	if len(o.Threads) == 0 {
		p.Line("nothing to do")
	}
	for _, t := range o.Threads {
		p.Line("%s: %s adopted", t.ID, words.Plural(t.Messages, "message"))
	}
}
