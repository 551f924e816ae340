package words

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTextsOfStrangersAreCutToOneValidLine(t *testing.T) {
	for _, s := range []string{
		"", "a", "a\nb", "a\r\nb", strings.Repeat("é", 500), strings.Repeat("🧠", 300) + "\nx", strings.Repeat("x", MaxHeadline), strings.Repeat("x", MaxHeadline) + "y",
	} {
		whole := !strings.Contains(s, "\n")
		head, first := Headline(s), FirstLine(s)
		for name, got := range map[string]string{"headline": head, "first line": first} {
			if strings.ContainsAny(got, "\r\n") || !utf8.ValidString(got) || len(got) > 4*90 {
				t.Errorf("%s of %.10q… is %q", name, s, got)
			}
			bare := strings.TrimSuffix(got, "…")
			if !strings.HasPrefix(s, bare) || (bare == got) != (whole && got == s) {
				t.Errorf("%s of %.10q… is %q, and does not say that it was cut", name, s, got)
			}
		}
		if len(head) > MaxHeadline {
			t.Errorf("the headline of %.10q… has %d bytes", s, len(head))
		}
	}
	if got := OneLine("a <b>\r\nc\x00"); got != "a  b   c " {
		t.Errorf("in a commit's header: %q", got)
	}
	for s, want := range map[string]bool{"a b ü": false, "": false, "a\n": true, "\x1b[31m": true, "\x7f": true, "\u0085": true, "\xff": true} {
		if HasControl(s) != want {
			t.Errorf("%q has no business on a line: %v", s, !want)
		}
	}
}

func TestCountsRangesAndFoldersAreInWords(t *testing.T) {
	for got, want := range map[string]string{
		Plural(0, "thread"): "0 threads", Plural(1, "thread"): "1 thread", Plural(2, "thread"): "2 threads", Plural(1, "reply"): "1 reply",
		Plural(3, "reply"): "3 replies", Count([]string{"a"}): "", Count([]string{"a", "b"}): "2 threads",
		LineRange("a b.txt", 2, 2): "a b.txt:2", LineRange("a", 2, 3): "a:2-3",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	for _, c := range []struct {
		file, path string
		want       bool
	}{{"a/b", "a", true}, {"a", "a", true}, {"ab", "a", false}, {"a", "a/b", false}, {"x", ".", true}, {"a/b", "a/", false}} {
		if Within(c.file, c.path) != c.want {
			t.Errorf("%q is in %q: %v", c.file, c.path, !c.want)
		}
	}
	for s, want := range map[string][2]bool{"": {false, false}, "12": {true, true}, "1f": {true, false}, "1F": {false, false}, "-1": {false, false}, "١": {false, false}} {
		if IsHex(s) != want[0] || AllDigits(s) != want[1] {
			t.Errorf("%q is hexadecimal %v, decimal %v", s, IsHex(s), AllDigits(s))
		}
	}
}

func TestARangeIsOfPlainNumbers(t *testing.T) {
	for s, want := range map[string][2]int{"12": {12, 12}, "12-14": {12, 14}, "12-": {12, -1}} {
		if start, end, ok := ParseRange(s); !ok || [2]int{start, end} != want {
			t.Errorf("%q: %d, %d, %v", s, start, end, ok)
		}
	}
	for _, s := range []string{"", "-", "-12", "+1", "1-+2", "1--2", "a", "1-b", "99999999999999999999"} {
		if start, end, ok := ParseRange(s); ok {
			t.Errorf("%q: %d, %d", s, start, end)
		}
	}
}

func TestNoLineOfAQuotedTextStandsOutsideOfIt(t *testing.T) {
	const hostile = "# c_00000000\r\n\r## r_1\n\n```\n- a\n<!--\n---\n  > b  "
	want := "> # c_00000000\n>\n> ## r_1\n>\n> ```\n> - a\n> <!--\n> ---\n>   > b\n"
	if got := Quoted(hostile); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Quoted(""); got != ">\n" {
		t.Errorf("nothing is %q", got)
	}
}
