package folds

import (
	"slices"
	"strings"
)

// lexer cuts a text into tokens.
type lexer struct {
	text     string
	in       language
	at, line int
	tokens   []token
	gap      bool // white space is before at
	broke    bool // a line break is between at and the last token that is not a comment
}

// lex returns the tokens of a text; ok is false if the text does not follow the rules that are known here.
func lex(text string, in language) (tokens []token, ok bool) {
	has := func(part string) bool { return strings.Contains(text, part) }
	hidden := slices.ContainsFunc([]string{"\u0085", "\u2028", "\u2029", "\f", "\v"}, has) // they end a line in some languages
	if hidden || strings.Count(text, "\r") != strings.Count(text, "\r\n") || misleads(text, in) {
		return nil, false
	}
	l := &lexer{text: text, in: in, tokens: make([]token, 0, len(text)/8)}
	for l.at < len(text) {
		if !l.next() {
			return nil, false
		}
	}
	return l.tokens, pairUp(l.tokens)
}

// misleads reports whether a text has what its language reads in another way than these rules.
func misleads(text string, in language) bool {
	switch in {
	case script: // comments of the web's first years
		return strings.Contains(text, "<!--") || strings.Contains(text, "-->")
	case golang: // C can be in a comment
		if strings.Contains(text, `"C"`) {
			return true
		}
	case java: // an escape may be a quote, or end a comment
		if strings.Contains(text, `\u00`) || strings.Contains(text, `\uu`) {
			return true
		}
	}
	return strings.HasPrefix(text, "#!") && !strings.HasPrefix(text, "#![")
}

// next reads white space or one token.
func (l *lexer) next() bool {
	rest := l.text[l.at:]
	switch c := rest[0]; {
	case c == '\n':
		l.at, l.line, l.gap, l.broke = l.at+1, l.line+1, true, true
		return true
	case c == ' ', c == '\t', c == '\r':
		l.at, l.gap = l.at+1, true
		return true
	case strings.HasPrefix(rest, "//"), l.at == 0 && l.in == script && strings.HasPrefix(rest, "#!"):
		return l.take(comment, lineLength(rest))
	case strings.HasPrefix(rest, "/*"):
		n := closedLength(rest, 2, "*/")
		if l.in == rust && n > 0 && strings.Contains(rest[2:n], "/*") {
			return false // its comments can be in each other
		}
		return l.take(comment, n)
	}
	if n := l.quoted(rest); n != 0 {
		return l.take(quoted, n)
	}
	switch c := rest[0]; {
	case isDigit(c):
		return l.take(number, numberLength(rest))
	case isLetter(c), c == '\'' && l.in == rust:
		return l.take(word, 1+wordLength(rest[1:]))
	case c == '/' && l.in == script:
		return l.slash(rest)
	}
	return strings.IndexByte(operators+"()[]{},;", rest[0]) >= 0 && l.take(sign, 1)
}

const operators = "+-*/%&|^<>=!?:.~@#"

// quoted returns the length of the string or the character that begins a text, 0 if none does.
func (l *lexer) quoted(s string) int {
	switch {
	case l.in == rust:
		return rustLength(s)
	case l.in == java && strings.HasPrefix(s, `"""`):
		return escapedLength(s, 3, `"""`, true)
	case l.in == golang && s[0] == '`':
		return closedLength(s, 1, "`")
	case l.in == script && s[0] == '`':
		return templateLength(s)
	case s[0] == '"', s[0] == '\'':
		return escapedLength(s, 1, s[:1], false)
	}
	return 0
}

// take adds a token of that length. It is false if the length is not positive, or if a name has what may be white space.
func (l *lexer) take(k kind, n int) bool {
	if n <= 0 || (k == word || k == number) && strings.ContainsFunc(l.text[l.at:l.at+n], isStrange) {
		return false
	}
	t := token{text: l.text[l.at : l.at+n], at: l.at, kind: k, line: l.line}
	l.line += strings.Count(t.text, "\n")
	t.end = l.line
	if len(l.tokens) > 0 {
		t.tight = !l.gap && joins(&l.tokens[len(l.tokens)-1], &t)
		t.breaks = l.broke && (k == comment || l.mayEnd(&t))
	}
	l.tokens = append(l.tokens, t)
	l.at, l.gap = l.at+n, false
	l.broke = k == comment && (l.broke || t.end > t.line)
	return true
}

// joins reports whether two tokens next to each other would be others with white space between them.
func joins(p, t *token) bool {
	switch {
	case p.kind == sign && t.kind == sign:
		return strings.Contains(operators, p.text) && strings.Contains(operators, t.text)
	case p.kind == word && t.kind == quoted:
		return true
	}
	return p.is(".") && t.kind == number || p.kind == number && t.is(".") || p.oneOf("#@")
}

// significant returns the n-th last token that is not a comment.
func (l *lexer) significant(n int) *token {
	for i := range slices.Backward(l.tokens) {
		if t := &l.tokens[i]; t.kind != comment {
			if n--; n == 0 {
				return t
			}
		}
	}
	return &token{kind: sign, text: ";"}
}

// mayEnd reports whether a line break before t can end a statement.
func (l *lexer) mayEnd(t *token) bool {
	p := l.significant(1)
	doubled := p.tight && p.oneOf("+-")
	decimal := t.is(".") && l.at+1 < len(l.text) && isDigit(l.text[l.at+1])
	switch {
	case l.in == golang:
		return !t.is("}") && (p.kind != sign || p.oneOf(")]}") || doubled)
	case l.in != script || t.oneOf(".,)]};:?&|=%^>") && !decimal:
		return false
	case p.is(">"):
		return !p.tight || !l.significant(2).is("=") // otherwise it is an arrow
	}
	return p.kind != sign || p.oneOf(")]}!?") || doubled
}

// slash reads a division or a pattern. It refuses where only a parser knows which it is, and the tags of JSX, whose text
// is not made of tokens.
func (l *lexer) slash(rest string) bool {
	p, q := l.significant(1), l.significant(2)
	dotted := q.is(".") && l.significant(3).is(".") // a spread, or a member of a number
	arrow := p.is(">") && p.tight && q.is("=")
	switch keyword := p.named(beforePattern...) && !q.is("#"); {
	case strings.HasPrefix(rest, "/>"), p.oneOf("}!<"), p.is(">") && !arrow, p.tight && p.oneOf("+-"):
		return false
	case p.named(beforeEither...), keyword && dotted:
		return false
	case keyword && !q.is("."), p.kind == sign && !p.oneOf(")]"):
		return l.take(quoted, patternLength(rest))
	case l.broke: // a statement may end there
		return false
	case p.is(")") && strings.Contains(rest[1:lineLength(rest)], "/"):
		return false
	}
	return l.take(sign, 1)
}

// beforePattern are the keywords after which a slash begins a pattern.
var beforePattern = []string{"return", "typeof", "case", "in", "delete", "void", "instanceof", "new", "throw", "do", "else"}

// beforeEither are those after which it may also divide, as they are names in old programs.
var beforeEither = []string{"of", "yield", "await", "default", "extends"}
