package thread

import "consider/anchor"

// Description returns the anchor in the form that package anchor uses.
func (a *Anchor) Description() anchor.Description {
	return anchor.Description{
		StartLine: a.StartLine, EndLine: a.EndLine,
		ContextBefore: a.ContextBefore, TargetContent: a.TargetContent, ContextAfter: a.ContextAfter,
		ContentHash: a.ContentHash,
	}
}

// NewAnchor describes lines start..end of text.
func NewAnchor(text []byte, start, end int, base Base) *Anchor {
	d := anchor.Describe(text, start, end)
	return &Anchor{
		StartLine: d.StartLine, EndLine: d.EndLine,
		ContextBefore: OrEmpty(d.ContextBefore), TargetContent: d.TargetContent, ContextAfter: OrEmpty(d.ContextAfter),
		ContentHash: d.ContentHash, Base: base,
	}
}

// OrEmpty returns s or, if s is nil, an empty slice, which JSON encodes as [].
func OrEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
