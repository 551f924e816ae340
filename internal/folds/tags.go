package folds

import (
	"path"
	"slices"
)

// typed are the files of TypeScript that cannot have JSX.
var typed = []string{".ts", ".mts", ".cts"}

// hasTags reports whether a tag of JSX begins in a text. The text of one is not made of tokens, so that all after the first
// tag may be misread, but the first one is not: it is where an operand is expected, or begins a line.
func (t *text) hasTags() bool {
	if languageOf(t.path) != script || slices.Contains(typed, path.Ext(t.path)) {
		return false
	}
	p, q := &token{kind: sign, text: ";"}, &token{kind: sign}
	for i := range t.tokens {
		tk := &t.tokens[i]
		if tk.kind == comment {
			continue
		}
		shift := p.is("<") && tk.tight
		if tk.is("<") && !shift && (tk.breaks || !t.endsOperand(p, q)) {
			return true
		}
		p, q = tk, p
	}
	return false
}

// endsOperand reports whether an operand may end with p, before which q is.
func (t *text) endsOperand(p, q *token) bool {
	switch {
	case p.kind == word:
		return !p.named(beforePattern...) && !p.named(beforeEither...)
	case p.kind != sign || p.is("]"):
		return true
	case p.is(")"):
		return p.pair < 1 || !t.tokens[p.pair-1].named("if", "while", "for", "with", "await")
	}
	return p.oneOf("+-") && p.tight && q.is(p.text)
}
