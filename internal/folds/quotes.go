package folds

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// These return the length of what begins a text, below 0 if it does not end.

// closedLength is the length up to the first end, from an offset on.
func closedLength(s string, from int, end string) int {
	if i := strings.Index(s[from:], end); i >= 0 {
		return from + i + len(end)
	}
	return -1
}

// escapedLength is the length up to the first end that no backslash is before. Without lines, a line break is not allowed,
// unless a backslash is before it.
func escapedLength(s string, from int, end string, lines bool) int {
	for i := from; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case strings.HasPrefix(s[i:], end):
			return i + len(end)
		case s[i] == '\n' && !lines:
			return -1
		}
	}
	return -1
}

// patternLength is that of a regular expression with its flags.
func patternLength(s string) int {
	class := false
	for i := 1; i < len(s) && s[i] != '\n'; i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '[' || c == ']':
			class = c == '['
		case c == '/' && !class:
			return i + 1 + wordLength(s[i+1:])
		}
	}
	return -1
}

// templateLength is that of a template string of JavaScript. One whose code has a slash is refused: it may begin a
// comment.
func templateLength(s string) int {
	var open []byte // texts, and braces of code, in each other
	for i := 0; i < len(s); i++ {
		inText := len(open) > 0 && open[len(open)-1] == '`'
		switch c := s[i]; {
		case inText && c == '\\':
			i++
		case inText && strings.HasPrefix(s[i:], "${"):
			open = append(open, '{')
			i++
		case inText && c != '`':
		case !inText && (c == '`' || c == '{'):
			open = append(open, c)
		case c == '`' || c == '}':
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1
			}
		case c == '"' || c == '\'':
			n := escapedLength(s[i:], 1, s[i:i+1], false)
			if n < 0 {
				return -1
			}
			i += n - 1
		case c == '/':
			return -1
		}
	}
	return -1
}

// rustLength distinguishes a character from a lifetime, for which it returns 0, as for all that is not quoted.
func rustLength(s string) int {
	i := 0
	if s[0] == 'b' || s[0] == 'c' {
		i = 1
	}
	if raw, ok := strings.CutPrefix(s[i:], "r"); ok {
		hashes := len(raw) - len(strings.TrimLeft(raw, "#"))
		if strings.HasPrefix(raw[hashes:], `"`) {
			return closedLength(s, i+1+hashes+1, `"`+raw[:hashes])
		}
	}
	switch rest := s[i:]; {
	case strings.HasPrefix(rest, `"`):
		return escapedLength(s, i+1, `"`, true)
	case strings.HasPrefix(rest, `'\`):
		return escapedLength(s, i+1, "'", false)
	case strings.HasPrefix(rest, "'"):
		if _, n := utf8.DecodeRuneInString(rest[1:]); strings.HasPrefix(rest[1+n:], "'") {
			return i + n + 2
		}
	}
	return 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

// isStrange reports whether a character that the lexer takes for a letter is none: some are white space.
func isStrange(r rune) bool {
	return r >= utf8.RuneSelf && !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
}

func wordLength(s string) (n int) {
	for n < len(s) && (isLetter(s[n]) || isDigit(s[n])) {
		n++
	}
	return n
}

func numberLength(s string) (n int) {
	for n < len(s) && (isLetter(s[n]) || isDigit(s[n]) || s[n] == '.' && n+1 < len(s) && isDigit(s[n+1])) {
		n++
	}
	return n
}

// lineLength is that of the rest of a line, without its end.
func lineLength(s string) int {
	line, _, _ := strings.Cut(s, "\n")
	return len(strings.TrimSuffix(line, "\r"))
}
