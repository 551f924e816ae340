package anchor

import (
	"math/bits"

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
}

// tokens are the words and punctuation marks of one line.
type tokens struct {
	ids   []int32
	total int32  // weight of all of them
	sig   uint64 // one bit per token: no common bit, no common token
}

func newLexicon(p *linediff.Pair) *lexicon {
	x := &lexicon{ids: make(map[string]int32)}
	sides := [2]*linediff.Side{&p.A, &p.B}
	for k, s := range sides {
		x.lines[k] = make([]tokens, len(s.Lines))
		byNorm := make(map[int32][]int32)
		for i := range s.Lines {
			ids, ok := byNorm[s.Norm[i]]
			if !ok {
				ids = x.split(s.Bytes(i))
				byNorm[s.Norm[i]] = ids
			}
			x.lines[k][i].ids = ids
			for _, id := range ids {
				x.count[id&^punct]++
			}
		}
	}
	x.weigh(len(p.A.Lines) + len(p.B.Lines))
	for k := range x.lines {
		for i := range x.lines[k] {
			x.lines[k][i].sum(x)
		}
	}
	return x
}

// punct marks the id of a punctuation token.
const punct = int32(1) << 30

func (t *tokens) sum(x *lexicon) {
	for k, id := range t.ids {
		t.ids[k] = id &^ punct
		t.total += x.weight[id&^punct]
		t.sig |= 1 << (uint64(id&^punct) * 0x9E3779B97F4A7C15 >> 58)
	}
}

// split returns the ids of the tokens of one line.
func (x *lexicon) split(line []byte) []int32 {
	var ids []int32
	for i := 0; i < len(line) && len(ids) < maxTokens; {
		n := wordLen(line[i:])
		mark := int32(0)
		if n == 0 {
			n, mark = 1, punct
		}
		if line[i] != ' ' && line[i] != '\t' {
			ids = append(ids, x.id(line[i:i+n], mark))
		}
		i += n
	}
	return ids
}

func (x *lexicon) id(word []byte, mark int32) int32 {
	id, ok := x.ids[string(word)]
	if !ok {
		id = int32(len(x.count))
		x.ids[string(word)] = id
		x.count = append(x.count, 0)
		w := int32(wordWeight)
		if mark != 0 {
			w = punctWeight
		}
		x.weight = append(x.weight, w)
	}
	return id
}

// weigh adds rarity to the words.
func (x *lexicon) weigh(lines int) {
	for id, c := range x.count {
		if x.weight[id] == wordWeight && c > 0 {
			rarity := bits.Len(uint(lines) / uint(c))
			x.weight[id] += rareWeight * int32(min(rarity, maxRarity))
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
