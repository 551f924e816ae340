package gitdiff

import (
	"bytes"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"consider/internal/linemap"
)

// utf16Marks are the byte order marks, by the index of a unit's low byte. In the other encoding, each is invalid.
var utf16Marks = [...]struct{ mark, name string }{{"\xff\xfe", "UTF-16LE"}, {"\xfe\xff", "UTF-16BE"}}

// Decode returns a text as UTF-8 with its encoding: UTF-8, UTF-16LE or UTF-16BE. For other data, the encoding is "" and
// the data is returned. Text in UTF-16 is decoded as package linemap decodes it, so its lines have the numbers that
// threads have. guessed means that it has no byte order mark: package anchor takes it for binary.
func Decode(data []byte) (text []byte, encoding string, guessed bool) {
	if bytes.IndexByte(data, 0) < 0 && utf8.Valid(data) {
		return data, "UTF-8", false
	}
	for low, m := range utf16Marks {
		rest, marked := bytes.CutPrefix(data, []byte(m.mark))
		if isUTF16(rest, low, !marked) {
			return linemap.Plain(append([]byte(m.mark), rest...)), m.name, !marked
		}
	}
	return data, "", false
}

// isUTF16 reports whether data is UTF-16 without errors, and without characters that no text has. A guess also needs a
// line feed, and ASCII in three of four characters. Most binary data fails within a few units.
func isUTF16(data []byte, low int, guess bool) bool {
	if len(data)%2 != 0 {
		return false
	}
	unit := func(i int) rune { return rune(data[i+low]) | rune(data[i+1-low])<<8 }
	ascii, all, feed := 0, 0, false
	for i := 0; i < len(data); i += 2 {
		r := unit(i)
		if utf16.IsSurrogate(r) {
			if i += 2; i == len(data) {
				return false
			}
			if r = utf16.DecodeRune(r, unit(i)); r == unicode.ReplacementChar {
				return false
			}
		}
		if r&0xfffe == 0xfffe || unicode.IsControl(r) && (r < '\b' || r > '\r') && r != '\x1b' {
			return false
		}
		if all++; r <= unicode.MaxASCII {
			ascii++
		}
		feed = feed || r == '\n'
	}
	return !guess || feed && 4*ascii >= 3*all
}
