package anchor

import (
	"bytes"
	"hash/maphash"
	"math/bits"
	"slices"

	"consider/internal/linemap"
)

const (
	// maxTokens is how many tokens of one line are compared.
	maxTokens = 64
	// punctWeight and wordWeight are the weights of the commonest tokens. A word gains rareWeight for every halving of
	// its frequency, at most maxRarity times.
	punctWeight = 4
	wordWeight  = 10
	rareWeight  = 3
	maxRarity   = 8
)

// lexicon splits lines into tokens and knows how rare each token is in the
// two texts together.
type lexicon struct {
	table  linemap.Table // numbers words and punctuation marks
	count  [][2]int32    // by id: how often the old and the new text have it
	weight []int32
	norms  [2][]int32  // by side and line: its normal form
	forms  [2][]tokens // by side and normal form; both sides share one slice until a token of the new text is renamed
	room   []int32     // memory for the tokens of the next lines
}

// of returns the tokens of a line of the old (0) or the new text (1).
func (x *lexicon) of(side int, line int32) *tokens {
	t := &x.forms[side][x.norms[side][line]]
	if t.sig == 0 { // most lines are never asked for
		t.sum(x)
	}
	return t
}

// seed begins the hashes of tokens. It differs in each process, so that the author of a text cannot give all its words the
// same hash. Ids do not depend on it.
var seed = maphash.MakeSeed()

// tokens are the words and punctuation marks of one line.
type tokens struct {
	ids   []int32
	total int32  // weight of all of them
	sig   uint64 // one bit per token: lines without a common bit have no common token
}

// newLexicon splits each normal form once: lines that are equal except for white space share their tokens.
func newLexicon(p *linemap.Pair) *lexicon {
	x := &lexicon{norms: [2][]int32{p.A.Norm, p.B.Norm}}
	x.table.Reset(p.Norms)
	forms := make([]tokens, p.Norms)
	for norm := range forms {
		forms[norm].ids = x.split(p.Form(int32(norm)))
		for _, id := range forms[norm].ids {
			x.count[id][0] += p.CountA[norm]
			x.count[id][1] += p.CountB[norm]
		}
	}
	x.weigh(len(p.A.Lines) + len(p.B.Lines))
	x.forms = [2][]tokens{forms, forms}
	return x
}

func (t *tokens) sum(x *lexicon) {
	for _, id := range t.ids {
		t.total += x.weight[id]
		t.sig |= signature(id)
	}
}

// signature is the bit of a token.
func signature(id int32) uint64 { return 1 << (uint64(id) * 0x9E3779B97F4A7C15 >> 58) }

// split returns the ids of the tokens of one line.
func (x *lexicon) split(line []byte) []int32 {
	if cap(x.room)-len(x.room) < maxTokens {
		x.room = make([]int32, 0, 64*maxTokens)
	}
	ids := x.room[len(x.room):]
	for i := 0; i < len(line) && len(ids) < maxTokens; {
		begin, weight := i, int32(wordWeight)
		for i < len(line) && wordBytes[line[i]] {
			i++
		}
		if i == begin {
			i, weight = i+1, punctWeight
		}
		if c := line[begin]; c != ' ' && c != '\t' {
			ids = append(ids, x.id(line[begin:i], weight))
		}
	}
	x.room = x.room[:len(x.room)+len(ids)]
	return slices.Clip(ids)
}

// id returns the id of a token, which has that weight if it is new.
func (x *lexicon) id(text []byte, weight int32) int32 {
	id := x.table.Number(text, maphash.Bytes(seed, text), bytes.Equal)
	if int(id) == len(x.weight) {
		x.count, x.weight = append(x.count, [2]int32{}), append(x.weight, weight)
	}
	return id
}

// weigh adds their rarity to the weights of words.
func (x *lexicon) weigh(lines int) {
	for id, c := range x.count {
		if all := c[0] + c[1]; x.weight[id] == wordWeight && all > 0 {
			rarity := bits.Len(uint(lines) / uint(all))
			x.weight[id] += rareWeight * int32(min(rarity, maxRarity))
		}
	}
}

// wordBytes says of every byte whether it is part of a word.
var wordBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = c == '_' || linemap.IsLetter(byte(c))
	}
	return t
}()
