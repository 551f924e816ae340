package anchor

import (
	"bytes"

	"consider/internal/linemap"
)

// maxSimilarity is how many bytes of each file Similarity looks at.
const maxSimilarity = 4 << 20

// Similarity returns how much of two whole files is the same, from 0 to 1 in steps of 1/1000, for the detection of
// renames: the letters of the lines that both have, in any order, over the letters of the longer file. Only equal files
// get 1. Its cost is linear, and bounded by the first 4 MB of each file.
func Similarity(a, b []byte) float64 {
	if bytes.Equal(a, b) {
		return 1
	}
	p := linemap.NewPair(a[:min(len(a), maxSimilarity)], b[:min(len(b), maxSimilarity)])
	// A line weighs its letters, which white space cannot change, and one more for its punctuation.
	weight := func(l linemap.Line) int64 {
		if l.Blank() {
			return 0
		}
		return int64(l.Weight) + 1
	}
	weigh := func(s *linemap.Side) (total int64) {
		for _, l := range s.Lines {
			total += weight(l)
		}
		return total
	}
	longer := max(weigh(&p.A), weigh(&p.B))
	if longer == 0 {
		return 0
	}
	common, left := int64(0), p.CountB
	for i, id := range p.A.Norm {
		if left[id] > 0 {
			left[id]--
			common += weight(p.A.Lines[i])
		}
	}
	return float64(min(common*full/longer, full-1)) / full
}
