package folds

import (
	"path"
	"slices"
	"strings"
)

// language is a family of languages with the same tokens.
type language byte

const (
	unknown language = iota
	golang
	java
	rust
	script // JavaScript and TypeScript
)

var languages = map[string]language{
	".go": golang, ".java": java, ".rs": rust,
	".js": script, ".mjs": script, ".cjs": script, ".jsx": script, ".ts": script, ".mts": script, ".cts": script, ".tsx": script,
}

func languageOf(name string) language { return languages[path.Ext(name)] }

// IgnoresIndentation reports whether a file is in a language in which indentation means nothing, but in strings.
func IgnoresIndentation(name string) bool { return languageOf(name) != unknown }

type kind byte

const (
	word kind = iota // a name or a keyword; in Rust also a lifetime
	number
	quoted // a string, a character or a pattern
	sign   // one character of an operator, or a bracket
	comment
)

// token is a piece of a text. Lines are counted from 0.
type token struct {
	text      string
	at        int // its first byte in the text of the file
	line, end int // of its first and last character
	kind      kind
	tight     bool // nothing separates it from the token before, with which it may be one
	breaks    bool // the line break before it may end a statement; for a comment, it has a line of its own
	pair      int  // of a bracket, the other one; otherwise -1
	in        int  // the innermost open bracket before it, -1 for none
}

func (t *token) is(text string) bool { return t.kind == sign && t.text == text }

func (t *token) oneOf(signs string) bool {
	return t.kind == sign && t.text != "" && strings.Contains(signs, t.text)
}

func (t *token) named(names ...string) bool { return t.kind == word && slices.Contains(names, t.text) }

// tokenAt returns a token. Those before the first and behind the last one are empty.
func tokenAt(tokens []token, i int) *token {
	if i < 0 || i >= len(tokens) {
		return &token{kind: sign, pair: -1, in: -1}
	}
	return &tokens[i]
}

// pairUp finds the other bracket of each bracket, and the innermost one around each token. It is false if one has no
// partner.
func pairUp(tokens []token) bool {
	var open []int
	for i := range tokens {
		t := &tokens[i]
		t.pair, t.in = -1, -1
		last := len(open) - 1
		if t.oneOf(")]}") {
			if last < 0 || strings.Index(")]}", t.text) != strings.Index("([{", tokens[open[last]].text) {
				return false
			}
			t.pair, tokens[open[last]].pair = open[last], i
			open, last = open[:last], last-1
		}
		if last >= 0 {
			t.in = open[last]
		}
		if t.oneOf("([{") {
			open = append(open, i)
		}
	}
	return len(open) == 0
}

func textOf(tokens []token) string {
	parts := make([]string, len(tokens))
	for i := range tokens {
		parts[i] = tokens[i].text
	}
	return strings.Join(parts, " ")
}
