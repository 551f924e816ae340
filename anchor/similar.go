package anchor

import (
	"math/bits"

	"consider/internal/linemap"
)

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
	// maxKnown bounds the similarities that are kept, as a power of two.
	maxKnown = 17
)

// comparer compares one line of A with many of B.
type comparer struct {
	pair *linemap.Pair
	lex  *lexicon
	form int32 // of the line that is loaded
	text []byte
	peq  [256][blocks]uint64 // positions of each byte in text, as bits
	// Lines are compared again in later passes, as neighbours of other lines, and where they repeat: known is what was
	// computed last for each hash of two normal forms.
	known []likeness
	x, y  [maxTokens]int32 // the tokens of two lines that both may have
	row   [maxTokens]int32
}

// likeness is the similarity of two normal forms. a is counted from 1; 0 is an empty place.
type likeness struct{ a, b, sim int32 }

// newComparer makes a comparer of two texts of which so many lines are not matched.
func newComparer(p *linemap.Pair, x *lexicon, free int) *comparer {
	return &comparer{pair: p, lex: x, form: linemap.None, known: make([]likeness, 1<<min(bits.Len(uint(8*free)), maxKnown))}
}

func (c *comparer) load(form int32) {
	if c.form == form {
		return
	}
	for _, b := range c.text {
		c.peq[b] = [blocks]uint64{}
	}
	c.form, c.text = form, c.cut(form)
	for i, b := range c.text {
		c.peq[b][i/64] |= 1 << (i % 64)
	}
}

func (c *comparer) cut(form int32) []byte {
	s := c.pair.Form(form)
	return s[:min(len(s), maxLetters)]
}

// similar returns how similar line a of A is to line b of B.
func (c *comparer) similar(a, b int) int32 {
	i, j := c.pair.A.Norm[a], c.pair.B.Norm[b]
	if i == j {
		return full
	}
	x, y := c.lex.of(0, int32(a)), c.lex.of(1, int32(b))
	if x.sig&y.sig == 0 || x.total == 0 || y.total == 0 {
		return 0
	}
	if 2*full*min(x.total, y.total)/(x.total+y.total) < 300 {
		return 0
	}
	k := &c.known[(uint64(i)<<32|uint64(j))*0x9E3779B97F4A7C15>>40&uint64(len(c.known)-1)]
	if k.a == i+1 && k.b == j {
		return k.sim
	}
	tok := 2 * full * c.commonTokens(x, y) / (x.total + y.total)
	s := tok * tokenShare / (tokenShare + letterShare)
	if tok >= 150 {
		c.load(i)
		s = (tokenShare*tok + letterShare*c.letters(c.cut(j))) / (tokenShare + letterShare)
	}
	*k = likeness{i + 1, j, s}
	return s
}

// commonTokens is the weight of the heaviest common subsequence of tokens. Most tokens are equal at both ends of two
// lines, or in one of them only: these need no table.
func (c *comparer) commonTokens(x, y *tokens) (sum int32) {
	xs, ys := x.ids, y.ids
	for len(xs) > 0 && len(ys) > 0 && xs[0] == ys[0] {
		sum += c.lex.weight[xs[0]]
		xs, ys = xs[1:], ys[1:]
	}
	for len(xs) > 0 && len(ys) > 0 && xs[len(xs)-1] == ys[len(ys)-1] {
		sum += c.lex.weight[xs[len(xs)-1]]
		xs, ys = xs[:len(xs)-1], ys[:len(ys)-1]
	}
	xs, ys = within(c.x[:0], xs, y.sig), within(c.y[:0], ys, x.sig)
	row := c.row[:len(ys)]
	clear(row)
	left := int32(0)
	for _, id := range xs {
		diag, w := int32(0), c.lex.weight[id]
		left = 0
		for j, other := range ys {
			up := row[j]
			if left = max(left, up); id == other {
				left = max(left, diag+w)
			}
			diag, row[j] = up, left
		}
	}
	return sum + left
}

// within appends to out the tokens that may be among those of a signature.
func within(out, ids []int32, sig uint64) []int32 {
	for _, id := range ids {
		if sig&signature(id) != 0 {
			out = append(out, id)
		}
	}
	return out
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
