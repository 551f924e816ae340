//go:build unix

package proof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"consider/internal/gittest"
)

// author makes up a project's history, file by file. Its lines repeat as those
// of code do: closing braces, blank lines, error checks.
type author struct {
	*gittest.Repo
	chance *rand.Rand
	files  map[string][]string
	next   int

	renamed map[string]string // the names that files were given, by the ones they had
}

// synthesise makes so many commits.
func synthesise(r *gittest.Repo, chance *rand.Rand, commits int) *author {
	a := &author{Repo: r, chance: chance, files: map[string][]string{}, renamed: map[string]string{}}
	for range 8 {
		a.create()
	}
	for n := range commits {
		for range 1 + chance.IntN(4) {
			a.change()
		}
		a.Commit(fmt.Sprintf("commit %d", n))
	}
	return a
}

// now is what a file is called at the end; "" when it was deleted.
func (a *author) now(name string) string {
	for a.renamed[name] != "" {
		name = a.renamed[name]
	}
	if a.files[name] == nil {
		return ""
	}
	return name
}

// pick is one of the files, the same for the same chance.
func (a *author) pick() string {
	names := make([]string, 0, len(a.files))
	for name := range a.files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names[a.chance.IntN(len(names))]
}

func (a *author) save(name string, lines []string) {
	a.files[name] = lines
	a.Write(name, strings.Join(lines, "\n")+"\n")
}

func (a *author) create() {
	a.next++
	var lines []string
	for range 10 + a.chance.IntN(10) {
		lines = append(lines, a.block()...)
	}
	a.save(fmt.Sprintf("src/pkg%d/file%d.go", a.next%3, a.next), lines)
}

// block is a function of a few lines.
func (a *author) block() []string {
	a.next++
	lines := []string{fmt.Sprintf("func do%d(ctx context.Context) error {", a.next)}
	for range 2 + a.chance.IntN(5) {
		lines = append(lines, a.line())
	}
	return append(lines, "\treturn nil", "}", "")
}

func (a *author) line() string {
	a.next++
	switch a.chance.IntN(5) {
	case 0:
		return "\tif err != nil {\n\t\treturn err\n\t}"
	case 1:
		return ""
	}
	return fmt.Sprintf("\tv%d := compute(%d, \"%x\")", a.next, a.chance.IntN(100), a.chance.Uint32())
}

// change does one of the things that people do to a file.
func (a *author) change() {
	name := a.pick()
	// A line of block may be three; from here on they are counted one by one.
	lines := strings.Split(strings.Join(a.files[name], "\n"), "\n")
	at := a.chance.IntN(len(lines))
	some := min(1+a.chance.IntN(6), len(lines)-at)
	switch k := a.chance.IntN(20); {
	case k < 6:
		lines = slices.Insert(lines, at, a.block()...)
	case k < 9 && len(lines) > 40:
		lines = slices.Delete(lines, at, at+some)
	case k < 14:
		lines[at] += " // changed"
	case k < 16:
		cut := slices.Clone(lines[at : at+some])
		lines = slices.Delete(lines, at, at+some)
		lines = slices.Insert(lines, a.chance.IntN(len(lines)+1), cut...)
	case k < 17:
		for i := at; i < at+some; i++ {
			lines[i] = "\t" + lines[i]
		}
	case k < 18:
		a.next++
		delete(a.files, name)
		a.Remove(name)
		to := fmt.Sprintf("src/pkg%d/renamed%d.go", a.next%3, a.next)
		a.renamed[name], name = to, to
	case k < 19 && len(a.files) > 8 && a.chance.IntN(3) == 0:
		delete(a.files, name)
		a.Remove(name)
		return
	default:
		a.create()
		return
	}
	a.save(name, lines)
}
