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
		p.line("%s", p.fold("listening: "+strings.Join(listening, ", "), "  "))
	case h.Nobody && len(h.Hooked) > 0:
		last := h.Hooked[0]
		p.line("%s", p.fold("nobody listens now; the hooks of "+safe(last.Agent)+" tell it when it is at work, as they did "+p.at(last.Heard), "  "))
	case h.Nobody:
		p.line("%s", p.fold(p.told("nobody listens: start your agent, and tell it that there are review comments; an agent with hooks hears of them by itself (consider setup --hooks mid-turn)"), "  "))
	}
}
