package folds

import (
	"cmp"
	"strings"

	"consider/internal/lazy"
	"consider/internal/treediff"
)

// Of reports on the files of one comparison, whose sides are texts.
func Of(diffs []*treediff.FileDiff, texts *Texts) []Report {
	files := make([]*file, len(diffs))
	for i, d := range diffs {
		files[i] = open(d, texts.files[d.Path])
		files[i].form()
		files[i].imports()
	}
	moves(files)
	renames(files)
	out := make([]Report, len(files))
	for i, f := range files {
		out[i] = f.report()
	}
	return out
}

// public matches a line that declares something for other files.
var public = lazy.Regexp(`^\s*(?:export|pub|public|protected)\b|^func (?:\([^)]*\) )?[A-Z]|^type [A-Z]|^(?:class|def|async def) [A-Za-z]`)

// report folds the hunks with a proof, unless their lines hide something.
func (f *file) report() Report {
	r := Report{Hunks: make([]Hunk, len(f.changes)), Skipped: f.skipped}
	count := [2]map[string]int{{}, {}} // of the changed lines to read, by side and text
	for i := range f.changes {
		c, h := &f.changes[i], &r.Hunks[i]
		if !c.ends && !isOdd(&f.Hunks[i]) {
			h.Proof = cmp.Or(f.whole, c.proof)
		}
		for k := range c.sides {
			for _, l := range c.sides[k].own {
				if !l.isBlank() {
					h.Lines++
				}
				if h.Proof == "" {
					count[k][l.text]++
					if public().MatchString(l.text[:min(len(l.text), 200)]) {
						r.Public++
					}
				}
			}
		}
	}
	for i := range f.changes {
		if r.Hunks[i].Proof == "" {
			r.Hunks[i].Pale = f.changes[i].pale(count)
		}
	}
	return r
}

// shortest is how many bytes a line has that is known again in another place.
const shortest = 4

// pale returns the changed lines of each side of which the other one has one more in another place: declarations, and
// statements that changed places.
func (c *change) pale(count [2]map[string]int) (out [2][]int) {
	for k := range c.sides {
		for _, l := range c.sides[k].own {
			once := count[0][l.text] == 1 && count[1][l.text] == 1 && len(strings.TrimSpace(l.text)) >= shortest
			if once || c.sides[k].moved[l.at] {
				out[k] = append(out[k], l.at+1)
			}
		}
	}
	return out
}
