package anchor

import (
	"bytes"
	"fmt"
	"math/rand"
	"runtime"
	"strings"
	"sync"
	"testing"

	"consider/internal/gittest"
)

// edited returns a text of n lines with many repeats, and the same text after
// random edits.
func edited(rng *rand.Rand, n int) (old, changed []string) {
	old, changed, _ = gittest.Edited(rng, n)
	return old, changed
}

func text(lines []string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }

func TestEveryNewLineHasOneOwner(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for range 200 {
		old, changed := edited(rng, 5+rng.Intn(80))
		m := Map(text(old), text(changed))
		owner := map[int]int{}
		for i := range old {
			p := m.Place(i+1, i+1)
			if p.State != Anchored || p.Method == Reflowed {
				continue
			}
			if other, taken := owner[p.Start]; taken {
				t.Fatalf("lines %d and %d are both at %d\n%s\n----\n%s", other, i+1, p.Start, text(old), text(changed))
			}
			owner[p.Start] = i + 1
		}
	}
}

func TestPlacesAreInsideTheText(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	for range 100 {
		old, changed := edited(rng, 1+rng.Intn(40))
		m := Map(text(old), text(changed))
		for range 200 {
			checkSane(t, m.Place(rng.Intn(60)-5, rng.Intn(60)-5), len(changed))
		}
	}
}

// checkSane checks what is true of every placement in a text of n lines.
func checkSane(t *testing.T, p Placement, n int) {
	t.Helper()
	switch p.State {
	case Anchored:
		if p.Start < 1 || p.End < p.Start || p.End > n || p.Method == "" || p.Reason != "" || p.GuessStart != 0 {
			t.Fatalf("bad placement %+v in %d lines", p, n)
		}
	case Stale:
		if p.Start != 0 || p.End != 0 || p.Method != "" || p.Reason == "" || p.Score != 0 {
			t.Fatalf("bad placement %+v", p)
		}
		if p.GuessStart < 0 || p.GuessEnd < p.GuessStart || p.GuessEnd > n {
			t.Fatalf("bad guess %+v in %d lines", p, n)
		}
	default:
		t.Fatalf("bad state %+v", p)
	}
	if s := int(p.Score*1000 + 0.5); p.Score < 0 || p.Score > 1 || float64(s)/1000 != p.Score {
		t.Fatalf("score %v is no multiple of 1/1000", p.Score)
	}
}

func TestTheSameTextIsUnchanged(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	old, _ := edited(rng, 60)
	m := Map(text(old), text(old))
	for i := range old {
		want := Placement{State: Anchored, Start: i + 1, End: i + 1, Method: Unchanged, Score: 1}
		if got := m.Place(i+1, i+1); got != want {
			t.Errorf("line %d: got %+v", i+1, got)
		}
	}
}

func TestLinesAddedAboveNeverEditAnAnchor(t *testing.T) {
	rng := rand.New(rand.NewSource(4))
	for range 100 {
		old, _ := edited(rng, 3+rng.Intn(50))
		above := make([]string, 1+rng.Intn(9))
		for i := range above {
			above[i] = fmt.Sprintf("# heading number %d of the file", i)
		}
		m := Map(text(old), text(append(above, old...)))
		for i := range old {
			p := m.Place(i+1, i+1)
			if p.State != Anchored || p.Start != i+1+len(above) || p.Edited || p.Method != Diff {
				t.Fatalf("line %d after %d lines were added above: %+v", i+1, len(above), p)
			}
		}
	}
}

func TestWhiteSpaceAloneNeverMovesAPlace(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	old, _ := edited(rng, 80)
	spaced := make([]string, len(old))
	for i, l := range old {
		spaced[i] = strings.ReplaceAll(l, "\t", "    ") + "  "
	}
	m := Map(text(old), text(spaced))
	for i := range old {
		if p := m.Place(i+1, i+1); p.Start != i+1 {
			t.Errorf("line %d %q: %+v", i+1, old[i], p)
		}
	}
}

func TestAMarkAndUTF16DoNotMatter(t *testing.T) {
	old, changed := "first line\nsecond line\n", "new line\nfirst line\nsecond line\n"
	utf16 := func(s string) []byte {
		out := []byte{0xFF, 0xFE}
		for _, r := range s {
			out = append(out, byte(r), byte(r>>8))
		}
		return out
	}
	for name, m := range map[string]*Mapping{
		"mark":   Map([]byte("\xEF\xBB\xBF"+old), []byte(changed)),
		"utf-16": Map([]byte(old), utf16(changed)),
	} {
		if p := m.Place(1, 2); p.Start != 2 || p.End != 3 || p.Edited {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

func TestTextsThatHaveNoPlace(t *testing.T) {
	old := []byte("one line\nanother line\n")
	for _, c := range []struct {
		name       string
		old, new   []byte
		start, end int
		reason     string
	}{
		{"shrank to nothing", old, nil, 1, 1, reasonEmpty},
		{"became binary", old, []byte("one line\x00\nanother line\n"), 1, 1, reasonBinary},
		{"was binary", []byte("a\x00b\n"), old, 1, 1, reasonBinary},
		{"beyond the text", old, old, 3, 3, reasonNoLines},
		{"before the text", old, old, 0, 1, reasonNoLines},
		{"end before start", old, old, 2, 1, reasonNoLines},
		{"of an empty text", nil, old, 1, 1, reasonNoLines},
		{"huge numbers", old, old, 1 << 62, 1 << 62, reasonNoLines},
	} {
		p := Map(c.old, c.new).Place(c.start, c.end)
		if p.State != Stale || p.Reason != c.reason {
			t.Errorf("%s: got %+v, want %q", c.name, p, c.reason)
		}
	}
	if p := Map(old, old).Place(2, 99); p.Start != 2 || p.End != 2 {
		t.Errorf("an end beyond the text is cut: %+v", p)
	}
}

func TestInvalidUTF8IsText(t *testing.T) {
	old := []byte("caf\xe9 open\nname = \xff\xfe\xfd\nlast line\n")
	p := Map(old, append([]byte("first line\n"), old...)).Place(2, 2)
	if p.State != Anchored || p.Start != 3 || p.Edited {
		t.Errorf("got %+v", p)
	}
}

func TestHugeTextsAreOnlyLong(t *testing.T) {
	long := strings.Repeat("word ", 1<<20) // one line of 5 MB
	repeated := strings.Repeat("same line\n", 100_000)
	for name, c := range map[string]struct{ old, new string }{
		"one long line":   {long + "\nend of file\n", "begin\n" + long + "more\nend of file\n"},
		"repeated lines":  {repeated, "other line\n" + strings.Repeat("same line\nother line\n", 50_000)},
		"nothing common":  {repeated, strings.Repeat("some other words\nof text\n", 50_000)},
		"all lines moved": {numbered(0, 30_000), numbered(15_000, 30_000) + numbered(0, 15_000)},
	} {
		m := Map([]byte(c.old), []byte(c.new))
		checkSane(t, m.Place(2, 2), Lines([]byte(c.new)))
		checkSane(t, m.Place(1, 1<<30), Lines([]byte(c.new)))
		if name == "one long line" && m.Place(1, 1).Start != 2 {
			t.Errorf("a long line with a word added: %+v", m.Place(1, 1))
		}
	}
}

func numbered(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "statement number %d of the program\n", i)
	}
	return b.String()
}

func TestAnswersAreTheSameForAnyOrderAndProcessors(t *testing.T) {
	rng := rand.New(rand.NewSource(6))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for range 20 {
		old, changed := edited(rng, 150)
		ask := func(m *Mapping, at []int) []Placement {
			out := make([]Placement, len(old))
			var wg sync.WaitGroup
			for _, i := range at {
				wg.Go(func() { out[i] = m.Place(i+1, min(i+1+i%4, len(old))) })
			}
			wg.Wait()
			return out
		}
		var first []Placement
		for _, procs := range []int{1, 2, 8} {
			runtime.GOMAXPROCS(procs)
			got := ask(Map(text(old), text(changed)), rng.Perm(len(old)))
			if first == nil {
				first = got
			}
			for i := range got {
				if got[i] != first[i] {
					t.Fatalf("line %d with %d processors: %+v, before %+v", i+1, procs, got[i], first[i])
				}
			}
		}
	}
}

// Rewritten ends of ranges are compared when a place is asked for. Two such questions once wrote to the same memory.
func TestRewrittenEndsAreFoundAtOnce(t *testing.T) {
	rng := rand.New(rand.NewSource(6))
	old := made(1000)
	m := Map(text(old), text(rewrite(rng, old, 60, 1, mixed)))
	var all sync.WaitGroup
	for i := range old {
		all.Go(func() { m.Place(i+1, min(i+4, len(old))) })
	}
	all.Wait()
}

// A certain line is answered without resolving the rest. The answer must equal the one from the full way.
func TestTheShortWayAgreesWithTheLongWay(t *testing.T) {
	rng := rand.New(rand.NewSource(7))
	for range 150 {
		old, changed := edited(rng, 60)
		m := Map(text(old), text(changed))
		for a := range int32(len(old)) {
			for _, e := range []int32{a, min(a+4, int32(len(old))-1)} {
				if !m.certain(a, e) {
					continue
				}
				short, long := m.Place(int(a)+1, int(e)+1), m.placeChanged(a, e)
				if short.Start != long.Start || short.End != long.End || short.Edited != long.Edited {
					t.Fatalf("lines %d to %d: %+v and %+v", a+1, e+1, short, long)
				}
			}
		}
	}
}

func TestInputIsNotChanged(t *testing.T) {
	rng := rand.New(rand.NewSource(8))
	old, changed := edited(rng, 50)
	a, b := text(old), text(changed)
	a2, b2 := bytes.Clone(a), bytes.Clone(b)
	m := Map(a, b)
	for i := range old {
		m.Place(i+1, i+2)
	}
	Find(Describe(a, 3, 5), b)
	if !bytes.Equal(a, a2) || !bytes.Equal(b, b2) {
		t.Error("a text was written to")
	}
}
