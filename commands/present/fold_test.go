package present

import (
	"strings"
	"testing"
)

func TestLinesAreBrokenBetweenWordsOnAPersonsScreen(t *testing.T) {
	screen := func(columns int) *Page { return &Page{Options: Options{Columns: columns, Color: true}} }
	p := screen(30)
	painted := p.Paint(Bold, "c_1") + " " + p.Paint(green, "(one two three four five six seven)")
	for _, c := range []struct{ name, line, want string }{
		{"short", "as long as the screen is: 30..", "as long as the screen is: 30.."},
		{"long", "c_1 one two three four five six seven", "c_1 one two three four five\n    six seven"},
		{"a long word", "see https://example.org/a/very/long/address now", "see\n    https://example.org/a/very/long/address\n    now"},
		{"wide letters", "一二三四五六七八九十 一二三四五六", "一二三四五六七八九十\n    一二三四五六"},
		{"colours", painted, "\x1b[1mc_1\x1b[0m \x1b[32m(one two three four five\x1b[0m\n    \x1b[32msix seven)\x1b[0m"},
	} {
		if got := p.Fold(c.line, "    "); got != c.want {
			t.Errorf("%s:\n%q, want\n%q", c.name, got, c.want)
		}
	}
	long := strings.Repeat("word ", 20)
	for name, p := range map[string]*Page{"a pipe": screen(0), "too narrow": screen(10)} {
		if got := p.Fold(long, ""); got != long {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestCodeAndTablesInWordsKeepTheirLines(t *testing.T) {
	p := &Page{Options: Options{Columns: 30}}
	code := "    four blanks and a line that is long\n```\nin a fence, too long for the screen\n```\n| a | table | that | is | too | long |"
	p.prose("  ", code+"\n\n- an item whose words go on below its mark")
	want := "      four blanks and a line that is long\n  ```\n  in a fence, too long for the screen\n  ```\n" +
		"  | a | table | that | is | too | long |\n\n  - an item whose words go on\n    below its mark\n"
	if got := p.Text.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestHelpGoesOnBelowWhereItsWordsBegan(t *testing.T) {
	const text = "Shows all that is of any use here to the reader.\n\nExample: consider add src/auth.go:45-47 -m 'no'\n\n" +
		"  -q, --quote T  the text of the lines, not numbers\n  a-very-long-flag|another  what it means\n"
	const want = "Shows all that is of any use\nhere to the reader.\n\nExample: consider add src/auth.go:45-47 -m 'no'\n\n" +
		"  -q, --quote T  the text of\n                 the lines, not\n                 numbers\n" +
		"  a-very-long-flag|another \n        what it means\n"
	if got := (Options{Columns: 31}).FoldText(text); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := (Options{}).FoldText(text); got != text {
		t.Errorf("in a pipe:\n%s", got)
	}
}
