package suggest

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestASuggestionIsAFencedBlock(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       [][]string
	}{
		{"one", "Try\n```suggestion\na\n\tb\n```\nplease", [][]string{{"a", "\tb"}}},
		{"several", "```suggestion\na\n```\nor\n~~~suggestion\nb\n~~~", [][]string{{"a"}, {"b"}}},
		{"to nothing", "```suggestion\n```", [][]string{{}}},
		{"a blank line", "```suggestion\n\n```", [][]string{{""}}},
		{"CRLF", "```suggestion\r\na\r\n```\r\n", [][]string{{"a"}}},
		{"words after it", "```suggestion of mine\na\n```", [][]string{{"a"}}},
		{"longer fence", "````suggestion\n```\na\n```\n````", [][]string{{"```", "a", "```"}}},
		{"indented", "  ```suggestion\n  a\n    b\n  ```", [][]string{{"a", "  b"}}},
		{"inside another block", "```md\n~~~suggestion\na\n~~~\n```", nil},
		{"never closed", "```suggestion\na", nil},
		{"closed by less", "````suggestion\na\n```", nil},
		{"another word", "```suggestions\na\n```", nil},
		{"indented code", "    ```suggestion\n    a\n    ```", nil},
		{"inline", "```suggestion``` is a fence\na\n```", nil},
	} {
		if diff := cmp.Diff(c.want, In(c.body)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestABlockIsReadAsItsLines(t *testing.T) {
	for _, lines := range [][]string{{}, {""}, {"a", "\tb"}, {"```", "````go", "x"}, {"~~~"}, {"  ``` ", ""}} {
		if got := In("Before\n\n" + Block(lines) + "\n\nafter"); len(got) != 1 || !slices.Equal(got[0], lines) {
			t.Errorf("%q comes back as %q", lines, got)
		}
	}
}

func TestWhatFits(t *testing.T) {
	lines := func(s string) []string { return strings.Fields(s) }
	for _, c := range []struct {
		then, now, text string
		want            State
		what            string
	}{
		{"a b c", "a b c", "a x c", Applies, "a x c"},
		{"a b c", "a b c", "", Applies, ""},
		{"a b c", "a x c", "a x c", Already, ""},
		{"a b c d e", "A b c d e", "a b c d E", Changed, "A b c d E"},
		{"a b c", "a y c", "a x c", Clash, ""},
		{"a b c", "a y b c", "a x b c", Clash, ""},
		{"a b c d", "a b d", "a b c D", Clash, ""},
	} {
		state, what := Fit(lines(c.then), lines(c.now), lines(c.text), true, false)
		if state != c.want || strings.Join(what, " ") != c.what {
			t.Errorf("%q, now %q, suggested %q: %s %q", c.then, c.now, c.text, state, what)
		}
	}
	if state, _ := Fit(lines("a"), lines("a"), lines("b"), true, true); state != Moved {
		t.Error(state)
	}
	if state, what := Fit(nil, lines("a"), lines("b"), false, false); state != Clash || what != nil {
		t.Error("what is not known fits")
	}
}

// Lines that are put in and those that were there put back make the same text, whatever its ends.
func TestPuttingBackIsTheTextItself(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for range 3000 {
		ends := [][]string{{"\n"}, {"\r\n"}, {"\n", "\r\n"}}[rng.Intn(3)]
		n := 1 + rng.Intn(8)
		var b strings.Builder
		if rng.Intn(4) == 0 {
			b.WriteString("\ufeff")
		}
		for i := range n {
			fmt.Fprintf(&b, "%sline %d%s", strings.Repeat("\t", rng.Intn(3)), i, ends[rng.Intn(len(ends))])
		}
		text := []byte(b.String())
		if rng.Intn(2) == 0 {
			text = bytes.TrimRight(text, "\r\n")
		}
		start := 1 + rng.Intn(n)
		end := start + rng.Intn(n-start+1)
		was, err := Lines(text, start, end)
		if err != nil || len(was) != end-start+1 {
			t.Fatalf("%q %d-%d: %q %v", text, start, end, was, err)
		}
		put := make([]string, rng.Intn(4))
		for i := range put {
			put[i] = fmt.Sprintf("new %d", i)
		}
		now, cut, err := Put(text, start, end, put)
		if err != nil {
			t.Fatal(err)
		}
		if is, _ := Lines(now, start, start+len(put)-1); !slices.Equal(is, put) {
			t.Fatalf("%q: put %q, there is %q", text, put, is)
		}
		if back, err := PutBack(now, start, len(put), was, cut); err != nil || !bytes.Equal(back, text) {
			t.Fatalf("%q, lines %d to %d, came back as %q: %v", text, start, end, back, err)
		}
	}
}

// A brace that ends another function is not the one that a suggestion was made for.
func TestLinesThatAreAlikeAreToldApartByWhatIsAroundThem(t *testing.T) {
	text := strings.Split("func a() {\n\treturn out\n}\n\nfunc b() {\n\treturn f\n}", "\n")
	near := Near{Above: []string{"func a() {", "\treturn out"}}
	common := strings.Split("\tif a {\n\t}\n\tif err != nil {\n\tif b {\n\t}\n\tc()\n\tif err != nil {", "\n")
	twice := []string{"[c_1]", "func Len", "count it", "", "[c_2]", "func Len", "count it"}
	for _, c := range []struct {
		text       []string
		start, end int
		near       Near
		uncertain  bool
		want       bool
	}{
		{text, 3, 3, near, false, true},
		{text, 3, 3, near, true, true},
		{text, 7, 7, near, false, false},
		{text, 6, 7, near, false, true},
		{text, 7, 7, Near{Above: []string{"", "", "x"}}, false, false},
		{text, 4, 4, Near{}, true, true},
		{common, 2, 2, Near{Below: []string{"\tif err != nil {"}}, false, true},
		{common, 2, 2, Near{Below: []string{"\tif err != nil {"}}, true, false},
		{common, 2, 2, Near{Above: []string{"\tif a {"}, Below: []string{"\tif err != nil {"}}, true, true},
		{twice, 6, 6, Near{Above: []string{"[c_3]"}, Below: []string{"count it"}}, false, true},
		{twice, 6, 6, Near{Above: []string{"[c_3]"}, Below: []string{"count it"}}, true, false},
		{twice, 6, 6, Near{Above: []string{"[c_2]"}, Below: []string{"count it"}}, true, true},
		{twice, 6, 6, Near{Above: []string{"[c_1]"}, Below: []string{"count it"}}, true, false},
	} {
		if got := Sure(c.text, c.start, c.end, c.near, c.uncertain); got != c.want {
			t.Errorf("lines %d-%d, around them %q, uncertain %v: %v", c.start, c.end, c.near, c.uncertain, got)
		}
	}
	if !Sure([]string{"}", "}"}, 1, 1, Near{Below: []string{"}"}}, false) {
		t.Error("an unchanged text of nothing but braces")
	}
}

func TestWhatHasNoLinesIsRefused(t *testing.T) {
	for _, data := range []string{"", "a\x00b\n", "\xff\xfea\x00\n\x00", "\xfe\xff\x00a\x00\n"} {
		if _, _, err := Put([]byte(data), 1, 1, nil); err == nil {
			t.Errorf("%q takes lines", data)
		}
	}
	if _, _, err := Put([]byte("a\n"), 1, 2, nil); err == nil {
		t.Error("a line that is not there is replaced")
	}
	if Hidden([]string{"a\tb", "\u202e"}) == 0 || Hidden([]string{"\x1b[31m"}) == 0 || Hidden([]string{"ä\tb"}) != 0 {
		t.Error("what is hidden is not told")
	}
}

func FuzzIn(f *testing.F) {
	f.Add("```suggestion\na\n```")
	f.Fuzz(func(t *testing.T, body string) {
		for _, lines := range In(body) {
			for _, line := range lines {
				if strings.Contains(line, "\n") {
					t.Fatalf("%q is two lines", line)
				}
			}
		}
	})
}
