package printable

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text returns s with every rune that could act on its reader in a visible form.
// Line feeds and tabs stay, CRLF becomes a line feed, a carriage return alone
// becomes <U+000D>: lines quoted from a CRLF file come without their ending.
func Text(s string) string { return clean(s, "\n\t") }

// Line is Text for what has to stay on one line: line feeds and tabs are made
// visible too, and CRLF is two runes, because in a path or a name both are part
// of it and neither is wanted.
func Line(s string) string { return clean(s, "") }

// clean escapes what may not be printed, and those blanks that are not in keep.
func clean(s, keep string) string {
	if isPlain(s, keep) {
		return s
	}
	var out strings.Builder
	var sc scanner
	for len(s) > 0 {
		r, size, plain := sc.next(s)
		switch {
		case r == '\n' || r == '\t':
			plain = strings.ContainsRune(keep, r)
		case strings.HasPrefix(s, "\r\n") && strings.Contains(keep, "\n"):
			s = s[size:]
			continue
		}
		if plain {
			out.WriteString(s[:size])
		} else {
			writeEscape(&out, r, s)
		}
		s = s[size:]
	}
	return out.String()
}

// writeEscape writes the visible form of r, or of the first byte of rest when
// that byte is not UTF-8.
func writeEscape(out *strings.Builder, r rune, rest string) {
	if r == utf8.RuneError && !strings.HasPrefix(rest, "\uFFFD") {
		fmt.Fprintf(out, "<0x%02x>", rest[0])
		return
	}
	fmt.Fprintf(out, "<U+%04X>", r)
}

// isPlain is the quick way out for what is nearly all text: printable ASCII and
// the blanks that are kept.
func isPlain(s, keep string) bool {
	for i := range len(s) {
		if (s[i] < ' ' || s[i] > '~') && strings.IndexByte(keep, s[i]) < 0 {
			return false
		}
	}
	return true
}

// Indent returns Text(s) with prefix before every line. A body may imitate a
// record or a system message, and this keeps it from starting at column 0. On an
// empty line the blanks at the prefix's end are omitted. A line feed at the end
// ends the last line and does not start another; the empty text has no line.
// The prefix is the caller's own and is not escaped.
func Indent(s, prefix string) string {
	if s == "" {
		return ""
	}
	bare := strings.TrimRight(prefix, " \t")
	var out strings.Builder
	for line := range strings.Lines(Text(s)) {
		if line == "\n" {
			out.WriteString(bare)
		} else {
			out.WriteString(prefix)
		}
		out.WriteString(line)
	}
	return out.String()
}
