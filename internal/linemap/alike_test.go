package linemap

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// apart is NewPair as it was before it made use of similar texts.
func apart(a, b []byte) *Pair {
	p := &Pair{A: NewSide(a), B: NewSide(b)}
	var t Table
	t.Reset(len(p.A.Lines) + len(p.B.Lines))
	t.number(&p.A)
	t.number(&p.B)
	p.Norms = len(t.first)
	p.CountA, p.CountB = Tally(p.A.Norm, p.Norms), Tally(p.B.Norm, p.Norms)
	return p
}

func checkAlike(t *testing.T, a, b string) {
	t.Helper()
	got, want := NewPair([]byte(a), []byte(b)), apart([]byte(a), []byte(b))
	for _, s := range []struct{ got, want *Side }{{&got.A, &want.A}, {&got.B, &want.B}} {
		if !slices.Equal(s.got.Lines, s.want.Lines) || !slices.Equal(s.got.Norm, s.want.Norm) {
			t.Fatalf("of %q and %q: lines %v with numbers %v, want %v with %v", a, b, s.got.Lines, s.got.Norm, s.want.Lines, s.want.Norm)
		}
	}
	if got.Norms != want.Norms || !slices.Equal(got.CountA, want.CountA) || !slices.Equal(got.CountB, want.CountB) {
		t.Fatalf("of %q and %q: other counts", a, b)
	}
}

// TestLinesOfAlikeTextsAreNumberedAsOfOthers edits texts of few different lines in all ways.
func TestLinesOfAlikeTextsAreNumberedAsOfOthers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	some := []string{"a\n", "\ta\n", "b  c\n", "b c\n", "\n", "  \n", "}\n", "}\r\n", "d", "long line of words\n", "x\n", "y\n", "z\n", "\n\n"}
	for range 20_000 {
		var a, b strings.Builder
		for range r.IntN(12) {
			line := some[r.IntN(len(some))]
			if r.IntN(8) > 0 {
				a.WriteString(line)
			}
			switch r.IntN(8) {
			case 0:
				b.WriteString(some[r.IntN(len(some))])
			case 1:
				b.WriteString(" " + line)
			case 2:
				b.WriteString(line + line)
			default:
				b.WriteString(line)
			}
		}
		checkAlike(t, a.String(), b.String())
	}
}

func FuzzAlikeTexts(f *testing.F) {
	f.Add("a\nb\n", "a\n b\nc")
	f.Fuzz(func(t *testing.T, a, b string) { checkAlike(t, a, b) })
}
