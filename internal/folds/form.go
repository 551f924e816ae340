package folds

import (
	"slices"
	"strings"
)

// form proves the changes whose sides have the same tokens, and notes the names in which alone others differ.
func (f *file) form() {
	for i := range f.changes {
		if c := &f.changes[i]; c.clear && c.joined {
			c.pairs, c.proof = f.layout(c)
		}
	}
}

// layout proves a change whose sides have the same tokens, or returns the names in which alone they differ.
func (f *file) layout(c *change) (map[pair]int, string) {
	pairs, same := f.differences(c)
	indented := slices.EqualFunc(c.sides[0].lines, c.sides[1].lines, func(a, b string) bool {
		return strings.TrimSpace(a) == strings.TrimSpace(b)
	})
	switch {
	case !same || len(pairs) > 0:
		return pairs, ""
	case indented && (f.in != rust || !f.showsColumns(c)):
		return nil, "Reindented"
	case f.in != rust: // its macros can print the white space between tokens
		return nil, "Reformatted: the same tokens"
	}
	return nil, ""
}

// differences counts the pairs of names by which the sides of a change differ; same is false if they differ in more.
func (f *file) differences(c *change) (pairs map[pair]int, same bool) {
	a, b := c.sides[0].tokens, c.sides[1].tokens
	if len(a) != len(b) {
		return nil, false
	}
	pairs = map[pair]int{}
	for i := range a {
		x, y := &a[i], &b[i]
		switch {
		case x.kind != y.kind || x.tight != y.tight || x.breaks != y.breaks:
			return nil, false
		case x.text == y.text:
		case x.kind == comment && f.in != rust && said(x) == said(y):
		case x.kind != word || f.in != golang:
			return nil, false
		default:
			pairs[pair{x.text, y.text}]++
		}
	}
	return pairs, true
}

// maxDepth bounds the brackets around a token.
const maxDepth = 50

// showsColumns reports whether lines of a change are in a macro of Rust that has several lines: it can read the columns of
// its tokens.
func (f *file) showsColumns(c *change) bool {
	tokens := f.sides[1].tokens
	for i := range c.sides[1].tokens {
		for b, n := c.sides[1].tokens[i].in, 0; b >= 0; b, n = tokens[b].in, n+1 {
			p := tokenAt(tokens, b-1)
			if n == maxDepth || tokens[b].line < tokens[tokens[b].pair].end && (p.is("!") || p.kind == comment) {
				return true
			}
		}
	}
	return false
}

// said returns a comment without the indentation of its lines, and without blank ones.
func said(t *token) string {
	var out strings.Builder
	for line := range strings.Lines(t.text) {
		if line = strings.TrimSpace(line); line != "" {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}
