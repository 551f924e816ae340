package folds

import (
	"cmp"
	"fmt"
	"go/ast"
	"slices"
	"sort"
	"strings"

	"consider/internal/printable"
	"consider/internal/words"
)

// end is one end of a move: a declaration in a change.
type end struct {
	f    *file
	c    *change
	side int
	unit unit
}

func (e *end) text() *text { return &e.f.sides[e.side] }

func (e *end) tokens() []token { return e.text().tokens[e.unit.from : e.unit.to+1] }

func (e *end) String() string {
	return fmt.Sprintf("%s:%d", printable.Line(e.text().path), e.tokens()[0].line+1)
}

// isAway reports whether a declaration has another place than an equal one of the other side. Otherwise only its layout
// changed.
func (e *end) isAway(to *end) bool { return e.f != to.f || e.unit.from != to.unit.from }

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

// moves proves the changes that consist of declarations that were put elsewhere in their scope.
func moves(files []*file) {
	ends := [2]map[string][]end{{}, {}} // by key
	for _, f := range files {
		for side, found := range ends {
			f.ends(found, side)
		}
	}
	var found [][2]end
	for key, from := range ends[0] {
		if to := ends[1][key]; len(from) == 1 && len(to) == 1 && from[0].isAway(&to[0]) && sameNames(&from[0], &to[0]) {
			found = append(found, [2]end{from[0], to[0]})
		}
	}
	// Those that contain others come first, and of equal ones the order is always the same.
	slices.SortFunc(found, func(a, b [2]end) int {
		return cmp.Or(len(b[0].tokens())-len(a[0].tokens()), strings.Compare(a[0].String(), b[0].String()))
	})
	for _, m := range found {
		said := fmt.Sprintf("%s from %s to %s", m[0].unit.name, m[0].String(), m[1].String())
		for side := range m {
			m[side].note(said)
		}
	}
	for _, f := range files {
		for i := range f.changes {
			c := &f.changes[i]
			switch n := len(c.moved); {
			case n == 0 || !c.sides[0].isMoved() || !c.sides[1].isMoved():
			case n > 1:
				c.proof = fmt.Sprintf("Moved: %s, and %d more", slices.Min(c.moved), n-1)
			default:
				c.proof = "Moved: " + c.moved[0]
			}
		}
	}
}

// sameNames reports whether the qualified names in a declaration mean the same in two files of Go, where each file has
// imports of its own.
func sameNames(from, to *end) bool {
	if from.f == to.f {
		return true
	}
	tree, errA := from.text().syntax()
	other, errB := to.text().syntax()
	if errA != nil || errB != nil {
		return false
	}
	all, same := from.tokens(), provide(tree, "") == provide(other, "")
	ast.Inspect(tree, func(n ast.Node) bool {
		member, _ := n.(*ast.SelectorExpr)
		if member == nil {
			return same
		}
		id, _ := member.X.(*ast.Ident)
		if id == nil || int(id.Pos()-tree.FileStart) < all[0].at || int(id.Pos()-tree.FileStart) > all[len(all)-1].at {
			return same
		}
		paths := provide(tree, id.Name)
		same = same && paths == provide(other, id.Name) && (paths != "" || isLocal(tree, id))
		return same
	})
	return same
}

// note adds a move to the change, unless it is part of another one.
func (e *end) note(said string) {
	all, moved := e.tokens(), e.c.sides[e.side].moved
	if !moved[all[0].line] {
		e.c.moved = append(e.c.moved, said)
	}
	for n := all[0].line; n <= all[len(all)-1].end; n++ {
		moved[n] = true
	}
}

// isMoved reports whether all changed lines are those of declarations that are elsewhere on the other side.
func (p *part) isMoved() bool {
	return !slices.ContainsFunc(p.own, func(l line) bool { return !p.moved[l.at] && !l.isBlank() })
}

// has reports whether all lines from one to another are changed.
func (p *part) has(first, last int) bool {
	i := sort.Search(len(p.own), func(i int) bool { return p.own[i].at >= first })
	to := i + last - first
	return to < len(p.own) && p.own[i].at == first && p.own[to].at == last
}

// ends adds the declarations of one side that are complete in a change.
func (f *file) ends(found map[string][]end, side int) {
	if !slices.ContainsFunc(f.changes, change.isOpen) {
		return
	}
	in := &f.sides[side]
	for _, u := range in.units(f.in, f.Path) {
		first, last := in.tokens[u.from].line, in.tokens[u.to].end
		i := sort.Search(len(f.changes), func(i int) bool { return f.changes[i].sides[side].to > first })
		alone := (u.from == 0 || in.tokens[u.from-1].end < first) && (u.to+1 == len(in.tokens) || in.tokens[u.to+1].line > last)
		if i < len(f.changes) && alone && f.changes[i].isOpen() && f.changes[i].sides[side].has(first, last) {
			u.name = words.FirstLine(u.name)
			e := end{f, &f.changes[i], side, u}
			found[e.key()] = append(found[e.key()], e)
		}
	}
}
