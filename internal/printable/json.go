package printable

import (
	"bytes"
	"fmt"
	"unicode/utf16"
)

// JSON returns a JSON text with everything that Text would not print written as
// \uXXXX inside its strings, runes above U+FFFF as two surrogates. It loses
// nothing: a parser reads the same values from both. (Of bytes that are not
// UTF-8, which JSON does not allow, it makes \ufffd, as Go's parser reads them.)
// A carriage return between values, the one control JSON allows there and Text
// does not, becomes a line feed.
//
// data has to be valid JSON. Of anything else the result is safe to print, and
// that is all that is promised. Plain ASCII is returned as it is, not copied.
func JSON(data []byte) []byte {
	if isPlain(string(data), "\n\t") {
		return data
	}
	var out bytes.Buffer
	var sc scanner
	inString := false
	for rest := string(data); len(rest) > 0; {
		r, size, plain := sc.next(rest)
		switch {
		case r == '\r' && !inString:
			out.WriteByte('\n')
		case plain:
			out.WriteString(rest[:size])
		default:
			writeJSONEscape(&out, r)
		}
		if inString && r == '\\' && len(rest) > 1 && isEscapable(rest[1]) {
			// The escaped character must not be taken for the string's end.
			out.WriteByte(rest[1])
			size++
		}
		if r == '"' {
			inString = !inString
		}
		rest = rest[size:]
	}
	return out.Bytes()
}

// isEscapable says whether c may follow a backslash in a JSON string.
func isEscapable(c byte) bool { return bytes.IndexByte([]byte(`"\/bfnrtu`), c) >= 0 }

// writeJSONEscape writes the UTF-16 code units of r as JSON writes them.
func writeJSONEscape(out *bytes.Buffer, r rune) {
	for _, unit := range utf16.AppendRune(nil, r) {
		fmt.Fprintf(out, `\u%04x`, unit)
	}
}
