package plan

import (
	"strings"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/place"
	"consider/internal/thread"
)

// passageFinder finds the passages of any version of a plan in one version.
type passageFinder struct {
	plan  *Plan
	n     int // the version that is shown
	text  []byte
	plans *place.Plans
}

func newPassageFinder(t gitstore.Files, p *Plan, n int) (*passageFinder, error) {
	text, err := p.text(t, n)
	return &passageFinder{plan: p, n: n, text: text, plans: place.NewPlans(t)}, err
}

// PlanPlaced is the place of a comment's passage in a version.
type PlanPlaced struct {
	Passage   Passage `json:"passage"`
	StartLine int     `json:"startLine,omitempty"` // 1-based, inclusive; 0 if it is gone, or for the whole plan
	EndLine   int     `json:"endLine,omitempty"`
	Reason    string  `json:"reason,omitempty"` // why it is gone
}

// place finds the passage of a span.
func (w *passageFinder) place(s *thread.Span) PlanPlaced {
	src := s.Source
	if src == nil || src.Anchor == nil || src.Anchor.StartLine < 1 {
		return PlanPlaced{Passage: Whole}
	}
	a := src.Anchor
	if src.Version == w.n {
		return PlanPlaced{Passage: Kept, StartLine: a.StartLine, EndLine: a.EndLine}
	}
	from := thread.PlanRef{ID: w.plan.ID, Version: src.Version, StartLine: a.StartLine, EndLine: a.EndLine}
	found, ok := w.plans.Place(from, w.n, func() string { return s.Quote })
	if !ok { // the text of that version cannot be read
		found = anchor.Find(a.Description(), w.text)
		found.Edited = found.Edited && place.Reworded(s.Quote, strings.Split(a.TargetContent, "\n"), anchor.LinesOf(w.text, found.Start, found.End))
	}
	if found.State != anchor.Anchored {
		return PlanPlaced{Passage: Gone, Reason: found.Reason}
	}
	out := PlanPlaced{Passage: Kept, StartLine: found.Start, EndLine: found.End}
	if found.Edited {
		out.Passage = Edited
	}
	return out
}
