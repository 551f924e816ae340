package anchor

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
)

// opened is a line that opens something, with the lines inside it and the line that ends it, if one does.
var opened = []struct{ head, inside, foot string }{
	{"func handler%d(w Writer) error {", "\twrite%d(w, %d)", "}"},
	{"if ready%d && !done {", "\tstart%d(%d)", "}"},
	{"def method%d(self, value):", "    self.value%d = value + %d", ""},
	{"if self.count%d > limit:", "    raise Error%d(%d)", ""},
	{"result%d := compute(", "\targument%d + %d,", ")"},
	{"for item%d in items do", "  puts item%d * %d", "end"},
	{"<section id=\"part%d\">", "  <p>text%d and %d</p>", "</section>"},
	{"struct Node%d", "\tint field%d[%d];", "};"},
	{"values%d = [", "\tvalue%d + %d,", "]"},
}

// A thread on the head of a function, or on its head and first line, is not one on the function.
func TestOneOrTwoLinesThatOpenSomethingNeverGrow(t *testing.T) {
	rng := rand.New(rand.NewSource(11))
	for n := range 1000 {
		kind := opened[n%len(opened)]
		head := fmt.Sprintf(kind.head, n)
		var inside []string
		for i := range 2 + rng.Intn(6) {
			inside = append(inside, fmt.Sprintf(kind.inside, n, i*i))
		}
		lines := 1 + n/len(opened)%2
		now := slices.Clone(inside)
		for range 1 + rng.Intn(3) { // behind the range
			at := lines - 1 + rng.Intn(len(now)-lines+2)
			now = slices.Insert(now, at, fmt.Sprintf(kind.inside, n+5000, rng.Intn(1000)))
		}
		if rng.Intn(2) == 0 {
			head = strings.Replace(head, fmt.Sprint(n), fmt.Sprint(n, "x"), 1)
		}
		whole := func(head string, inside []string) []byte {
			return text(slices.Concat([]string{"first line", "", head}, inside, []string{kind.foot, "", "last line of the text"}))
		}
		p := Map(whole(fmt.Sprintf(kind.head, n), inside), whole(head, now)).Place(3, 2+lines)
		if checkSane(t, p, 1000); p.State != Anchored || p.Start != 3 || p.End-p.Start >= lines {
			t.Errorf("%q with %d lines: %+v", head, lines, p)
		}
	}
}

// Blocks are found by indentation in any language that indents them.
func TestTheEndOfABlock(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines string
		want  int
	}{
		{"braces", "if a {\n\tb()\n}\nc()\n", 3},
		{"another branch", "if a {\n\tb()\n} else {\n\tc()\n}\nd()\n", 5},
		{"a branch below a brace", "if (a) {\n  b();\n}\nelse {\n  c();\n}\nd();\n", 6},
		{"a comment behind a brace", "try {\n  b();\n} catch (E e) { // never\n  c();\n}\nd();\n", 5},
		{"the next block", "if a {\n\tb()\n}\nif c {\n\td()\n}\n", 3},
		{"braces below", "void a()\n{\n  b();\n}\nvoid c()\n", 4},
		{"Python", "if a:\n    b()\nelse:\n    c()\n\nd()\n", 4},
		{"Ruby", "def a\n  b\nrescue\n  c\nend\n\ndef d\n", 5},
		{"arguments", "a(\n\tb,\n\tc,\n)\nd()\n", 4},
		{"parameters", "func a(\n\tb int,\n) error {\n\tc()\n}\n", 5},
		{"a statement", "a := b +\n\tc\nd()\n", 2},
		{"a comment at the margin", "if a {\n\tb()\n// was c()\n\td()\n}\ne()\n", 5},
		{"nothing", "a()\nb()\n", 1},
	} {
		if got := blockEnd(&Map([]byte("\t"+strings.ReplaceAll(strings.TrimSuffix(c.lines, "\n"), "\n", "\n\t")+"\n"), []byte("x")).pair.A, 0, 99) + 1; int(got) != c.want {
			t.Errorf("%s: line %d, want %d", c.name, got, c.want)
		}
	}
}

// Lines of a moved function that are also in the code that stayed are part of it where it went.
func TestAMovedRangeKeepsTheLinesThatItsOldFileStillHas(t *testing.T) {
	stay := "func other() bool {\n\tif !isReady() {\n\t\treturn false\n\t}\n\treturn check(one)\n}\n"
	moved := "func isInSet(list []string, name string) bool {\n\tfor _, entry := range list {\n\t\tif entry == name {\n\t\t\treturn true\n\t\t}\n\t}\n\treturn false\n}\n"
	old := []byte(stay + moved + "func last() {\n\treturn false\n}\n")
	left := []byte(stay + "func last() {\n\tfor _, entry := range list {\n\t\tremove(entry)\n\t}\n\treturn false\n}\n")
	gone := Map(old, left).Removed()
	at := gone.In(NewTargetFile(nil, []byte("package sets\n\n"+strings.Replace(moved, "isInSet", "IsInSet", 1)))).Place(8, 11)
	if at.State != Anchored || at.Start != 4 || at.End != 7 {
		t.Errorf("got %+v, want lines 4 to 7", at.Placement)
	}
}

func TestALineThatGotMoreTextIsEdited(t *testing.T) {
	const old = "package cart\n\nvar first = 1 // the value\nvar second = 2 // the value\nvar third = 3 // the value\n"
	for change, want := range map[string]struct {
		now    string
		method Method
	}{
		"a comment behind it":  {strings.Replace(old, "2 // the value", "2 // the value, because of the tests", 1), Edited},
		"joined with the next": {strings.Replace(old, "2 // the value\n", "2 // the value; ", 1), Reflowed},
		"split":                {strings.Replace(old, "second = 2", "second =\n\t2", 1), Reflowed},
	} {
		if p := Map([]byte(old), []byte(want.now)).Place(4, 4); p.State != Anchored || p.Start != 4 || p.Method != want.method {
			t.Errorf("%s: %+v, want %v", change, p, want.method)
		}
	}
}
