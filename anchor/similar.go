package anchor

import "consider/internal/linemap"

// full is the highest similarity. Similarities are whole numbers from 0 to full, so that they are the same on every
// machine.
const full = 1000

const (
	// Words count more than letters: a line whose words moved is still the same line; a line that shares letters by
	// chance is not.
	tokenShare  = 6
	letterShare = 4
	// maxLetters is how many bytes of a line the edit distance looks at.
	maxLetters = 256
	blocks     = maxLetters / 64
)

// comparer compares one line of A with many of B.
type comparer struct {
	pair *linemap.Pair
	lex  *lexicon
	line int // of A
	text []byte
	peq  [256][blocks]uint64 // positions of each byte in text, as bits
	row  [maxTokens + 1]int32
}

func newComparer(p *linemap.Pair, x *lexicon) *comparer {
	return &comparer{pair: p, lex: x, line: -1}
}

func (c *comparer) load(a int) {
	if c.line == a {
		return
	}
	for _, b := range c.text {
		c.peq[b] = [blocks]uint64{}
	}
	c.line = a
	c.text = append(c.text[:0], cut(c.pair.A.Bytes(a))...)
	for i, b := range c.text {
		c.peq[b][i/64] |= 1 << (i % 64)
	}
}

func cut(s []byte) []byte { return s[:min(len(s), maxLetters)] }

// similar returns how similar line a of A is to line b of B.
func (c *comparer) similar(a, b int) int32 {
	if c.pair.A.Norm[a] == c.pair.B.Norm[b] {
		return full
	}
	x, y := c.lex.of(0, int32(a)), c.lex.of(1, int32(b))
	if x.sig&y.sig == 0 || x.total == 0 || y.total == 0 {
		return 0
	}
	if 2*full*min(x.total, y.total)/(x.total+y.total) < 300 {
		return 0
	}
	common := c.commonTokens(x, y)
	tok := 2 * full * common / (x.total + y.total)
	if tok < 150 {
		return tok * tokenShare / (tokenShare + letterShare)
	}
	c.load(a)
	return (tokenShare*tok + letterShare*c.letters(cut(c.pair.B.Bytes(b)))) / (tokenShare + letterShare)
}

// commonTokens is the weight of the heaviest common subsequence of tokens.
func (c *comparer) commonTokens(x, y *tokens) int32 {
	row := c.row[:len(y.ids)+1]
	clear(row)
	for _, id := range x.ids {
		diag, w := int32(0), c.lex.weight[id]
		for j, other := range y.ids {
			up := row[j+1]
			v := max(up, row[j])
			if id == other && diag+w > v {
				v = diag + w
			}
			diag, row[j+1] = up, v
		}
	}
	return row[len(y.ids)]
}

// letters is 1 minus the edit distance over the longer length, in thousandths. It uses Myers' bit-parallel algorithm
// (1999) in Hyyrö's form, 64 letters at a time.
func (c *comparer) letters(s []byte) int32 {
	n := len(c.text)
	longer := max(n, len(s))
	if longer == 0 {
		return full
	}
	used := (n + 63) / 64
	var pv, mv [blocks]uint64
	for k := range pv {
		pv[k] = ^uint64(0)
	}
	last := uint64(1) << ((n - 1) % 64)
	dist := n
	for _, b := range s {
		carry := 1
		for k := range used {
			high := uint64(1) << 63
			if k == used-1 {
				high = last
			}
			carry = advance(c.peq[b][k], &pv[k], &mv[k], high, carry)
		}
		dist += carry
	}
	return full - int32(full*dist/longer)
}

// advance computes one block of one column. carry is the horizontal difference that comes in at its lower end; the result
// is the difference that goes out.
func advance(eq uint64, pv, mv *uint64, high uint64, carry int) int {
	xv := eq | *mv
	if carry < 0 {
		eq |= 1
	}
	xh := (((eq & *pv) + *pv) ^ *pv) | eq
	ph, mh := *mv|^(xh|*pv), *pv&xh
	out := 0
	if ph&high != 0 {
		out = 1
	} else if mh&high != 0 {
		out = -1
	}
	ph, mh = ph<<1, mh<<1
	if carry < 0 {
		mh |= 1
	} else if carry > 0 {
		ph |= 1
	}
	*pv, *mv = mh|^(xv|ph), ph&xv
	return out
}
