package anchor

import (
	"slices"
	"strings"
	"testing"
)

// block is a function whose body does not tell which copy it belongs to.
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
		"edited":   func(b []string) []string { b[5] = "\tout.set(value, in.header, true)"; return b },
		"cut":      func(b []string) []string { return slices.Delete(b, 5, 6) },
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

// When only the shape of the text tells to which copy a line belongs, the score shows it.
func TestALineThatCouldBeOfEitherCopyIsNotSure(t *testing.T) {
	item := []string{"  - name: item", "    size: large enough", "    kind: file on disk", ""}
	old := slices.Concat([]string{"list:"}, item, item, item, []string{"end: true"})
	now := slices.Concat([]string{"list:"}, item, item, []string{"end: true"})
	p := Map([]byte(strings.Join(old, "\n")), []byte(strings.Join(now, "\n"))).Place(7, 7)
	if p.State == Anchored && p.Score >= 0.85 {
		t.Errorf("one of three equal blocks is gone: %+v", p)
	}
}
