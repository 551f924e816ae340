package folds

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"consider/internal/printable"
	"consider/internal/words"
)

// end is one end of a move: a declaration in a change.
type end struct {
	f    *file
	in   *text
	unit unit
	c    *change
}

func (e *end) tokens() []token { return e.in.tokens[e.unit.from : e.unit.to+1] }

func (e *end) span() span {
	all := e.tokens()
	return span{all[0].line, all[len(all)-1].end + 1}
}

func (e *end) String() string {
	return fmt.Sprintf("%s:%d", printable.Line(e.in.path), e.span().from+1)
}

// key is equal for declarations that mean the same. Line breaks between them and others do not count.
func (e *end) key() string {
	var b strings.Builder
	b.WriteString(e.unit.scope)
	for i, t := range e.tokens() {
		tight, breaks := i > 0 && t.tight, i > 0 && t.breaks
		fmt.Fprintf(&b, "\x00%d%t%t", t.kind, tight, breaks)
		if t.kind == comment && e.f.in != rust { // its comments can be documentation that is tested
			b.WriteString(said(&t))
		} else {
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// move is a declaration that is in one change before, and in one after.
type move struct{ from, to end }

// moves proves the changes that consist of declarations that were put elsewhere in their scope.
func moves(files []*file) {
	gone, came := map[string][]end{}, map[string][]end{}
	for _, f := range files {
		if f.in == unknown || !slices.ContainsFunc(f.changes, func(c *change) bool { return c.clear && c.proof == nil }) {
			continue
		}
		f.ends(gone, &f.old, func(c *change) span { return c.old })
		f.ends(came, &f.new, func(c *change) span { return c.new })
	}
	var found []move
	for key, from := range gone {
		if to := came[key]; len(from) == 1 && len(to) == 1 && sameNames(&from[0], &to[0]) {
			found = append(found, move{from[0], to[0]})
		}
	}
	// Those that contain others come first, and of equal ones the order is always the same.
	slices.SortFunc(found, func(a, b move) int {
		return cmp.Or(len(b.from.tokens())-len(a.from.tokens()), strings.Compare(a.from.String(), b.from.String()))
	})
	for _, m := range found {
		if !m.from.c.left[m.from.span().from] {
			said := fmt.Sprintf("%s from %s to %s", m.from.unit.name, m.from.String(), m.to.String())
			m.from.c.moved, m.to.c.moved = append(m.from.c.moved, said), append(m.to.c.moved, said)
		}
		m.from.c.left, m.to.c.arrived = with(m.from.c.left, m.from.span()), with(m.to.c.arrived, m.to.span())
	}
	for _, f := range files {
		for _, c := range f.changes {
			if len(c.moved) > 0 && covered(c.a, c.left) && covered(c.b, c.arrived) {
				c.proof = &proof{Moved, movedText(c.moved)}
			}
		}
	}
}

// with adds lines to others.
func with(lines map[int]bool, s span) map[int]bool {
	if lines == nil {
		lines = map[int]bool{}
	}
	for n := s.from; n < s.to; n++ {
		lines[n] = true
	}
	return lines
}

// movedText names the first of the moves.
func movedText(moved []string) string {
	if n := len(moved); n > 1 {
		return fmt.Sprintf("Moved: %s, and %d more", slices.Min(moved), n-1)
	}
	return "Moved: " + moved[0]
}

// covered reports whether all tokens are on some lines.
func covered(tokens []token, lines map[int]bool) bool {
	return !slices.ContainsFunc(tokens, func(t token) bool { return !lines[t.line] || !lines[t.end] })
}

// ends adds the declarations of one side that are complete in a change.
func (f *file) ends(found map[string][]end, in *text, on func(*change) span) {
	at := 0
	changes := slices.DeleteFunc(slices.Clone(f.changes), func(c *change) bool { return !c.clear || c.proof != nil })
	units := in.units(f.in, f.Path)
	slices.SortFunc(units, func(a, b unit) int { return a.from - b.from })
	for _, u := range units {
		first, last := &in.tokens[u.from], &in.tokens[u.to]
		for at < len(changes) && on(changes[at]).to <= first.line {
			at++
		}
		if at == len(changes) {
			return
		}
		alone := (u.from == 0 || in.tokens[u.from-1].end < first.line) && (u.to+1 == len(in.tokens) || in.tokens[u.to+1].line > last.end)
		if s := on(changes[at]); first.line >= s.from && last.end < s.to && alone {
			e := end{f, in, u, changes[at]}
			e.unit.name = words.FirstLine(e.unit.name)
			found[e.key()] = append(found[e.key()], e)
		}
	}
}
