package house

import (
	"regexp"
	"slices"
	"strings"
)

// scriptTexts returns the strings and templates of TypeScript that are shown. A sum of literals is one text.
func scriptTexts(surface, source string) []text {
	l := &lexer{source: source}
	l.scan(false)
	return l.texts(surface, false)
}

// A lexer takes TypeScript apart, as far as its strings and comments need: it knows strings, templates with code in
// them, comments, patterns, names and single signs.
type lexer struct {
	source   string
	at       int
	tokens   []scriptToken
	inner    []*lexer // the code within templates
	comments []text
}

type scriptToken struct {
	at   int
	kind byte // 's' a string or template, 'w' a name or number, 'r' a pattern, 'p' a sign
	text string
}

func (l *lexer) add(kind byte, at int, text string) {
	l.tokens = append(l.tokens, scriptToken{at, kind, text})
}

var (
	// lexeme matches a comment (1), a name (2), space, or a sign.
	lexeme = regexp.MustCompile(`(?s)^(?:(//[^\n]*|/\*.*?(?:\*/|$))|([\w$]|[^\x00-\x7f])+|\s+|[=!<>][=>]*|.)`)
	// literalPattern matches a pattern between slashes.
	literalPattern = regexp.MustCompile(`^/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\[\n])*/`)
)

// scan reads to the end, or to the brace that closes the code within a template.
func (l *lexer) scan(inTemplate bool) {
	for depth := 0; l.at < len(l.source); {
		start, rest := l.at, l.source[l.at:]
		if c := rest[0]; c == '"' || c == '\'' || c == '`' {
			l.at++
			l.add('s', start, l.literal(c))
			continue
		}
		found, kind := lexeme.FindStringSubmatch(rest), byte('p')
		switch said := found[0]; {
		case found[1] != "":
			l.comment(said)
			kind = 0
		case found[2] != "":
			kind = 'w'
		case strings.TrimSpace(said) == "":
			kind = 0
		case said == "/" && l.beginsPattern() && literalPattern.MatchString(rest):
			found[0], kind = literalPattern.FindString(rest), 'r'
		case said == "{":
			depth++
		case said == "}":
			depth--
		}
		if l.at += len(found[0]); depth < 0 && inTemplate {
			return
		}
		if kind != 0 {
			l.add(kind, start, found[0])
		}
	}
}

// comment adds one; lines that follow each other are one comment.
func (l *lexer) comment(source string) {
	said, line := strings.TrimLeft(source, "/* "), 1+strings.Count(l.source[:l.at], "\n")
	if last := len(l.comments) - 1; last >= 0 && source[1] == '/' && strings.Count(l.comments[last].text, "\n")+l.comments[last].line+1 == line {
		l.comments[last].text += "\n" + said
		return
	}
	l.comments = append(l.comments, text{line: line, text: said})
}

// literal reads a string or template behind its quote. Code in a template becomes ….
func (l *lexer) literal(quote byte) string {
	var b strings.Builder
	for l.at < len(l.source) {
		c := l.source[l.at]
		l.at++
		switch {
		case c == quote:
			return b.String()
		case c == '\\' && l.at < len(l.source):
			if e := l.source[l.at]; e == 'n' {
				b.WriteByte('\n')
			} else {
				b.WriteByte(e)
			}
			l.at++
		case quote == '`' && c == '$' && strings.HasPrefix(l.source[l.at:], "{"):
			in := &lexer{source: l.source, at: l.at + 1}
			in.scan(true)
			l.at, l.inner = in.at, append(l.inner, in)
			b.WriteString("…")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// beginsPattern reports whether a slash begins a pattern, and does not divide.
func (l *lexer) beginsPattern() bool {
	if len(l.tokens) == 0 {
		return true
	}
	switch last := l.tokens[len(l.tokens)-1]; last.kind {
	case 'w':
		return slices.Contains([]string{"return", "typeof", "case", "of", "in"}, last.text)
	case 'p':
		return last.text != ")" && last.text != "]" && last.text != "}"
	default:
		return false
	}
}

var small = regexp.MustCompile(`^[a-z]{2,}$`)

// beforeCode are what comes before a string that code reads: the name of a module, or a value that it compares with.
var beforeCode = []string{"from", "import", "case", "===", "!==", "==", "!="}

// codeNames are functions, and keys, whose string is not shown.
var codeNames = []string{
	"require", "querySelector", "querySelectorAll", "matches", "closest", "addEventListener", "executeCommand", "class", "className",
	"style", "viewBox", "d", "startsWith", "endsWith", "includes", "setContext", "getConfiguration", "split", "hasAttribute",
}

// texts returns the texts of what was scanned, and of the code within its templates.
func (l *lexer) texts(surface string, inTemplate bool) []text {
	var out []text
	tokens := slices.Concat(make([]scriptToken, 2), l.tokens, make([]scriptToken, 2)) // each has two before and two behind it
	for i := 2; i < len(tokens)-2; i++ {
		if tokens[i].kind != 's' {
			continue
		}
		first, said := i, tokens[i].text
		for tokens[i+1].text == "+" && tokens[i+2].kind == 's' {
			i += 2
			said += tokens[i].text
		}
		one, two := tokens[first-1], tokens[first-2]
		isKey := tokens[i+1].text == ":" && (one.text == "{" || one.text == ",")
		isCode := one.kind != 's' && slices.Contains(beforeCode, one.text) || strings.HasPrefix(tokens[i+1].text, "==") || strings.HasPrefix(tokens[i+1].text, "!=") ||
			(one.text == "(" || one.text == ":" || one.text == "=") && two.kind == 'w' && slices.Contains(codeNames, two.text)
		// One small word is a text as the child of an element, as a noun to count, and as a part of a template.
		isSmall := one.text == "," && two.text == "}" || inTemplate && slices.Contains([]string{"?", ":", "??", "||"}, one.text)
		for back := first - 1; back > first-8 && back >= 0 && tokens[back].text != ";"; back-- {
			isSmall = isSmall || tokens[back].text == "plural"
		}
		if !isKey && !isCode && (isShown(said) || isSmall && small.MatchString(said)) {
			out = append(out, text{surface: surface, line: 1 + strings.Count(l.source[:tokens[first].at], "\n"), text: said})
		}
	}
	for _, in := range l.inner {
		out = append(out, in.texts(surface, true)...)
	}
	return out
}
