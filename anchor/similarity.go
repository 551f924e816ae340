package anchor

import (
	"bytes"

	"consider/internal/linediff"
)

// maxSimilarity is how many bytes of each file Similarity looks at.
const maxSimilarity = 4 << 20

// Similarity returns how much of two whole files is the same, from 0 to 1 in
// steps of 1/1000, for the detection of renames: the letters of the lines
// that both have, in any order, over the letters of the longer one. Its cost
// is linear, and bounded by the first 4 MB of each file.
func Similarity(a, b []byte) float64 {
	if bytes.Equal(a, b) {
		return 1
	}
	p := linediff.NewPair(a[:min(len(a), maxSimilarity)], b[:min(len(b), maxSimilarity)])
	weigh := func(s *linediff.Side) (total int64) {
		for _, l := range s.Lines {
			total += int64(l.End - l.Start)
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
			common += int64(p.A.Lines[i].End - p.A.Lines[i].Start)
		}
	}
	return float64(min(common*full/longer, full-1)) / full
}
