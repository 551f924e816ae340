package commands

import (
	"strings"

	"consider/internal/review"
)

// hearing says on a person's screen which sessions listen, or that none does while words wait.
func (p *page) hearing(h review.Hearing) {
	if !p.isOnScreen() {
		return
	}
	var listening []string
	for _, l := range h.Listeners {
		listening = append(listening, safe(l.Agent)+" ("+safe(string(l.How))+")")
	}
	switch {
	case len(listening) > 0:
		p.line("%s", p.fold("agents running: "+strings.Join(listening, ", "), "  "))
	case h.Nobody && len(h.Hooked) > 0:
		last := h.Hooked[0]
		p.line("%s", p.fold("No agent is running. The hooks of "+safe(last.Agent)+" notify it while it works, as they did "+p.at(last.Heard)+".", "  "))
	case h.Nobody:
		p.line("%s", p.fold(p.told("No agent is running. Start one and say \"look at my comments\", or run 'consider setup --hooks mid-turn' to notify it automatically."), "  "))
	}
}
