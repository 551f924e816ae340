package folds

import (
	"fmt"
	gotoken "go/token"
	"path"
	"slices"
	"strings"

	"consider/internal/words"
)

// maxPairs bounds the names that are followed through a file.
const maxPairs = 50

// renames proves the changes that only put one name in place of another. A name is followed through its whole file: the
// new one must not have been there before, nor the old one be left.
func renames(files []*file) {
	fit := map[pair]map[*file]int{} // how often a name is in each file for which the pair is fit
	for _, f := range files {
		tried, placed := 0, f.placed()
		for _, c := range f.changes {
			for _, p := range c.pairs {
				if fit[p] == nil {
					fit[p] = map[*file]int{}
				}
				if _, known := fit[p][f]; !known && tried < maxPairs {
					fit[p][f] = f.fits(p, placed[p], files)
					tried++
				}
			}
		}
	}
	for _, f := range files {
		for _, c := range f.changes {
			if slices.ContainsFunc(c.pairs, func(p pair) bool { return fit[p][f] == 0 }) || len(c.pairs) == 0 {
				continue
			}
			texts := make([]string, len(c.pairs))
			for i, p := range c.pairs {
				texts[i] = renamedText(p, fit[p])
			}
			c.proof = &proof{Renamed, strings.Join(texts, "; ")}
		}
	}
}

// placed counts where one name is in place of another, in changes that do nothing else.
func (f *file) placed() map[pair]int {
	out := map[pair]int{}
	for _, c := range f.changes {
		for i := 0; i < len(c.a) && len(c.pairs) > 0; i++ {
			if c.a[i].kind == word && c.a[i].text != c.b[i].text {
				out[pair{c.a[i].text, c.b[i].text}]++
			}
		}
	}
	return out
}

func renamedText(p pair, in map[*file]int) string {
	places, files := 0, 0
	for _, n := range in {
		if n > 0 {
			places, files = places+n, files+1
		}
	}
	return fmt.Sprintf("Renamed %s to %s, %s in %s", p.old, p.new, words.Plural(places, "place"), words.Plural(files, "file"))
}

// fits returns how often a name occurs in a file of Go in which it can be replaced without a change of meaning, 0 if it
// cannot. placed is how often that was done: all of the old ones, and no other new ones, which could hide a name.
func (f *file) fits(p pair, placed int, files []*file) int {
	n := f.old.count(p.old)
	switch {
	case f.in != golang || isReserved(p.old) || isReserved(p.new):
		return 0
	case hasWord(f.old.raw, p.new) || f.new.count(p.old) > 0 || n != placed || n != f.new.count(p.new):
		return 0
	case f.old.says(p.old) || f.new.says(p.old) || f.new.says(p.new):
		return 0
	}
	was, is := f.old.follow(p.old), f.new.follow(p.new)
	if was != is || was == refused || was == free && !f.packaged(p, files) {
		return 0
	}
	return n
}

// isReserved reports whether a name is seen outside its package, or has a meaning that no declaration gives it.
func isReserved(name string) bool {
	return name[0] < 'a' || name[0] > 'z' || gotoken.IsKeyword(name) || slices.Contains(predeclared, name)
}

var predeclared = strings.Fields(`any append bool byte cap clear close comparable complex complex64 complex128 copy delete error
	false float32 float64 imag int int8 int16 int32 int64 iota len make max min new nil panic print println real recover rune
	string true uint uint8 uint16 uint32 uint64 uintptr init main`)

// packaged reports whether a name is declared in the package, and replaced in all its files that changed. Files that did
// not change cannot use it any more. A declaration counts only if it is compiled wherever the file is: otherwise files that
// did not change can declare both names.
func (f *file) packaged(p pair, files []*file) bool {
	pack := f.new.names().pack
	if path.Dir(f.old.path) != path.Dir(f.new.path) || f.old.names().pack != pack {
		return false
	}
	was, is := false, false
	for _, other := range files {
		if languageOf(other.Path) != golang || path.Dir(other.Path) != path.Dir(f.Path) {
			continue
		}
		if other.in != golang || other.new.count(p.old)+other.old.count(p.new) > 0 {
			return false
		}
		declares := func(t *text, name string) bool {
			there := other == f || t.names().shared && (!t.isTest() || f.new.isTest())
			return there && t.names().pack == pack && t.names().declared[name]
		}
		was, is = was || declares(&other.old, p.old), is || declares(&other.new, p.new)
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
	in := func(i int) bool { return i >= 0 && i < len(text) && (isLetter(text[i]) || isDigit(text[i])) }
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 {
			return false
		}
		if i += from; !in(i-1) && !in(i+len(name)) {
			return true
		}
		from = i + 1
	}
}
