package folds

import (
	"regexp"
	"slices"

	"consider/internal/lazy"
)

// imports proves the changes that only put imports in another order: in all of them together, each occurs as often as
// before.
func (f *file) imports() {
	pattern := importPattern[f.in]
	if pattern == nil || !slices.ContainsFunc(f.changes, change.isOpen) {
		return
	}
	known := [2]map[int]importLine{f.sides[0].importLines(pattern()), f.sides[1].importLines(pattern())}
	var found []*change
	count := map[importLine]int{}
	for i := range f.changes {
		c := &f.changes[i]
		if here, ok := c.imports(known); ok && c.isOpen() {
			found = append(found, c)
			for line, n := range here {
				count[line] += n
			}
		}
	}
	for _, n := range count {
		if n != 0 {
			return
		}
	}
	for _, c := range found {
		c.proof = "Imports in another order"
	}
}

// imports counts the imports that a change adds, and removed ones below 0; ok is false if it changes another text.
func (c *change) imports(known [2]map[int]importLine) (count map[importLine]int, ok bool) {
	count = map[importLine]int{}
	for k := range c.sides {
		for _, l := range c.sides[k].own {
			here, found := known[k][l.at]
			switch {
			case found:
				count[here] += 2*k - 1
			case !l.isBlank():
				return nil, false
			}
		}
	}
	return count, len(count) > 0
}

// importLine is an import that has a line of its own, and the last line above it that has something else: imports do not
// move across that.
type importLine struct{ below, text string }

// importLines returns the imports at the top level by line. One that runs code is not among them.
func (t *text) importLines(pattern *regexp.Regexp) map[int]importLine {
	out := map[int]importLine{}
	below, attribute := "", false // attribute: the token before, which is not a comment, ends one of Rust
	for i := 0; i < len(t.tokens); {
		from, n := i, t.tokens[i].line
		for i < len(t.tokens) && t.tokens[i].line == n {
			i++
		}
		row := t.tokens[from:i]
		block := row[0].in > 0 && t.tokens[row[0].in].is("(") && t.tokens[row[0].in-1].named("import")
		alone := row[len(row)-1].end == n && (from == 0 || t.tokens[from-1].end < n) && !attribute
		for k := range row {
			if row[k].kind != comment {
				attribute = row[k].is("]")
			}
		}
		if row[0].in >= 0 && !block {
			continue
		}
		if text := textOf(row); alone && pattern.MatchString(text) {
			out[n] = importLine{below, text}
		} else {
			below = text
		}
	}
	return out
}

// importPattern matches the tokens of a line, with a blank between them.
var importPattern = [script + 1]func() *regexp.Regexp{
	golang: lazy.Regexp(`^(import )?([a-zA-Z]\w* )?["` + "`" + `]\S+$`),
	java:   lazy.Regexp(`^import (static )?\w+( \. [\w*]+)+ ;$`),
	rust:   lazy.Regexp(`^(pub (\( \w+ \) )?)?use [\w:{},* ]+ ;$`),
}
