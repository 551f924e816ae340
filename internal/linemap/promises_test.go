package linemap

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
)

// unique returns n lines, all different and long enough to be recognized anywhere.
func unique(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("\tvalue%d := compute%d(%d)", i, i*i, i*7)
	}
	return out
}

func mapOf(a, b []string) *Map {
	return NewMap(NewPair([]byte(strings.Join(a, "\n")+"\n"), []byte(strings.Join(b, "\n")+"\n")))
}

// follows checks that each line of a that is in b once is mapped to it, and that none is mapped to a stranger.
func follows(t *testing.T, a, b []string, when string) {
	t.Helper()
	m := mapOf(a, b)
	for i, line := range a {
		want := int32(slices.Index(b, line))
		if got := m.To[i]; got != want {
			t.Fatalf("%s: line %d %q is at %d, want %d\n%s", when, i, line, got, want, strings.Join(b, "\n"))
		}
	}
}

func TestLinesThatAreThereOnceAreFollowedThroughEveryEdit(t *testing.T) {
	rng := rand.New(rand.NewSource(11))
	for range 150 {
		a := unique(5 + rng.Intn(40))
		at := rng.Intn(len(a))
		end := min(at+1+rng.Intn(4), len(a))
		follows(t, a, a, "the same text")
		follows(t, a, slices.Insert(slices.Clone(a), at, "// a new line", "// and one more"), "lines put in")
		follows(t, a, slices.Delete(slices.Clone(a), at, end), "lines taken out")
		follows(t, a, append(slices.Concat(a[:at], a[end:]), a[at:end]...), "a block moved to the end")
		follows(t, a, slices.Concat([]string{"// before"}, a[at:], []string{"// between"}, a[:at]), "two halves that changed places")
	}
}

// Each line of the block is repeated, but the block as a whole is unique.
func TestABlockOfRepeatedLinesThatMovesIsFollowed(t *testing.T) {
	rest := unique(30)
	words := []string{"\tif err := check(value); err != nil {", "\t\treturn fmt.Errorf(\"value: %w\", err)", "\tlog.Printf(\"checked the value\")"}
	block := []string{words[0], words[1], words[2], words[1], words[0]}
	a := slices.Concat(rest[:10], words, rest[10:20], block, rest[20:])
	b := slices.Concat(rest[:3], block, rest[3:10], words, rest[10:])
	m := mapOf(a, b)
	for i := range block {
		if got := m.To[23+i]; got != int32(3+i) {
			t.Errorf("line %d of the block is at %d, want %d", i, got, 3+i)
		}
	}
}

func TestTheMapForgetsNothingWhenTheTextsAreTurnedRound(t *testing.T) {
	rng := rand.New(rand.NewSource(12))
	for range 100 {
		a := unique(4 + rng.Intn(30))
		b := slices.Clone(a)
		for range 3 {
			at := rng.Intn(len(b))
			b = slices.Insert(slices.Delete(b, at, at+1), rng.Intn(len(b)), fmt.Sprintf("new line %d of %d", at, rng.Intn(1000)))
		}
		there, back := mapOf(a, b), mapOf(b, a)
		for i, j := range there.To {
			if j != None && back.To[j] != int32(i) {
				t.Fatalf("line %d is at %d, and from there at %d", i, j, back.To[j])
			}
		}
	}
}

func TestIndentationAndSpacesMoveNoLine(t *testing.T) {
	a := []string{"func f() {", "\tif x {", "\t\treturn 1", "\t}", "}", "", "func g() {", "\tif x {", "\t\treturn 1", "\t}", "}"}
	b := make([]string, len(a))
	for i, l := range a {
		b[i] = strings.ReplaceAll(l, "\t", "    ") + "  "
	}
	if m := mapOf(a, b); !slices.Equal(m.To, []int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}) {
		t.Errorf("lines are at %v", m.To)
	}
	if m := mapOf(a, append([]string{"// above"}, b...)); !slices.Equal(m.To, []int32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) {
		t.Errorf("one line lower they are at %v", m.To)
	}
}

func TestACloneIsAMapOfItsOwn(t *testing.T) {
	m := mapOf(unique(3), unique(3))
	c := m.Clone()
	c.To[0], c.From[0] = None, None
	if m.To[0] != 0 || m.From[0] != 0 {
		t.Error("a change of the clone changed the map")
	}
}

func TestTheSameTextsGiveTheSameMap(t *testing.T) {
	rng := rand.New(rand.NewSource(13))
	for range 60 {
		a, b := random(rng)
		first := NewMap(NewPair([]byte(a), []byte(b)))
		for range 3 {
			if again := NewMap(NewPair([]byte(a), []byte(b))); !slices.Equal(first.To, again.To) {
				t.Fatalf("%v, and again %v", first.To, again.To)
			}
		}
	}
}

func TestPlainIsTheTextThatAReaderSees(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		lines            int
	}{
		{"nothing", "", "", 0},
		{"ASCII", "a\nb\n", "a\nb\n", 2},
		{"no line end", "a\nb", "a\nb", 2},
		{"a blank line at the end", "a\n\n", "a\n\n", 2},
		{"a line end alone", "\n", "\n", 1},
		{"a mark", "\xef\xbb\xbfa\n", "a\n", 1},
		{"half a mark", "\xef\xbba\n", "\xef\xbba\n", 1},
		{"little-endian", "\xff\xfea\x00\n\x00\xfc\x00", "a\nü", 2},
		{"big-endian", "\xfe\xff\x00a\x00\n\x00\xfc", "a\nü", 2},
		{"beyond the first plane", "\xff\xfe\x3e\xd8\xe0\xdd\n\x00", "🧠\n", 1},
		{"half a pair", "\xff\xfe\x3e\xd8", "\uFFFD", 1},
		{"half a unit", "\xff\xfea\x00\n", "a", 1},
		{"a mark alone", "\xff\xfe", "", 0},
		{"latin-1", "caf\xe9\n", "caf\xe9\n", 1},
		{"carriage returns", "a\r\nb\rc\r\n", "a\r\nb\rc\r\n", 2},
	} {
		plain := Plain([]byte(c.text))
		if string(plain) != c.want || Count(plain) != c.lines {
			t.Errorf("%s: %q of %d lines, want %q of %d", c.name, plain, Count(plain), c.want, c.lines)
		}
		if n := len(NewPair([]byte(c.text), nil).A.Lines); n != c.lines {
			t.Errorf("%s: a pair has %d lines, want %d", c.name, n, c.lines)
		}
	}
}
