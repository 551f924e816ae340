package printable_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"consider/internal/printable"
)

// hostile are texts from which the fuzzers start.
var hostile = []string{
	"", "plain\ttext\n", "\x1b[2J\x9b\u009b\x7f\x00", "a\r\nb\rc\n\r", "\u202e\u2066\u200f\u061c",
	"\U000E0041\U000E0100", "👩\u200d👩\u200d👧 ❤\ufe0f\u200d🔥", "a\u200b\u200c\u200d\ufe00\ufe01",
	"\u2028\u2029\ufeff", "\xe2\x82\xed\xa0\x80\xff", "日本語 e\u0301 עברית", "<U+202E>\\\"\\u202e",
}

// rawHarm returns the first rune of s that must never be printed. It is written
// from Unicode's own tables, apart from the ranges of the package.
func rawHarm(s string) (rune, bool) {
	for i, r := range s {
		invalid := r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD")
		control := unicode.Is(unicode.Cc, r) && r != '\n' && r != '\t'
		hidden := r >= 0xE0000 && r <= 0xE0FFF
		if invalid || control || hidden || unicode.In(r, unicode.Zl, unicode.Zp) ||
			unicode.Is(unicode.Bidi_Control, r) {
			return r, true
		}
	}
	return 0, false
}

func FuzzTextPrintsNothingThatActs(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, got := range map[string]string{
			"Text": printable.Text(s), "Line": printable.Line(s), "Indent": printable.Indent(s, "> "),
		} {
			if r, found := rawHarm(got); found {
				t.Errorf("%s(%q) prints %U: %q", name, s, r, got)
			}
			if again := printable.Text(got); again != got {
				t.Errorf("Text changes %s(%q) from %q to %q", name, s, got, again)
			}
		}
		if line := printable.Line(s); strings.ContainsAny(line, "\n\t") || printable.Line(line) != line {
			t.Errorf("Line(%q) = %q is not one stable line", s, line)
		}
		for line := range strings.Lines(printable.Indent(s, "> ")) {
			if !strings.HasPrefix(line, ">") {
				t.Errorf("Indent(%q) has a line at column 0: %q", s, line)
			}
		}
	})
}

func FuzzJSONDecodesToTheSameValue(f *testing.F) {
	for _, s := range hostile {
		f.Add([]byte(s))
		if data, err := json.Marshal(map[string]any{s: []any{s, 1.5, nil, true}}); err == nil {
			f.Add(data)
		}
		f.Add([]byte("{\r\n \"" + s + "\" : [\"" + s + "\"]}"))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		given := bytes.Clone(data)
		got := printable.JSON(data)
		if !bytes.Equal(data, given) {
			t.Fatalf("JSON changed its argument from %q to %q", given, data)
		}
		if r, found := rawHarm(string(got)); found {
			t.Errorf("JSON(%q) prints %U: %q", data, r, got)
		}
		if again := printable.JSON(got); !bytes.Equal(again, got) {
			t.Errorf("JSON(%q) = %q, and again %q", data, got, again)
		}
		var before, after any
		if json.Unmarshal(data, &before) != nil {
			return
		}
		if err := json.Unmarshal(got, &after); err != nil {
			t.Fatalf("JSON(%q) = %q is not JSON: %v", data, got, err)
		}
		if !reflect.DeepEqual(before, after) {
			t.Errorf("JSON(%q) decodes to %q, want %q", data, after, before)
		}
	})
}
