package folds

import (
	"slices"
	"strings"
)

// form proves the changes whose sides have the same tokens, and notes the names in which alone others differ.
func (f *file) form() {
	for _, c := range f.changes {
		if !c.clear || !c.joined {
			continue
		}
		pairs, same := f.differences(c)
		if !same {
			continue
		}
		removed, added := trimmed(c.removed), trimmed(c.added)
		switch {
		case len(pairs) > 0:
			c.pairs = pairs
		case len(removed)+len(added) == 0:
			c.proof = &proof{Reformatted, "Blank lines"}
		case slices.Equal(removed, added):
			c.proof = &proof{Reindented, "Reindented"}
		case f.in != rust: // its macros can print the white space between tokens
			c.proof = &proof{Reformatted, "Reformatted: the same tokens"}
		}
	}
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
		}
	}
	return pairs, true
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
