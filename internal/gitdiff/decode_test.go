package gitdiff

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"consider/anchor"
)

// wide encodes a text in UTF-16; low is the index of a unit's low byte.
func wide(text string, low int) string {
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		pair := [2]byte{}
		pair[low], pair[1-low] = byte(u), byte(u>>8)
		out = append(out, pair[:]...)
	}
	return string(out)
}

func TestUTF16IsTextOnlyWithoutErrors(t *testing.T) {
	const le, be = "\xff\xfe", "\xfe\xff"
	const text = "first\r\n\tzweite Größe \U0001F600\nĊ ਊ\n" // U+010A and U+0A0A have the byte of a line feed
	for name, c := range map[string]struct {
		data, text, encoding string
		guessed              bool
	}{
		"little endian":       {le + wide(text, 0), text, "UTF-16LE", false},
		"big endian":          {be + wide(text, 1), text, "UTF-16BE", false},
		"no mark":             {wide("one\r\ntwo\n", 0), "one\r\ntwo\n", "UTF-16LE", true},
		"no mark, big endian": {wide("one\ntwo Größe\n", 1), "one\ntwo Größe\n", "UTF-16BE", true},
		"a mark alone":        {le, "", "UTF-16LE", false},
		"no ASCII":            {le + wide("漢字", 0), "漢字", "UTF-16LE", false},
		"colours":             {le + wide("\x1b[1mbold\x1b[m\n", 0), "\x1b[1mbold\x1b[m\n", "UTF-16LE", false},
		"no UTF-16":           {"é\n", "é\n", "UTF-8", false},
		"nothing":             {"", "", "UTF-8", false},

		"odd length":                 {data: le + wide("one\n", 0) + "x"},
		"odd length without mark":    {data: wide("one\ntwo\n", 0) + "x"},
		"half a pair":                {data: le + wide("one\n", 0) + "\x00\xd8"},
		"half a pair, then a letter": {data: le + "\x00\xd8a\x00"},
		"a pair in the wrong order":  {data: le + "\x00\xdc\x00\xd8"},
		"a NUL":                      {data: le + wide("one\x00two\n", 0)},
		"a control character":        {data: le + wide("one\x01\n", 0)},
		"UTF-32":                     {data: le + "\x00\x00a\x00\x00\x00"},
		"a mark the wrong way":       {data: le + wide("one\n", 1) + be},
		"binary after a mark":        {data: le + "\x89PNG\r\n\x1a\n\x00\x00\x00\r"},
		"binary":                     {data: "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"},
		"numbers":                    {data: "\x01\x00\x02\x00\x0a\x00"},
		"no mark and one line":       {data: wide("one", 0)},
		"no mark and little ASCII":   {data: wide("漢字漢字\n", 0)},
		"Latin-1":                    {data: "caf\xe9\n"},
		"UTF-8 with a NUL":           {data: "a\x00b\n"},
	} {
		got, encoding, guessed := Decode([]byte(c.data))
		if c.encoding == "" {
			c.text = c.data
		}
		if string(got) != c.text || encoding != c.encoding || guessed != c.guessed {
			t.Errorf("%s: %q, %q, %v", name, got, encoding, guessed)
		}
	}
}

// FuzzUTF16: a text that is decoded can be encoded again to the same bytes, so no difference is hidden, and it has the
// lines that threads are put on.
func FuzzUTF16(f *testing.F) {
	f.Add([]byte("\xff\xfe" + wide("one\ntwo\n", 0)))
	f.Add([]byte(wide("one\ntwo\n", 1)))
	f.Add([]byte("\xff\xfe\x00\xd8\x00\xdc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, encoding, guessed := Decode(data)
		if encoding == "" || encoding == "UTF-8" {
			return
		}
		again := wide("\ufeff"+string(text), strings.Index("LB", encoding[6:7]))
		if guessed {
			again = again[2:]
		}
		if again != string(data) || !utf8.Valid(text) {
			t.Fatalf("%q is read as %q", data, text)
		}
		if !guessed && (anchor.IsBinary(data) || anchor.Lines(data) != anchor.Lines([]byte("\xef\xbb\xbf"+string(text)))) {
			t.Fatalf("%q has other lines for threads", data)
		}
	})
}
