package folds

import (
	"fmt"
	gotoken "go/token"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"consider/internal/words"
)

// maxPairs bounds the names that are followed through a file.
const maxPairs = 50

// renames proves the changes that only put one name in place of another. A name is followed through its whole file: the
// new one must not have been there before, nor the old one be left.
func renames(files []*file) {
	type use struct {
		f *file
		p pair
	}
	fit := map[use]bool{}
	places, in := map[pair]int{}, map[pair]int{} // how often a name that fits is in files, and in how many of them
	for _, f := range files {
		placed := map[pair]int{}
		for i := range f.changes {
			for p, n := range f.changes[i].pairs {
				placed[p] += n
			}
		}
		for p, n := range placed {
			if len(placed) <= maxPairs && f.fits(p, n, files) {
				fit[use{f, p}] = true
				places[p], in[p] = places[p]+n, in[p]+1
			}
		}
	}
	for _, f := range files {
		for i := range f.changes {
			c := &f.changes[i]
			var said []string
			for p := range c.pairs {
				if fit[use{f, p}] {
					said = append(said, fmt.Sprintf("Renamed %s to %s, %s in %s", p.old, p.new, words.Plural(places[p], "place"), words.Plural(in[p], "file")))
				}
			}
			if slices.Sort(said); len(said) > 0 && len(said) == len(c.pairs) {
				c.proof = strings.Join(said, "; ")
			}
		}
	}
}

// fits reports whether a name of a file of Go can be replaced without a change of meaning. placed is how often that was
// done: all of the old ones, and no other new ones, which could hide a name.
func (f *file) fits(p pair, placed int, files []*file) bool {
	old, now := &f.sides[0], &f.sides[1]
	switch {
	case isReserved(p.old) || isReserved(p.new) || hasWord(old.raw, p.new):
		return false
	case now.count(p.old) > 0 || old.count(p.old) != placed || now.count(p.new) != placed:
		return false
	case old.says(p.old) || now.says(p.old) || now.says(p.new):
		return false
	}
	outside, ok := old.follow(p.old)
	after, okNow := now.follow(p.new)
	return ok && okNow && outside == after && (!outside || f.packaged(p, files))
}

// isReserved reports whether a name is seen outside its package, or has a meaning that no declaration gives it.
func isReserved(name string) bool {
	return name[0] < 'a' || name[0] > 'z' || gotoken.IsKeyword(name) || slices.Contains(strings.Fields(predeclared), name)
}

const predeclared = `any append bool byte cap clear close comparable complex complex64 complex128 copy delete error
	false float32 float64 imag int int8 int16 int32 int64 iota len make max min new nil panic print println real recover rune
	string true uint uint8 uint16 uint32 uint64 uintptr init main`

// packaged reports whether a name is declared in the package, and replaced in all its files that changed. A file that did
// not change and still uses it is not compiled any more, which the compiler reports. A declaration counts only if it is
// compiled wherever the file is: otherwise files that did not change can declare both names.
func (f *file) packaged(p pair, files []*file) bool {
	pack := f.sides[1].names().pack
	if path.Dir(f.sides[0].path) != path.Dir(f.sides[1].path) || f.sides[0].names().pack != pack {
		return false
	}
	was, is := false, false
	for _, other := range files {
		if languageOf(other.Path) != golang || path.Dir(other.Path) != path.Dir(f.Path) {
			continue
		}
		if other.in != golang || other.sides[1].count(p.old)+other.sides[0].count(p.new) > 0 {
			return false
		}
		declares := func(t *text, name string) bool {
			there := other == f || t.names().shared && (!t.isTest() || f.sides[1].isTest())
			return there && t.names().pack == pack && t.names().declared[name]
		}
		was, is = was || declares(&other.sides[0], p.old), is || declares(&other.sides[1], p.new)
	}
	return was && is
}

// says reports whether a string or a comment for programs has the name in it.
func (t *text) says(name string) bool {
	return slices.ContainsFunc(t.tokens, func(tk token) bool {
		return (tk.kind == quoted || tk.kind == comment && !isProse(tk.text)) && hasWord(tk.text, name)
	})
}

// hasWord reports whether a name is in a text, with no letter or digit next to it.
func hasWord(text, name string) bool {
	between := func(r rune) bool { return r < utf8.RuneSelf && !isLetter(byte(r)) && !isDigit(byte(r)) }
	for word := range strings.FieldsFuncSeq(text, between) {
		if word == name {
			return true
		}
	}
	return false
}
