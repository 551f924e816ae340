package thread

import (
	"bytes"

	"consider/anchor"
	"consider/internal/linemap"
)

// LinesOf returns lines start..end of text, 1-based and inclusive, without their line ends. It omits lines that the
// text does not have. Lines are counted as in package anchor: in the plain text, whatever encoding the file has.
func LinesOf(text []byte, start, end int) []string {
	text = linemap.Plain(text)
	var out []string
	for n := 1; len(text) > 0 && n <= end; n++ {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		if n >= start {
			out = append(out, string(bytes.TrimSuffix(line, []byte("\r"))))
		}
		text = rest
	}
	return out
}

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
