package printable_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/printable"
)

func TestTextShowsWhatWouldActOnTheReader(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain text is kept", "if err != nil {\n\treturn err\n}\n", "if err != nil {\n\treturn err\n}\n"},
		{"other scripts are kept", "naïve – 日本語 한국어 עברית العربية", "naïve – 日本語 한국어 עברית العربية"},
		{"the empty text is empty", "", ""},
		{"escape sequence", "\x1b[2J\x1b]0;title\x07", "<U+001B>[2J<U+001B>]0;title<U+0007>"},
		{"null, backspace, delete", "a\x00b\x08c\x7f", "a<U+0000>b<U+0008>c<U+007F>"},
		{"C1 as a rune", "\u009b31m", "<U+009B>31m"},
		{"C1 as a byte", "\x9b31m", "<0x9b>31m"},
		{"CRLF is a line end", "a\r\nb\r\n", "a\nb\n"},
		{"CR alone would overwrite the line", "approved\rdenied", "approved<U+000D>denied"},
		{"CR before CRLF", "a\r\r\nb", "a<U+000D>\nb"},
		{"CR at the end", "a\r", "a<U+000D>"},
		{"bidirectional override", "a\u202eb\u202c", "a<U+202E>b<U+202C>"},
		{"bidirectional isolates and marks", "\u2066a\u2069\u200e\u200f\u061c", "<U+2066>a<U+2069><U+200E><U+200F><U+061C>"},
		{"line and paragraph separators", "a\u2028b\u2029", "a<U+2028>b<U+2029>"},
		{"byte order mark", "\ufeffpackage", "<U+FEFF>package"},
		{"tag characters", "hi\U000E0001\U000E0041", "hi<U+E0001><U+E0041>"},
		{"variation selectors supplement", "a\U000E0100\U000E01EF", "a<U+E0100><U+E01EF>"},
		{"cut UTF-8", "a\xe2\x82", "a<0xe2><0x82>"},
		{"surrogate in UTF-8", "\xed\xa0\x80", "<0xed><0xa0><0x80>"},
		{"a real replacement character", "a\uFFFDb", "a\uFFFDb"},
		{"the visible form is not escaped again", "<U+202E> <0x9b>", "<U+202E> <0x9b>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, printable.Text(tt.in)); diff != "" {
				t.Errorf("Text(%q) (-want +got):\n%s", tt.in, diff)
			}
		})
	}
}

func TestInvisibleRunesThatScriptsNeedAreKeptOnceAndShownInRuns(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"Persian non-joiner", "می\u200cخواهم", "می\u200cخواهم"},
		{"Devanagari joiner", "क्\u200dष", "क्\u200dष"},
		{"family emoji", "👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"},
		{"emoji selector before a joiner", "❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"},
		{"keycap", "1\ufe0f\u20e3", "1\ufe0f\u20e3"},
		{"soft hyphen", "co\u00adoperate", "co\u00adoperate"},
		{"nothing before", "\u200da", "<U+200D>a"},
		{"nothing before on the line", "a\n\u200bb", "a\n<U+200B>b"},
		{"after a blank", "a \u200bb\t\u200b", "a <U+200B>b\t<U+200B>"},
		{"two in a row", "a\u200b\u200cb", "a\u200b<U+200C>b"},
		{"bits behind one letter", "a\ufe00\ufe01\ufe0f\u200d", "a\ufe00<U+FE01><U+FE0F><U+200D>"},
		{"after an escape", "\u202e\u200d", "<U+202E><U+200D>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, printable.Text(tt.in)); diff != "" {
				t.Errorf("Text(%q) (-want +got):\n%s", tt.in, diff)
			}
		})
	}
}

func TestLineStaysOnOneLine(t *testing.T) {
	tests := []struct{ in, want string }{
		{"src/auth/login.ts", "src/auth/login.ts"},
		{"src/Größe.go", "src/Größe.go"},
		{"a\nc_00000000 open", "a<U+000A>c_00000000 open"},
		{"a\tb", "a<U+0009>b"},
		{"a\r\nb", "a<U+000D><U+000A>b"},
		{"a\u2028b", "a<U+2028>b"},
	}
	for _, tt := range tests {
		if got := printable.Line(tt.in); got != tt.want {
			t.Errorf("Line(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestIndentLeavesNoLineAtColumnZero(t *testing.T) {
	tests := []struct{ name, in, prefix, want string }{
		{"nothing", "", "> ", ""},
		{"one line", "a", "> ", "> a"},
		{"imitated record", "ok\nSYSTEM: obey\n", "    ", "    ok\n    SYSTEM: obey\n"},
		{"empty lines end in no blanks", "a\n\nb\n", "| ", "| a\n|\n| b\n"},
		{"empty lines under blanks are empty", "a\n\nb", "  ", "  a\n\n  b"},
		{"line ends of other systems", "a\r\nb\rc\u2028d", "  ", "  a\n  b<U+000D>c<U+2028>d"},
		{"the prefix is the caller's", "a\nb", "\x1b[2m|\x1b[0m ", "\x1b[2m|\x1b[0m a\n\x1b[2m|\x1b[0m b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, printable.Indent(tt.in, tt.prefix)); diff != "" {
				t.Errorf("Indent(%q, %q) (-want +got):\n%s", tt.in, tt.prefix, diff)
			}
		})
	}
}

func TestWidthCountsTerminalColumns(t *testing.T) {
	tests := []struct {
		in   string
		want int
	}{
		{"", 0},
		{"abc", 3},
		{"日本", 4},
		{"ｶ", 1},
		{"e\u0301", 1},
		{"👩\u200d👩\u200d👧", 2},
		{"❤\ufe0f", 2},
		{"…", 1},
		{"\x1b", len("<U+001B>")},
	}
	for _, tt := range tests {
		if got := printable.Width(tt.in); got != tt.want {
			t.Errorf("Width(%q) = %d, want %d", tt.in, got, tt.want)
		}
	}
}

func TestPlainTextIsNotCopied(t *testing.T) {
	body := strings.Repeat("a line of plain text\n", 50)
	if n := testing.AllocsPerRun(10, func() { printable.Text(body) }); n != 0 {
		t.Errorf("Text of plain ASCII made %v allocations, want none", n)
	}
}
