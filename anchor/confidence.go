package anchor

import "consider/internal/linemap"

// Scores are per mille. They were taken from the share of right answers of each kind in a large set of judged cases;
// docs/internals/anchoring.md has the table.
const (
	certainScore = 995 // equal lines, unique in both texts
	leastScore   = 600 // answers below it are not given
	// rewrittenScore is the highest score of a block of which little more than head and foot is left, or whose head or
	// foot is a guess. Such places are shown as uncertain.
	rewrittenScore = 880
)

// confidence is the score of a span. Each line is scored by the step that matched it and by how many of its neighbours
// went the same way; the mean is weighted. A range that lost much of its text scores less.
func (r *resolver) confidence(s *span) int32 {
	sum, all := int64(0), int64(0)
	for _, a := range s.lines {
		w := int64(min(r.weight(a), maxRangeWeight) + 1)
		sum += w * int64(r.lineScore(a))
		all += w
	}
	if all == 0 || s.total == 0 {
		return 0
	}
	score := int32(sum / all)
	lost := full - int32(s.survived/int64(s.total))
	score -= score * lost / 8 / full
	if s.guess || s.survived < survives*int64(s.total) {
		return min(score, rewrittenScore)
	}
	return score
}

func (r *resolver) lineScore(a int32) int32 {
	support := r.support(a)
	switch r.how[a] {
	case byMap:
		if r.pair.Once(a) {
			return certainScore
		}
		if r.either[a] {
			return 680 + 150*support/full
		}
		return 760 + 230*support/full
	case byEdit:
		return min(620+400*r.sim[a]/full, 985) - 100*(full-support)/full
	case byReflow:
		return 860 + 80*support/full
	case byFar:
		return min(500+520*r.sim[a]/full, 950) - 50*(full-support)/full
	}
	return 0
}

// guess is where a reader may start to look for stale lines: the lines that are left of them or, if none is, the place
// next to the nearest neighbour that was matched. It is 0, 0 if neither exists.
func (r *resolver) guess(s *span, a0, a1 int32) (int, int) {
	if len(s.lines) > 0 {
		return int(s.lo) + 1, int(s.hi) + 1
	}
	for x := a0 - 1; x >= 0 && a0-x <= guessReach; x-- {
		if r.To[x] != linemap.None {
			at := min(int(r.last[x])+2, len(r.From))
			return at, at
		}
	}
	for x := a1 + 1; int(x) < len(r.To) && x-a1 <= guessReach; x++ {
		if r.To[x] != linemap.None {
			at := max(int(r.To[x]), 1)
			return at, at
		}
	}
	return 0, 0
}

// guessReach is how far away a neighbour may be to serve as a guess.
const guessReach = 40
