package linemap

// Pair is two texts whose lines carry numbers, such that equal numbers mean
// equal lines in either text.
type Pair struct {
	A, B   Side
	Norms  int // how many different normal forms there are; Norm is below it
	CountA []int32
	CountB []int32
	first  []sample // by number
}

// Form is the text of the first line with a number.
func (p *Pair) Form(norm int32) []byte { return p.first[norm].text }

// NewPair splits two texts into lines and numbers them.
func NewPair(a, b []byte) *Pair {
	p := &Pair{A: NewSide(a), B: NewSide(b)}
	var t Table
	t.Reset(len(p.A.Lines)) // most lines of one text are in the other
	t.number(&p.A)
	t.number(&p.B)
	p.first, p.Norms = t.first, len(t.first)
	p.CountA = Tally(p.A.Norm, p.Norms)
	p.CountB = Tally(p.B.Norm, p.Norms)
	return p
}
