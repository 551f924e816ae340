package submission

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gitdiff"
	"consider/internal/gittest"
	"consider/internal/review/compare"
	"consider/internal/review/reviewtest"
	"consider/internal/treediff"
)

// leftOf returns how many lines of a file are left in the change from base to now, after that from was to seen was viewed.
func leftOf(path, was, seen, base, now string) []int {
	hunks := func(a, b string) []gitdiff.Hunk {
		return gitdiff.Hunks([]byte(a), []byte(b), gitdiff.Options{Context: 3})
	}
	next := hunks(base, now)
	return counts(tallyOf(changedLines(path, hunks(was, seen))).left(changedLines(path, next), len(next)))
}

func counts(left FileLeft) (out []int) {
	for _, h := range left.Hunks {
		out = append(out, h.N)
	}
	return out
}

func TestOnlyRealChangesComeBackAfterAViewedChange(t *testing.T) {
	base := numbered(40, map[int]string{10: "ten", 30: "thirty"})
	seen := strings.NewReplacer("ten\n", "TEN\nand one\n", "thirty\n", "THIRTY\n").Replace(base)
	put := func(text, old, now string) string {
		t.Helper()
		if !strings.Contains(text, old) {
			t.Fatalf("%q is not in\n%s", old, text)
		}
		return strings.Replace(text, old, now, 1)
	}
	for what, c := range map[string]struct {
		base, now string
		want      []int
	}{
		"nothing":                   {base, seen, []int{0, 0}},
		"lines above, as a rebase":  {"a\nb\nc\n" + base, "a\nb\nc\n" + seen, []int{0, 0}},
		"a line next to it in both": {put(base, "ten\n", "ten\nboth\n"), put(put(base, "thirty", "THIRTY"), "ten\n", "TEN\nand one\nboth\n"), []int{0, 0}},
		"another indentation":       {base, put(put(seen, "TEN", "    TEN"), "and one", "\tand one"), []int{0, 0}},
		"white space in a line":     {base, put(seen, "and one", "and  one"), []int{1, 0}},
		"a new line":                {base, put(seen, "TEN\n", "TEN\nnew\n"), []int{1, 0}},
		"a new hunk":                {base, seen + "more\n", []int{0, 0, 1}},
		"an edited line":            {base, put(seen, "and one", "and two"), []int{1, 0}},
		"a line that is gone":       {base, put(seen, "and one\n", ""), []int{1, 0}},
		"a change undone":           {base, put(seen, "THIRTY", "thirty"), []int{0}},
		"a copy of a viewed line":   {base, put(seen, "THIRTY\n", "THIRTY\nand one\n"), []int{0, 1}},
		"a line that moved":         {base, put(put(seen, "and one\n", ""), "THIRTY\n", "THIRTY\nand one\n"), []int{0, 1}},
	} {
		if got := leftOf("a.go", base, seen, c.base, c.now); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", what, got, c.want)
		}
	}
	if got := leftOf("a.go", base, seen, base, put(seen, "and one\n", "and one\r\n")); !slices.Equal(got, []int{1, 0}) {
		t.Errorf("another end of a line: got %v", got)
	}
	for _, path := range []string{"a.py", "a.yaml", "Makefile", "a.txt"} {
		if got := leftOf(path, base, seen, base, put(seen, "and one", "  and one")); !slices.Equal(got, []int{1, 0}) {
			t.Errorf("another indentation in %s: got %v", path, got)
		}
	}
}

// TestNoNewLineIsTakenForAViewedOne: also if it is like many that were viewed.
func TestNoNewLineIsTakenForAViewedOne(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 2))
	usual := []string{"if err != nil {", "return err", "}", "return nil", "x++"}
	for n := range 300 {
		var base []string
		for i := range 200 {
			base = append(base, fmt.Sprintf("line %d", i))
		}
		insert := func(lines []string, at int, some ...string) []string {
			return slices.Concat(lines[:at], some, lines[at:])
		}
		seen := slices.Clone(base)
		for range 20 {
			from := r.IntN(len(usual))
			seen = insert(seen, r.IntN(len(seen)), usual[from:]...)
		}
		now := seen
		own := n%2 == 0 // a text that no other line has
		text := usual[r.IntN(len(usual))]
		if own {
			text = "something new"
		}
		at := r.IntN(len(now))
		now = insert(now, at, text)
		join := func(lines []string) string { return strings.Join(lines, "\n") + "\n" }
		hunks := gitdiff.Hunks([]byte(join(base)), []byte(join(now)), gitdiff.Options{Context: 3})
		left := leftOf("a.txt", join(base), join(seen), join(base), join(now))
		sum, found := 0, false
		for i := range hunks {
			sum += left[i]
			for l := range hunks[i].Numbered() {
				found = found || l.New == at+1 && left[i] > 0
			}
		}
		if !found || own && sum != 1 {
			t.Fatalf("%d: %q at line %d: %v left", n, text, at+1, left)
		}
	}
}

func TestViewedHunksAreKeptWithTheFile(t *testing.T) {
	d := reviewtest.New(t)
	text := numbered(60, map[int]string{10: "ten", 50: "fifty"})
	d.Write("b.txt", text)
	d.Commit("second")
	d.Write("b.txt", strings.NewReplacer("ten\n", "TEN\n", "fifty\n", "FIFTY\n").Replace(text))
	left := func() map[string][]int {
		t.Helper()
		l := gittest.Must(compare.New(t.Context(), d.Human(), compare.Scope{Kind: compare.ScopeHead}))(t)
		out := map[string][]int{}
		for i, lines := range gittest.Must(LinesLeft(t.Context(), d.Human(), l.Files))(t) {
			out[l.Files[i].Path] = counts(lines)
		}
		return out
	}
	view := func(path string, viewed bool, hunks ...int) {
		t.Helper()
		l := gittest.Must(compare.New(t.Context(), d.Human(), compare.Scope{Kind: compare.ScopeHead}))(t)
		f, ok := l.File(path)
		if !ok {
			t.Fatalf("no %s", path)
		}
		if err := ViewHunks(t.Context(), d.Human(), f, hunks, viewed); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(path string, want ...int) {
		t.Helper()
		if got := left()[path]; !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", path, got, want)
		}
	}
	view("b.txt", false, 0) // without a mark nothing happens
	expect("b.txt")
	view("b.txt", true, 1)
	expect("b.txt", 2, 0)
	view("b.txt", true, 0)
	expect("b.txt", 0, 0)
	view("b.txt", false, 1)
	expect("b.txt", 0, 2)
	d.Git("mv", "b.txt", "c.txt")
	expect("c.txt", 0, 2)
	view("c.txt", true)
	expect("c.txt", 0, 0)
	view("c.txt", false)
	expect("c.txt")
}

// TestWhatIsKeptOfViewedLinesIsBounded: in files, and in lines of one file. Texts of earlier versions are deleted.
func TestWhatIsKeptOfViewedLinesIsBounded(t *testing.T) {
	d := reviewtest.New(t)
	store := gittest.Must(d.Human().OpenStore(t.Context(), true))(t)
	write := func(name string) {
		t.Helper()
		if err := store.WritePrivate(name, []byte("*")); err != nil {
			t.Fatal(err)
		}
	}
	names := func(dir string) []string { return gittest.Must(store.PrivateNames(dir))(t) }
	for _, name := range []string{viewedTextDir + "/0", viewedLinesDir + "/1", viewedLinesDir + "/2", viewedLinesDir + "/3"} {
		write(name)
	}
	for _, c := range [][2]int{{4, 3}, {3, 2}} { // the limit, and how many are left
		if err := dropViewed(store, c[0]); err != nil {
			t.Fatal(err)
		}
		if got := len(names(viewedLinesDir)); got != c[1] {
			t.Errorf("%d files are left of 3 with a limit of %d, want %d", got, c[0], c[1])
		}
	}
	if got := names(viewedTextDir); len(got) != 0 {
		t.Errorf("texts are left: %v", got)
	}
	long := &compare.File{FileDiff: treediff.FileDiff{Path: "long.txt", Added: maxLinesViewed + 1}}
	if err := ViewHunks(t.Context(), d.Human(), long, nil, true); err != nil {
		t.Error(err)
	}
	if err := ViewHunks(t.Context(), d.Human(), long, []int{0}, true); !errors.Is(err, fail.ErrDenied) {
		t.Errorf("a hunk of a long file: %v", err)
	}
}
