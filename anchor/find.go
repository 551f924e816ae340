package anchor

import (
	"math"
	"slices"
	"strings"

	"consider/internal/linemap"
)

const (
	// findContent is the share of the kept text that has to be left, however well the context fits, and findContext the
	// context that must agree, however much of the text is left.
	findContent = 580
	findContext = 300
	// findTrust is how many tenths of a score count as confidence: without a base text, a similar line cannot be
	// distinguished from the original.
	findTrust = 9
)

// Find places a description in a text without its base text: its context and its lines are mapped as if they were the
// old text. It is weaker than [Map] and meant for threads whose base text is not available. Context alone never places a
// thread, and a tie between two places is stale.
func Find(d Description, text []byte) Placement {
	if strings.TrimSpace(d.TargetContent) == "" {
		return stale(reasonNoContent)
	}
	lines, target := LinesOf(text, 1, math.MaxInt), strings.Split(d.TargetContent, "\n")
	old := slices.Concat(d.ContextBefore, target, d.ContextAfter)
	now := strings.Join(cutLines(lines), "\n")
	if IsBinary(text) {
		now = string(text)
	}
	m := mapLines([]byte(strings.Join(old, "\n")+"\n"), []byte(now))
	if m.reason != "" {
		return stale(m.reason)
	}
	if m.count != len(old) || len(m.lines.From) != len(lines) {
		return stale(reasonNoContent) // a description that no text can have
	}
	a0 := int32(len(d.ContextBefore))
	a1 := a0 + int32(len(target)) - 1
	p, r := m.placeChanged(a0, a1), m.resolve()
	if p.State != Anchored {
		return p
	}
	if s := r.spanOf(a0, a1); s.survived < findContent*int64(s.total) {
		return stale(reasonGone)
	}
	if r.hasRival(a0, a1) {
		return Placement{State: Stale, Reason: reasonTie, GuessStart: p.Start, GuessEnd: p.End}
	}
	// When the kept target was cut, the end is computed from the original length.
	p.End = min(p.End+max(d.EndLine-d.StartLine+1-len(target), 0), len(lines))
	p.Method, p.Score = Context, float64(int(p.Score*full+0.5)*findTrust/10)/full
	p.Edited = contentHash(strings.Join(lines[p.Start-1:p.End], "\n")) != d.ContentHash
	return p
}

// hasRival reports whether the text around the heaviest line of a range does not distinguish its place: it hardly agrees
// with the text around that place, or as well with the text around an equal line.
func (r *resolver) hasRival(a0, a1 int32) bool {
	x := r.heaviest(a0, a1)
	if r.To[x] == linemap.None {
		return true
	}
	here := r.textContext(x, r.To[x])
	for b, id := range r.pair.B.Norm {
		if id == r.pair.A.Norm[x] && int32(b) != r.To[x] && r.textContext(x, int32(b))+homeLead > here {
			return true
		}
	}
	return here < findContext
}
