package printable

import (
	"bytes"
	"strconv"
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

func writeJSONEscape(out *bytes.Buffer, r rune) {
	if r >= 0x10000 {
		high, low := utf16.EncodeRune(r)
		writeUnit(out, high)
		writeUnit(out, low)
		return
	}
	writeUnit(out, r)
}

// writeUnit writes one UTF-16 code unit as JSON writes it.
func writeUnit(out *bytes.Buffer, unit rune) {
	digits := strconv.FormatInt(int64(unit), 16)
	out.WriteString(`\u`)
	for range 4 - len(digits) {
		out.WriteByte('0')
	}
	out.WriteString(digits)
}
