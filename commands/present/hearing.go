package present

import (
	"strings"

	"consider/internal/review"
)

// hearing says on a person's screen which sessions listen, or that none does while words wait.
func (p *Page) hearing(h review.Hearing) {
	if !p.isOnScreen() {
		return
	}
	var listening []string
	for _, l := range h.Listeners {
		listening = append(listening, safe(l.Agent)+" ("+safe(string(l.How))+")")
	}
	for _, l := range h.Elsewhere {
		listening = append(listening, safe(l.Agent)+" ("+safe(string(l.How))+", worktree "+worktreeName(l.Worktree)+")")
	}
	none := "No agent is running"
	if len(h.Elsewhere) > 0 {
		none += " in this worktree"
	}
	switch {
	case len(listening) > len(h.Elsewhere) || len(listening) > 0 && !h.Nobody:
		p.Line("%s", p.Fold("agents running: "+strings.Join(listening, ", "), "  "))
	case h.Nobody && len(h.Hooked) > 0:
		last := h.Hooked[0]
		p.Line("%s", p.Fold(none+". Hooks notify "+safe(last.Agent)+" while it works; the last notification was at "+p.at(last.Heard)+".", "  "))
	case h.Nobody && p.Advice != nil && p.Advice(p.Now):
		p.Line("%s", p.Fold(p.Phrase(none+". Start one and say \"look at my comments\", or run '{setup AGENT --hooks mid-turn}' to notify it automatically."), "  "))
	}
}
