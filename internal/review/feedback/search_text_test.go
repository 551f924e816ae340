package feedback

import (
	"strings"
	"testing"
	"time"

	"consider/internal/thread"
)

func TestAnAnswerIsReadWithoutItsMarks(t *testing.T) {
	for source, want := range map[string]string{
		"a **b** `c<d>` & e":                        "a b c<d> & e",
		"- [x] done\n- open":                        "done\nopen",
		"[t](https://x.y/?a=1&b=\">) [u][1] [v]":    "t u [v]",
		"<b onclick=\"x\">raw</b> <https://x.y>":    `<b onclick="x">raw</b> https://x.y`,
		"```go\n<p>&amp; **a**\n```\nb":             "<p>&amp; **a**\nb",
		"| a | b |\n|---|---|\n| x < y | `p` |":     "a\nb\nx < y\np",
		"# A & B #1\n\ntext\n===":                   "A & B #1\ntext",
		"1. one\n   two\n2. **bold** _it_ ~~gone~~": "one\ntwo\nbold it gone",
		"> quote &amp; more\n> line":                "quote & more\nline",
		"snake_case_name 2 * 3 a\\*b\\_":            "snake_case_name 2 * 3 a*b_",
		"``a ` b`` `c":                              "a ` b `c",
		"![alt](x.png) [![in](a)](b) c":             "alt in c",
		"[1]: https://x.y\nafter\n***\nlast":        "after\nlast",
		"種 🌱 **🌱**":                                 "種 🌱 🌱",
	} {
		if got := strings.Join(strings.Fields(string(renderedText(source).text)), " "); got != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%q\n got %q\nwant %q", source, got, want)
		}
	}
}

func TestWordsAreFoundInTheSource(t *testing.T) {
	source := "Keep **one map** of [all](https://x.y) seeds &amp; `more`.\n\n| a | b |\n|--|--|\n| 1 | *2* |\n\nTwo **words\n\n![shot](consider:x) end \\\nit."
	for quote, want := range map[string]string{
		"one map of all seeds":   "one map** of [all](https://x.y) seeds",
		"all":                    "all",
		"seeds & more":           "seeds &amp; `more",
		"**one map** of":         "one map** of", // quoted as it was written
		"a\n\nb\n\n1\n2":         "a | b |\n|--|--|\n| 1 | *2",
		"Two **words":            "Two **words",
		"[all](https://x.y)":     "all",
		"https://x.y) seeds":     "https://x.y) seeds", // only in the source
		"shot end it.":           "shot](consider:x) end \\\nit.",
		"& `more`":               "&amp; `more", // only the letters match
		"nowhere":                "",
		"**":                     "",
		" ":                      "",
		"one map of all seeds +": "one map** of [all](https://x.y) seeds", // one of Markdown's characters is ignored
	} {
		text := answerText{source: source}
		f := text.find(&thread.Span{Quote: quote})
		if got := source[f.at.start:f.at.end]; got != want {
			t.Errorf("%q is found as %q, want %q", quote, got, want)
		}
	}
}

func TestAStretchOverWhatReadsOtherwiseIsFoundByItsEnds(t *testing.T) {
	source := "Once upon a time. Expressions can be small, ![an image](consider:x) simple and fast, and impressive.\n"
	s := thread.Span{Quote: "can be small, simple and fast, and impressive", Prefix: "Expressions ", Start: 30}
	text := answerText{source: source}
	f := text.find(&s)
	if got := source[f.at.start:f.at.end]; f.equals != 1 || f.sure || got != "can be small, ![an image](consider:x) simple and fast, and impressive" {
		t.Errorf("found %d times, as %q", f.equals, got)
	}
	s.Quote = "can be small, simple and slow, and oppressive"
	if f := text.find(&s); f.equals != 0 {
		t.Errorf("words that are not there are found: %+v", f)
	}
}

// FuzzReading checks that each byte of a text to search comes from its source, in order.
func FuzzReading(f *testing.F) {
	for _, source := range []string{"a **b** `c`", "> - [x] [a](b)\n```\nc", "![", "&amp;&#0;", "\\", "|a|\n|-|", "\xff`\xff", "[a](b\\", "<a@b>"} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		r := renderedText(source)
		last := 0
		for i := range r.text {
			if r.from[i] < last || r.to[i] < r.from[i] || r.to[i] > len(source) {
				t.Fatalf("%q: byte %d of %q is from %d to %d after %d", source, i, r.text, r.from[i], r.to[i], last)
			}
			last = r.from[i]
		}
	})
}

func TestWhatIsHardToReadTakesNoLongerThanItsLength(t *testing.T) {
	for _, unit := range []string{"[", "`a``", "> ", "- ", "![", "](", "&a", "<a:", "*", "_a", "|", "\\", "# ", "[a](", "~~", "```\n", "[a]: b\n"} {
		began := time.Now()
		renderedText(strings.Repeat(unit, (256<<10)/len(unit)))
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%q took %v", unit, took)
		}
	}
}
