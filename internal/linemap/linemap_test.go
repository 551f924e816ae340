package linemap

import (
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"testing"
)

// mapped returns the places of the lines of a, 1-based and separated by
// blanks, "-" for none.
func mapped(a, b string) string {
	var out []string
	for _, j := range NewMap(NewPair([]byte(a), []byte(b))).To {
		if j == None {
			out = append(out, "-")
		} else {
			out = append(out, strconv.Itoa(int(j)+1))
		}
	}
	return strings.Join(out, " ")
}

// lines turns blanks into newlines and "." into a tab.
func lines(s string) string {
	return strings.NewReplacer(" ", "\n", ".", "\t", "~", "").Replace(s) + "\n"
}

func TestMap(t *testing.T) {
	for _, c := range []struct{ name, a, b, want string }{
		{"equal", "one two three", "one two three", "1 2 3"},
		{"inserted", "one two three", "one new two three", "1 3 4"},
		{"deleted", "one two three", "one three", "1 - 2"},
		{"replaced", "one two three", "one 2 three", "1 - 3"},
		{"emptied", "one two", "~", "- -"},
		{"indented", "if{ one two } end", "if{ .one .two } end", "1 2 3 4 5"},
		{"braces of different depth do not meet", "alpha ..} omega", "alpha } omega", "1 - 3"},
		{"braces follow their block", "alpha{ .one } beta{ .two }", "beta{ .two } alpha{ .one }", "4 5 6 1 2 3"},
		{"a moved block", "alphabetical one two three four", "three four alphabetical one two", "3 4 5 1 2"},
		{"the first copy is the original", "func{ .body } end", "func{ .body } func{ .body } end", "1 2 3 7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := mapped(lines(c.a), lines(c.b)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestDeletionsEndWhereBlocksEnd(t *testing.T) {
	a := "func one() {\n\ta()\n}\n\nfunc two() {\n\tb()\n}\n\nfunc three() {\n\tc()\n}\n"
	b := "func one() {\n\ta()\n}\n\nfunc three() {\n\tc()\n}\n"
	if got, want := mapped(a, b), "1 2 3 4 - - - - 5 6 7"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The heads of the two are known apart, their equal tails were once matched
// where they stood.
func TestTwinsThatChangedPlacesKeepTheirTails(t *testing.T) {
	tail := "\tcheck(in)\n\tif bad {\n\t\treturn nil\n\t}\n\treturn result\n}\n"
	first := "func loadUsers(in reader) {\n\tusersQuery(in)\n" + tail
	second := "func loadGroups(in reader) {\n\tgroupsQuery(in)\n" + tail
	before, after := "package store\n", "func main() {\n\trun()\n}\n"
	got := mapped(before+first+second+after, before+second+first+after)
	want := "1 10 11 12 13 14 15 16 17 2 3 4 5 6 7 8 9 18 19 20"
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestLineEndsMarksAndSpacesDoNotMatter(t *testing.T) {
	a := "one\n\ttwo  words\nthree\n"
	for _, b := range []string{
		"one\r\n\ttwo  words\r\nthree\r\n", "\xEF\xBB\xBFone\n    two words \nthree", "one\n\ttwo\twords\nthree\n",
	} {
		if got := mapped(a, b); got != "1 2 3" {
			t.Errorf("%q: %s", b, got)
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

func TestMapIsOneToOneBetweenEqualLines(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for range 500 {
		a, b := random(rng)
		p := NewPair([]byte(a), []byte(b))
		m := NewMap(p)
		for i, j := range m.To {
			if j == None {
				continue
			}
			if m.From[j] != int32(i) {
				t.Fatalf("line %d is at %d, which is line %d", i, j, m.From[j])
			}
			if p.A.Norm[i] != p.B.Norm[j] {
				t.Fatalf("line %d %q is at %d %q", i, p.A.Bytes(i), j, p.B.Bytes(int(j)))
			}
		}
		for j, i := range m.From {
			if i != None && m.To[i] != int32(j) {
				t.Fatalf("line %d of b belongs to %d, which is at %d", j, i, m.To[i])
			}
		}
	}
}

func TestSlidingKeepsTheMapOneToOne(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	for range 500 {
		a, b := random(rng)
		p := NewPair([]byte(a), []byte(b))
		m := NewMap(p).Clone()
		m.Slide(p, true)
		for i, j := range m.To {
			if j != None && (m.From[j] != int32(i) || p.A.Norm[i] != p.B.Norm[j]) {
				t.Fatalf("line %d is at %d, which is line %d", i, j, m.From[j])
			}
		}
	}
}

func TestSpineIsInOrder(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	for range 200 {
		a, b := random(rng)
		m := NewMap(NewPair([]byte(a), []byte(b)))
		last := None
		for i, in := range m.Spine() {
			if !in {
				continue
			}
			if m.To[i] <= last {
				t.Fatalf("line %d is at %d, after %d", i, m.To[i], last)
			}
			last = m.To[i]
		}
	}
}

// Myers' diff of a long gap must find the equal lines, also where it gives up
// and starts anew.
func TestLongGapsAreMatched(t *testing.T) {
	rng := rand.New(rand.NewSource(4))
	var a, b strings.Builder
	for range 4000 {
		l := fmt.Sprintf("word%d\n", rng.Intn(40)) // never unique
		a.WriteString(l)
		if rng.Intn(10) > 0 {
			b.WriteString(l)
		}
	}
	m := NewMap(NewPair([]byte(a.String()), []byte(b.String())))
	found := 0
	for _, j := range m.To {
		if j != None {
			found++
		}
	}
	if want := strings.Count(b.String(), "\n") * 9 / 10; found < want {
		t.Errorf("%d lines matched, want %d", found, want)
	}
}
