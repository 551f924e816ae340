package anchor

import "consider/internal/linemap"

// TargetFile is a file that lines may have moved to, with its earlier and its present text.
type TargetFile struct {
	then, now []byte
	wasThere  []bool         // by line of the present file: whether the line was there before
	fresh     map[uint64]int // how often each new line occurs, by its number
}

// NewTargetFile compares the two texts of a file. then is nil for a new file.
func NewTargetFile(then, now []byte) *TargetFile {
	g := &TargetFile{then: linemap.Plain(then), now: now, fresh: map[uint64]int{}}
	if IsBinary(now) || len(now) > maxText {
		return g
	}
	p := linemap.NewPair(g.then, linemap.Plain(now))
	g.wasThere = make([]bool, len(p.B.Lines))
	for b, a := range linemap.NewMap(p).From {
		if g.wasThere[b] = a != linemap.None; !g.wasThere[b] {
			g.fresh[p.B.Lines[b].Hash()]++
		}
	}
	return g
}
