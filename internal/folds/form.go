package folds

import (
	"slices"
	"strings"
)

// form proves the changes whose sides have the same tokens, and notes the names in which alone others differ. Macros of
// Rust can print the white space between tokens, and read their columns.
func (f *file) form() {
	for i := range f.changes {
		if c := &f.changes[i]; c.clear && c.joined && f.in != rust {
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
	case indented:
		return nil, "Reindented"
	}
	return nil, "Reformatted: the same tokens"
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
		case x.kind == comment && said(x) == said(y):
		case x.kind != word || f.in != golang:
			return nil, false
		default:
			pairs[pair{x.text, y.text}]++
		}
	}
	return pairs, true
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
