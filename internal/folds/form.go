package folds

import (
	"cmp"
	"slices"
	"strings"
)

// form proves the changes whose sides have the same tokens, and notes the names in which alone others differ. Lines of
// another depth can be equal, and then a change of layout is several changes, which are compared together.
func (f *file) form() {
	for rest := f.changes; f.in != unknown && len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].hunk == rest[0].hunk {
			n++
		}
		open := false
		for _, c := range rest[:n] {
			c.pairs, c.proof = f.layout(c)
			open = open || c.proof == nil
		}
		if n > 1 && open {
			if _, p := f.layout(f.together(rest[:n])); p != nil {
				for _, c := range rest[:n] {
					c.pairs, c.proof = nil, cmp.Or(c.proof, p)
				}
			}
		}
		rest = rest[n:]
	}
}

// together returns the changes of a hunk, with the lines between them, as one.
func (f *file) together(changes []*change) *change {
	first, last := changes[0], changes[len(changes)-1]
	c := &change{old: span{first.old.from, last.old.to}, new: span{first.new.from, last.new.to}}
	c.ends = slices.ContainsFunc(changes, func(c *change) bool { return c.ends })
	for line := range f.Hunks[first.hunk].Numbered() {
		if among([]span{c.old}, line.Old-1) {
			c.removed = append(c.removed, line.Text)
		}
		if among([]span{c.new}, line.New-1) {
			c.added = append(c.added, line.Text)
		}
	}
	f.cut(c)
	return c
}

// layout proves a change whose sides have the same tokens, or returns the names in which alone they differ.
func (f *file) layout(c *change) ([]pair, *proof) {
	if !c.clear || !c.joined {
		return nil, nil
	}
	pairs, same := f.differences(c)
	removed, added := trimmed(c.removed), trimmed(c.added)
	switch {
	case !same || len(pairs) > 0:
		return pairs, nil
	case len(removed)+len(added) == 0:
		return nil, &proof{Reformatted, "Blank lines"}
	case slices.Equal(removed, added) && (f.in != rust || !f.showsColumns(c)):
		return nil, &proof{Reindented, "Reindented"}
	case f.in != rust: // its macros can print the white space between tokens
		return nil, &proof{Reformatted, "Reformatted: the same tokens"}
	}
	return nil, nil
}

// differences returns the pairs of names by which the sides of a change differ; same is false if they differ in more.
func (f *file) differences(c *change) (pairs []pair, same bool) {
	if len(c.a) != len(c.b) {
		return nil, false
	}
	for i := range c.a {
		x, y := &c.a[i], &c.b[i]
		switch {
		case x.kind != y.kind || x.tight != y.tight || x.breaks != y.breaks:
			return nil, false
		case x.text == y.text:
		case x.kind == comment && f.in != rust && said(x) == said(y):
		case x.kind != word || f.in != golang:
			return nil, false
		default:
			if p := (pair{x.text, y.text}); !slices.Contains(pairs, p) {
				pairs = append(pairs, p)
			}
			if len(pairs) > maxPairs {
				return nil, false
			}
		}
	}
	return pairs, true
}

// maxDepth bounds the brackets around a token.
const maxDepth = 50

// showsColumns reports whether lines of a change are in a macro of Rust that has several lines: it can read the columns of
// its tokens. If all of it moves by the same width, it reads the same.
func (f *file) showsColumns(c *change) bool {
	whole := shifted(c.removed, c.added)
	tokens := f.new.tokens
	for i := range c.b {
		for b, n := c.b[i].in, 0; b >= 0; b, n = tokens[b].in, n+1 {
			from, to := tokens[b].line, tokens[tokens[b].pair].end
			inside := whole && from >= c.new.from && to < c.new.to
			p := tokenAt(tokens, b-1)
			if n == maxDepth || from < to && !inside && (p.is("!") || p.kind == comment) {
				return true
			}
		}
	}
	return false
}

// shifted reports whether all lines have the same white space more at their beginning, or less.
func shifted(removed, added []string) bool {
	if len(added[0]) < len(removed[0]) {
		removed, added = added, removed
	}
	by := added[0][:len(added[0])-len(removed[0])]
	return slices.EqualFunc(removed, added, func(short, long string) bool { return by+short == long })
}

// said returns a comment without the indentation of its lines.
func said(t *token) string { return strings.Join(trimmed(strings.Split(t.text, "\n")), "\n") }

// trimmed returns lines without the white space around them, and without blank ones.
func trimmed(lines []string) []string {
	out := make([]string, 0, len(lines))
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}
