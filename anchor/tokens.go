package anchor

import (
	"bytes"
	"math/bits"
	"math/rand/v2"
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
	slots  []int32    // the id + 1 of each word, by hash with open addressing; 0 when free
	words  []word     // by id; empty for punctuation marks
	marks  [256]int32 // the id + 1 of each punctuation mark
	count  [][2]int32 // by id: how often the old and the new text have it
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

// basis is the start value of word hashes. It differs in each process, so that the author of a text cannot give all its
// words the same hash. Ids do not depend on it.
var basis = rand.Uint64()

// word is the first occurrence of a word.
type word struct {
	text []byte
	hash uint64
}

// tokens are the words and punctuation marks of one line.
type tokens struct {
	ids   []int32
	total int32  // weight of all of them
	sig   uint64 // one bit per token: lines without a common bit have no common token
}

// newLexicon splits each normal form once: lines that are equal except for white space share their tokens.
func newLexicon(p *linemap.Pair) *lexicon {
	x := &lexicon{norms: [2][]int32{p.A.Norm, p.B.Norm}}
	x.grow(p.Norms)
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
		c := line[i]
		if !wordBytes[c] {
			if c != ' ' && c != '\t' {
				ids = append(ids, x.mark(c))
			}
			i++
			continue
		}
		begin, hash := i, basis
		for i < len(line) && wordBytes[line[i]] {
			hash = (hash ^ uint64(line[i])) * 1099511628211
			i++
		}
		ids = append(ids, x.id(line[begin:i], hash))
	}
	x.room = x.room[:len(x.room)+len(ids)]
	return slices.Clip(ids)
}

func (x *lexicon) id(text []byte, hash uint64) int32 {
	mask := uint64(len(x.slots) - 1)
	at := (hash ^ hash>>29) & mask
	for ; x.slots[at] != 0; at = (at + 1) & mask {
		if w := &x.words[x.slots[at]-1]; w.hash == hash && bytes.Equal(w.text, text) {
			return x.slots[at] - 1
		}
	}
	id := x.token(word{text, hash}, wordWeight)
	if x.slots[at] = id + 1; 2*len(x.words) > len(x.slots) {
		x.grow(2 * len(x.slots))
	}
	return id
}

func (x *lexicon) mark(c byte) int32 {
	if x.marks[c] == 0 {
		x.marks[c] = x.token(word{}, punctWeight) + 1
	}
	return x.marks[c] - 1
}

func (x *lexicon) token(w word, weight int32) int32 {
	x.words, x.count, x.weight = append(x.words, w), append(x.count, [2]int32{}), append(x.weight, weight)
	return int32(len(x.words) - 1)
}

// grow makes a table of at least size slots and enters all words again.
func (x *lexicon) grow(size int) {
	n := 64
	for n < size {
		n *= 2
	}
	x.slots = make([]int32, n)
	for id, w := range x.words {
		if w.text == nil {
			continue
		}
		at := (w.hash ^ w.hash>>29) & uint64(n-1)
		for x.slots[at] != 0 {
			at = (at + 1) & uint64(n-1)
		}
		x.slots[at] = int32(id) + 1
	}
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

// wordBytes tabulates isWord.
var wordBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = isWord(byte(c))
	}
	return t
}()

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}
