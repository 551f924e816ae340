package anchor

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// block is a function whose body does not show which copy it belongs to.
func block(name string) []string {
	return []string{
		"func " + name + "(in request) error {",
		"\tvalue, err := parse(in.body)",
		"\tif err != nil {",
		"\t\treturn err",
		"\t}",
		"\tout.set(value, in.header)",
		"\tout.close(in.body, value)",
		"\treturn out.flush(in.header)",
		"}",
		"",
	}
}

// A new line in only one of two copies must not let that copy take the lines of the other.
func TestOfTwoCopiesTheOneThatStaysKeepsItsLines(t *testing.T) {
	before, after := []string{"package x", ""}, []string{"var last = 1"}
	first, second := block("readFirst"), block("readSecond")
	old := slices.Concat(before, first, second, after)
	kept := func(b []string, change func([]string) []string) []string {
		return slices.Concat(before, change(slices.Clone(b)), after)
	}
	changes := map[string]func([]string) []string{
		"inserted": func(b []string) []string { return slices.Insert(b, 5, "\tlog.Print(\"something new\")") },
		"much inserted": func(b []string) []string {
			var more []string
			for i := range 30 {
				more = append(more, fmt.Sprintf("\tlog.Print(\"something new\", %d)", i))
			}
			return slices.Insert(b, 5, more...)
		},
		"edited": func(b []string) []string { b[5] = "\tout.set(value, in.header, true)"; return b },
		"cut":    func(b []string) []string { return slices.Delete(b, 5, 6) },
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			for k, b := range [][]string{first, second} {
				now := kept(b, change)
				m := Map([]byte(strings.Join(old, "\n")), []byte(strings.Join(now, "\n")))
				for i, at := range []int{3, 8} { // near the head and near the end
					here, other := 3+k*len(first)+at-1, 3+(1-k)*len(first)+at-1
					want := 3 + slices.Index(now[2:], b[at-1])
					if i == 1 {
						want = len(now) - len(after) - len(b) + at
					}
					if p := m.Place(here, here); p.State != Anchored || p.Start != want {
						t.Errorf("block %d stays, its line %d: %+v, not %d", k, at, p, want)
					}
					if p := m.Place(other, other); p.State != Stale {
						t.Errorf("block %d is gone, its line %d: %+v", 1-k, at, p)
					}
				}
			}
		})
	}
}

// When only the shape of the text shows to which copy a line belongs, the score reflects it.
func TestALineThatCouldBeOfEitherCopyIsNotSure(t *testing.T) {
	item := []string{"  - name: item", "    size: large enough", "    kind: file on disk", ""}
	old := slices.Concat([]string{"list:"}, item, item, item, []string{"end: true"})
	now := slices.Concat([]string{"list:"}, item, item, []string{"end: true"})
	p := Map([]byte(strings.Join(old, "\n")), []byte(strings.Join(now, "\n"))).Place(7, 7)
	if p.State == Anchored && p.Score >= 0.85 {
		t.Errorf("one of three equal blocks is gone: %+v", p)
	}
}

// Two copies changed places. A line that only one of them has shows where the lines next to it went, though one of
// these was changed.
func TestLinesOfACopyGoWhereItsOwnLineWent(t *testing.T) {
	before, after := []string{"package x", ""}, []string{"var last = 1"}
	first, second := slices.Insert(block("readFirst"), 2, "\tcountFirst(in.size, 6)"), block("readSecond")
	changed, other := slices.Clone(first), slices.Clone(second)
	changed[3] = "\tif failure != nil {"
	other[6] = "\tout.close(in.new.body, value)"
	old := slices.Concat(before, first, second, after)
	now := slices.Concat(before, other, changed, after)
	m := Map([]byte(strings.Join(old, "\n")), []byte(strings.Join(now, "\n")))
	for at := range 7 { // up to the line that the other copy changed
		was, is := len(before)+at+1, len(before)+len(other)+at+1
		if p := m.Place(was, was); p.State != Anchored || p.Start != is {
			t.Errorf("line %d, %q: %+v, not %d", was, first[at], p, is)
		}
	}
}

// A line was replaced by several, with a blank among them. The blank below it is still the one below.
func TestTheBlankBelowReplacedLinesStaysBelowThem(t *testing.T) {
	old := "begin here\n\tset297(name, 59)\n\tcall922(name, 72)\n\n\tcall928(in, 35)\nend here\n"
	now := "begin here\n\tset297(name, 59)\n\n\tread528(in, 26)\n\tcall955(name, 76)\n\n\n\tcall928(in, 35)\nend here\n"
	if p := Map([]byte(old), []byte(now)).Place(4, 4); p.State != Anchored || p.Start != 7 {
		t.Errorf("%+v", p)
	}
}
