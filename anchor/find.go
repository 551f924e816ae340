package anchor

import (
	"cmp"
	"slices"
	"strings"

	"consider/internal/linemap"
)

const (
	// findContent is the similarity to the kept text below which nothing counts as found, however well the context fits.
	// findScore is what content and context need together. findMargin is by how much the runner-up must be worse;
	// otherwise the result is a tie, which is stale.
	findContent = 600
	findScore   = 680
	editedScore = 740 // the same when the content changed
	findMargin  = 50
	// findTrust is how many tenths of a score count as confidence: without a base text, a similar line cannot be
	// distinguished from the original.
	findTrust = 9
	// findTrivial is the context that a target of braces and blanks needs.
	findTrivial = 700
	// contentShare is the share of content in tenths; the rest is context.
	contentShare = 7
	// maxVotes is how often a line may occur and still vote for a place. maxStarts is how many places are compared
	// closely. maxScan is how many lines are compared one by one with the heaviest line.
	maxVotes  = 64
	maxStarts = 32
	maxScan   = 20_000
	// skipLines is how many inserted lines are skipped inside a target.
	skipLines = 4
)

// Find places a description in a text without its base text: by its content first, then by content and context together.
// It is weaker than [Map] and meant for threads whose base text is not available. Context alone never places a thread,
// and a tie between two places is stale.
func Find(d Description, text []byte) Placement {
	f, reason := newFinder(d, text)
	if reason != "" {
		return stale(reason)
	}
	var found []fit
	for _, start := range f.starts() {
		if x := f.fit(start); x.content >= findContent {
			found = append(found, x)
		}
	}
	if len(found) == 0 {
		return stale(reasonGone)
	}
	slices.SortFunc(found, func(x, y fit) int {
		return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(x.lo, y.lo), cmp.Compare(x.hi, y.hi))
	})
	best := found[0]
	for _, x := range found[1:] {
		if (x.hi < best.lo || x.lo > best.hi) && best.score-x.score < findMargin {
			return f.stale(reasonTie, best)
		}
	}
	if best.score < findScore || best.content < full && best.score < editedScore || f.trivial && best.context < findTrivial {
		return f.stale(reasonUnsure, best)
	}
	return f.anchored(best)
}

// finder compares a text with a description, which is treated as a text of context, target and context.
type finder struct {
	pair    *linemap.Pair
	r       *resolver
	lines   []string // of the text
	d       Description
	t0, t1  int32 // the target's lines of A
	trivial bool  // the target has nothing but braces and blanks
}

// fit is a place for the target: lines lo to hi of the text.
type fit struct {
	lo, hi                  int32
	content, context, score int32
}

func newFinder(d Description, text []byte) (*finder, string) {
	if len(text) > maxText {
		return nil, reasonLong
	}
	if IsBinary(text) {
		return nil, reasonBinary
	}
	lines := splitLines(text)
	if len(lines) == 0 {
		return nil, reasonEmpty
	}
	if strings.TrimSpace(d.TargetContent) == "" {
		return nil, reasonNoContent
	}
	target := strings.Split(d.TargetContent, "\n")
	old := slices.Concat(d.ContextBefore, target, d.ContextAfter)
	f := &finder{lines: lines, d: d, t0: int32(len(d.ContextBefore))}
	f.t1 = f.t0 + int32(len(target))
	f.pair = linemap.NewPair([]byte(strings.Join(old, "\n")+"\n"), []byte(strings.Join(cutLines(lines), "\n")+"\n"))
	if len(f.pair.A.Lines) != len(old) || len(f.pair.B.Lines) != len(lines) {
		return nil, reasonNoContent // a description that no text can have
	}
	// All words weigh the same here. A rarity would depend on the context, so a worse context could raise the score of
	// the content.
	f.r = &resolver{pair: f.pair, lex: newLexicon(f.pair, 0)}
	f.r.cmp = newComparer(f.pair, f.r.lex)
	f.trivial = true
	for i := f.t0; i < f.t1; i++ {
		w := f.pair.A.Lines[i].Weight
		f.trivial = f.trivial && w < linemap.Trivial
	}
	return f, ""
}

// starts returns where the target may begin, best first: most votes come from equal lines, others from lines that are
// similar to the heaviest line of the target.
func (f *finder) starts() []int32 {
	where := make(map[int32][]int32)
	for j, id := range f.pair.B.Norm {
		where[id] = append(where[id], int32(j))
	}
	votes := make(map[int32]int32)
	var order []int32
	vote := func(start, w int32) {
		if votes[start] == 0 {
			order = append(order, start)
		}
		votes[start] += w + 1
	}
	heaviest := f.t0
	for i := f.t0; i < f.t1; i++ {
		w := f.pair.A.Lines[i].Weight
		if at := where[f.pair.A.Norm[i]]; len(at) <= maxVotes || f.trivial {
			for _, j := range at {
				vote(j-(i-f.t0), w)
			}
		}
		if w > f.pair.A.Lines[heaviest].Weight {
			heaviest = i
		}
	}
	for j := range min(len(f.lines), maxScan) {
		if s := f.r.gapSimilarity(heaviest, int32(j)); s >= findContent {
			vote(int32(j)-(heaviest-f.t0), 0)
		}
	}
	slices.SortFunc(order, func(x, y int32) int {
		return cmp.Or(cmp.Compare(votes[y], votes[x]), cmp.Compare(x, y))
	})
	if f.trivial {
		return order
	}
	return order[:min(len(order), maxStarts)]
}

// fit aligns the target with the text from a start, skipping a few inserted lines.
func (f *finder) fit(start int32) fit {
	x := fit{lo: -1}
	sum, all := int32(0), int32(0)
	at := max(start, 0)
	for i := f.t0; i < f.t1; i++ {
		w := min(f.pair.A.Lines[i].Weight, maxRangeWeight) + 1
		all += w
		best, where := int32(0), at
		for j := at; j < at+1+skipLines && int(j) < len(f.lines); j++ {
			if s := f.similar(i, j); s > best {
				best, where = s, j
			}
		}
		if best < similarEnough {
			continue
		}
		sum += w * best / full
		if x.lo < 0 {
			x.lo = where
		}
		x.hi, at = where, where+1
	}
	if x.lo < 0 {
		return x
	}
	x.content = sum * full / all
	x.context = f.context(x.lo, x.hi)
	x.score = (contentShare*x.content + (10-contentShare)*x.context) / 10
	return x
}

// similar is the similarity of two lines. Equal lines are full, whatever their indentation.
func (f *finder) similar(i, j int32) int32 {
	if f.pair.A.Norm[i] == f.pair.B.Norm[j] {
		return full
	}
	return f.r.gapSimilarity(i, j)
}

// context is how well the lines around a place agree with the kept ones. Each is compared with the line at the same
// distance.
func (f *finder) context(lo, hi int32) int32 {
	got, all := int32(0), int32(0)
	add := func(i, j int32) {
		w := min(f.pair.A.Lines[i].Weight, 20) + 2
		all += w
		if j >= 0 && int(j) < len(f.lines) {
			got += w * f.similar(i, j) / full
		}
	}
	for i := f.t0 - 1; i >= 0; i-- {
		add(i, lo-(f.t0-i))
	}
	for i := f.t1; int(i) < len(f.pair.A.Lines); i++ {
		add(i, hi+1+i-f.t1)
	}
	if all == 0 {
		return full
	}
	return got * full / all
}

func (f *finder) stale(reason string, x fit) Placement {
	p := stale(reason)
	p.GuessStart, p.GuessEnd = int(x.lo)+1, int(x.hi)+1
	return p
}

// anchored describes a fit. When the kept target was cut, the end is computed from the original length.
func (f *finder) anchored(x fit) Placement {
	end := int(x.hi)
	if kept, whole := int(f.t1-f.t0), f.d.EndLine-f.d.StartLine+1; whole > kept {
		end = min(end+whole-kept, len(f.lines)-1)
	}
	edited := contentHash(strings.Join(f.lines[x.lo:end+1], "\n")) != f.d.ContentHash
	return Placement{
		State: Anchored, Start: int(x.lo) + 1, End: end + 1, Method: Context,
		Score:  float64(x.score*findTrust/10) / full,
		Edited: edited,
	}
}
