package plan

import (
	"consider/anchor"
	"consider/gitstore"
	"consider/internal/thread"
)

// placing finds the passages of any version of a plan in one version.
type placing struct {
	plan *Plan
	t    gitstore.Files
	n    int // the version that is shown
	text []byte
	from map[int]*anchor.Mapping // from the text of each version; nil if that cannot be read
}

func newPlacing(t gitstore.Files, p *Plan, n int) (*placing, error) {
	text, err := p.text(t, n)
	return &placing{plan: p, t: t, n: n, text: text, from: map[int]*anchor.Mapping{}}, err
}

// PlanPlaced is the place of a comment's passage in a version.
type PlanPlaced struct {
	Passage   Passage `json:"passage"`
	StartLine int     `json:"startLine,omitempty"` // 1-based, inclusive; 0 if it is gone, or for the whole plan
	EndLine   int     `json:"endLine,omitempty"`
	Reason    string  `json:"reason,omitempty"` // why it is gone
}

// place finds the passage of a span.
func (w *placing) place(s *thread.Span) PlanPlaced {
	src := s.Source
	if src == nil || src.Anchor == nil || src.Anchor.StartLine < 1 {
		return PlanPlaced{Passage: Whole}
	}
	a := src.Anchor
	if src.Version == w.n {
		return PlanPlaced{Passage: Kept, StartLine: a.StartLine, EndLine: a.EndLine}
	}
	found := anchor.Find(a.Description(), w.text)
	if m := w.mapping(src.Version); m != nil {
		found = m.Place(a.StartLine, a.EndLine)
	}
	if found.State != anchor.Anchored {
		return PlanPlaced{Passage: Gone, Reason: found.Reason}
	}
	out := PlanPlaced{Passage: Kept, StartLine: found.Start, EndLine: found.End}
	if found.Edited && !holds(w.text, found.Start, found.End, s.Quote) {
		out.Passage = Edited
	}
	return out
}

// mapping compares the text of a version with the one shown, once for all its threads.
func (w *placing) mapping(n int) *anchor.Mapping {
	if m, known := w.from[n]; known {
		return m
	}
	var m *anchor.Mapping
	if text, err := w.plan.text(w.t, n); err == nil {
		m = anchor.Map(text, w.text)
	}
	w.from[n] = m
	return m
}
