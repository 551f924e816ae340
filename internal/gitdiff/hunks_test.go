package gitdiff

import (
	"fmt"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
)

func unified(a, b string, o Options) string {
	return Unified(Hunks([]byte(a), []byte(b), o), "a", "b")
}

func TestUnified(t *testing.T) {
	a := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n"
	b := "1\n2\nthree\n4\n5\n6\n7\n8\n9\n10\n12\nlast"
	want := `--- a
+++ b
@@ -2,3 +2,3 @@
 2
-3
+three
 4
@@ -10,3 +10,3 @@
 10
-11
 12
+last
\ No newline at end of file
`
	if d := cmp.Diff(want, unified(a, b, Options{Context: 1})); d != "" {
		t.Error(d)
	}
	if got := unified(a, a, Options{Context: 3}); got != "" {
		t.Errorf("equal texts: %q", got)
	}
}

// hostile is pairs of texts that drive a comparison into its shortcuts: lines without a partner, lines repeated
// without end, long equal stretches in the wrong place, odd ends and odd bytes.
func hostile() [][2]string {
	pairs := [][2]string{
		{"", "x\n"},
		{"x", "x\n"},
		{"a\nb", "a\nb\nc"},
		{"a\r\nb\r\n", "a\nb\n"},
		{"\n\n\n\n", "\n\n"},
		{"\xff\xfe\n\x80\n", "\xff\n\x80\n"},
		{"function f() {\n  a\n}\n", "function f() {\n  a\n}\n\nfunction f() {\n  a\n}\n"},
		{strings.Repeat("é", 60) + "\n" + strings.Repeat(" x\n", 9), strings.Repeat("é", 60) + "\n" + strings.Repeat(" x\n", 8) + " y\n"},
		{"_" + strings.Repeat("é", 60) + " \n" + strings.Repeat(" x\n", 9), "_" + strings.Repeat("é", 60) + " \n" + strings.Repeat(" x\n", 8) + " y\n"},
		{strings.Repeat("same\n", 9_000), strings.Repeat("same\n", 8_900) + "end\n"},
		{strings.Repeat("x", 1<<18) + "\n", strings.Repeat("y", 1<<18) + "\n"},
	}
	rng := rand.New(rand.NewSource(7))
	for _, c := range []struct{ lines, words, edits int }{
		{6, 2, 3}, {12, 3, 5}, {40, 4, 12}, {40, 30, 12}, {200, 8, 60}, {200, 150, 60}, {1500, 5, 400}, {1500, 60, 900}, {3000, 2000, 2500}, {4000, 3, 2000},
	} {
		for range 8_000 / (c.lines + 500) {
			pairs = append(pairs, edited(rng, c.lines, c.words, c.edits))
		}
	}
	return pairs
}

// edited is a text of a few different lines, with indentation and blank lines, and the same with edits.
func edited(rng *rand.Rand, lines, words, edits int) [2]string {
	line := func() string {
		switch n := rng.Intn(words + words/4 + 1); {
		case n > words:
			return "\n"
		default:
			return strings.Repeat("\t", n%4) + strings.Repeat(" ", n%3) + fmt.Sprintf("word%d\n", n)
		}
	}
	a := make([]string, lines)
	for i := range a {
		a[i] = line()
	}
	b := append([]string(nil), a...)
	for range edits {
		at := rng.Intn(len(b) + 1)
		end := min(len(b), at+rng.Intn(4))
		switch rng.Intn(4) {
		case 0:
			b = append(b[:at:at], b[end:]...)
		case 1:
			b = append(append(b[:at:at], line(), line()), b[at:]...)
		case 2: // a copy
			b = append(append(b[:at:at], b[at:end]...), b[at:]...)
		default: // moved to the end
			b = append(append(b[:at:at], b[end:]...), b[at:end]...)
		}
	}
	return [2]string{strings.Join(a, ""), strings.TrimSuffix(strings.Join(b, ""), []string{"", "\n"}[rng.Intn(2)])}
}

// TestHunksAreGits: every line and every head as git diff prints them, also without white space.
func TestHunksAreGits(t *testing.T) {
	r := gittest.New(t)
	r.Write(".gitattributes", "* diff\n") // text, whatever is in it
	for i, p := range hostile() {
		r.Write(fmt.Sprintf("old/%04d", i), p[0])
		r.Write(fmt.Sprintf("new/%04d", i), p[1])
	}
	r.Commit("both")
	for _, c := range []struct {
		o    Options
		args []string
	}{
		{Options{Context: 3}, nil},
		{Options{Context: 1}, []string{"-U1"}},
		{Options{Context: 3, IgnoreSpace: true}, []string{"-w"}},
	} {
		sections := strings.Split("\n"+r.Git(append(append([]string{"diff", "--no-renames"}, c.args...), "HEAD:old", "HEAD:new")...)+"\n", "\ndiff --git ")
		want := map[string]string{}
		for _, s := range sections[1:] {
			name, _, _ := strings.Cut(s, " ")
			_, body, _ := strings.Cut(s, "\n+++ ")
			_, want[strings.TrimPrefix(name, "a/")], _ = strings.Cut(body, "\n")
		}
		for i, p := range hostile() {
			_, got, _ := strings.Cut(unified(p[0], p[1], c.o), "\n+++ b\n")
			if d := cmp.Diff(strings.TrimSuffix(want[fmt.Sprintf("%04d", i)], "\n"), strings.TrimSuffix(got, "\n")); d != "" {
				t.Errorf("pair %d of %d and %d bytes %v (-git +ours):\n%.2000s", i, len(p[0]), len(p[1]), c.args, d)
			}
		}
	}
}

// random returns two texts of which the second is an edit of the first.
func random(rng *rand.Rand) (a, b string) {
	word := func() string { return fmt.Sprintf("%sword%d\n", strings.Repeat("\t", rng.Intn(3)), rng.Intn(12)) }
	for range rng.Intn(60) {
		l := word()
		a += l
		switch rng.Intn(6) {
		case 0:
		case 1:
			b += word()
		case 2:
			b += l + word()
		default:
			b += l
		}
	}
	return a, b
}

func TestUnifiedAppliesToTheNewText(t *testing.T) {
	rng := rand.New(rand.NewSource(6))
	for range 300 {
		a, b := random(rng)
		if rng.Intn(3) == 0 {
			b = strings.TrimSuffix(b, "\n")
		}
		for _, context := range []int{0, 1, 3} {
			if got := patch(a, unified(a, b, Options{Context: context})); a != b && got != b {
				t.Fatalf("patched to %q, want %q", got, b)
			}
		}
	}
}

func FuzzHunks(f *testing.F) {
	f.Add("a\nb\n", "a\nc")
	f.Add("", "\x00\n\xff")
	f.Fuzz(func(t *testing.T, a, b string) {
		if got := patch(a, unified(a, b, Options{Context: 3})); a != b && got != b {
			t.Fatalf("patched to %q, want %q", got, b)
		}
		Hunks([]byte(a), []byte(b), Options{IgnoreSpace: true})
	})
}

// patch applies a unified diff.
func patch(a, diff string) string {
	var out strings.Builder
	src, at := slices.Collect(strings.Lines(a)), 0
	rest := strings.SplitAfter(diff, "\n")
	for i, l := range rest {
		noEnd := i+1 < len(rest) && strings.HasPrefix(rest[i+1], "\\")
		switch {
		case strings.HasPrefix(l, "@@"):
			head := strings.TrimPrefix(strings.Fields(l)[1], "-")
			first, n, two := strings.Cut(head, ",")
			from, _ := strconv.Atoi(first)
			if !two || n != "0" {
				from--
			}
			out.WriteString(strings.Join(src[at:from], ""))
			at = from
		case i < 2 || l == "" || l[0] == '\\':
		default:
			if l[0] != '-' && noEnd {
				out.WriteString(strings.TrimSuffix(l[1:], "\n"))
			} else if l[0] != '-' {
				out.WriteString(l[1:])
			}
			if l[0] != '+' {
				at++
			}
		}
	}
	return out.String() + strings.Join(src[at:], "")
}

func TestLinesOfAHunkHaveTheirNumbersInBothTexts(t *testing.T) {
	hunks := Hunks([]byte("a\nb\nc\nd\n"), []byte("a\nB\nC\nd\ne\n"), Options{Context: 3})
	var got []string
	for l := range hunks[0].Numbered() {
		got = append(got, fmt.Sprintf("%c%s %d %d", l.Sign, l.Text, l.Old, l.New))
		if l.Text == "e" {
			break
		}
	}
	want := []string{" a 1 1", "-b 2 0", "-c 3 0", "+B 0 2", "+C 0 3", " d 4 4", "+e 0 5"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for l := range Hunks(nil, []byte("x\n"), Options{})[0].Numbered() {
		if l.Old != 0 || l.New != 1 {
			t.Errorf("%+v", l)
		}
	}
}

// A thread may be on more lines than go-difflib is quick with.
func TestShortAppliesToTheNewTextHoweverLong(t *testing.T) {
	rng := rand.New(rand.NewSource(7))
	for _, lines := range []int{0, 1, 5, 40, shortLines / 2, shortLines} {
		var a, b []string
		for i := range lines {
			a = append(a, fmt.Sprintf("line %d", i%120))
			for range rng.Intn(3) {
				b = append(b, a[i])
			}
		}
		for _, to := range [][]string{b, nil} {
			old, changed := strings.Join(ended(a), ""), strings.Join(ended(to), "")
			if got := patch(old, Short(a, to, "a", "b", 3)); old != changed && got != changed {
				t.Errorf("%d lines: patched to %q, want %q", lines, got, changed)
			}
		}
		if got := Short(a, a, "a", "b", 3); got != "" {
			t.Errorf("%d equal lines: %q", lines, got)
		}
	}
}
