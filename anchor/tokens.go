package anchor

import (
	"math/bits"
	"slices"

	"consider/internal/linediff"
)

const (
	// maxTokens is how many tokens of one line are compared.
	maxTokens = 64
	// punctWeight and wordWeight are the weights of the commonest tokens; a
	// word gains rareWeight for every halving of its frequency.
	punctWeight = 4
	wordWeight  = 10
	rareWeight  = 3
	maxRarity   = 8
)

// lexicon splits lines into tokens and knows how rare each token is in the
// two texts together.
type lexicon struct {
	ids    map[string]int32
	count  []int32
	weight []int32
	lines  [2][]tokens
	room   []int32 // where the next lines' tokens go
}

// tokens are the words and punctuation marks of one line.
type tokens struct {
	ids   []int32
	total int32  // weight of all of them
	sig   uint64 // one bit per token: no common bit, no common token
}

// newLexicon splits each normal form once: lines that are equal but for white
// space share their tokens.
func newLexicon(p *linediff.Pair, rarity int32) *lexicon {
	x := &lexicon{ids: make(map[string]int32, p.Norms)}
	forms, known := make([]tokens, p.Norms), make([]bool, p.Norms)
	sides := [2]*linediff.Side{&p.A, &p.B}
	for _, s := range sides {
		for i, norm := range s.Norm {
			if known[norm] {
				continue
			}
			known[norm] = true
			forms[norm].ids = x.split(s.Bytes(i))
			for _, id := range forms[norm].ids {
				x.count[id] += p.CountA[norm] + p.CountB[norm]
			}
		}
	}
	x.weigh(len(p.A.Lines)+len(p.B.Lines), rarity)
	for i := range forms {
		forms[i].sum(x)
	}
	for k, s := range sides {
		x.lines[k] = make([]tokens, len(s.Norm))
		for i, norm := range s.Norm {
			x.lines[k][i] = forms[norm]
		}
	}
	return x
}

func (t *tokens) sum(x *lexicon) {
	for _, id := range t.ids {
		t.total += x.weight[id]
		t.sig |= 1 << (uint64(id) * 0x9E3779B97F4A7C15 >> 58)
	}
}

// split returns the ids of the tokens of one line.
func (x *lexicon) split(line []byte) []int32 {
	if cap(x.room)-len(x.room) < maxTokens {
		x.room = make([]int32, 0, 64*maxTokens)
	}
	ids := x.room[len(x.room):]
	for i := 0; i < len(line) && len(ids) < maxTokens; {
		n, weight := wordLen(line[i:]), int32(wordWeight)
		if n == 0 {
			n, weight = 1, punctWeight
		}
		if line[i] != ' ' && line[i] != '\t' {
			ids = append(ids, x.id(line[i:i+n], weight))
		}
		i += n
	}
	x.room = x.room[:len(x.room)+len(ids)]
	return slices.Clip(ids)
}

func (x *lexicon) id(word []byte, weight int32) int32 {
	id, ok := x.ids[string(word)]
	if !ok {
		id = int32(len(x.count))
		x.ids[string(word)] = id
		x.count = append(x.count, 0)
		x.weight = append(x.weight, weight)
	}
	return id
}

// weigh adds rarity to the words.
func (x *lexicon) weigh(lines int, perHalving int32) {
	for id, c := range x.count {
		if x.weight[id] == wordWeight && c > 0 {
			rarity := bits.Len(uint(lines) / uint(c))
			x.weight[id] += perHalving * int32(min(rarity, maxRarity))
		}
	}
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

func wordLen(s []byte) int {
	n := 0
	for n < len(s) && isWord(s[n]) {
		n++
	}
	return n
}
