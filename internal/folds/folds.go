package folds

import (
	"cmp"
	"slices"
	"strings"

	"consider/internal/gitdiff"
	"consider/internal/treediff"
)

// Of reports on the files of one comparison, whose sides are texts.
func Of(diffs []*treediff.FileDiff, texts *Texts) []Report {
	files := make([]*file, len(diffs))
	for i, d := range diffs {
		files[i] = open(d, texts.files[d.Path])
	}
	for _, f := range files {
		f.form()
		f.imports()
	}
	moves(files)
	renames(files)
	out := make([]Report, len(files))
	for i, f := range files {
		out[i] = f.report()
	}
	return out
}

// report combines the proofs of the changes of each hunk.
func (f *file) report() Report {
	r := Report{Hunks: make([]Hunk, len(f.Hunks)), Skipped: f.skipped}
	var left []*change
	for at, i := 0, 0; i < len(f.Hunks); i++ {
		from := at
		for at < len(f.changes) && f.changes[at].hunk == i {
			at++
		}
		if r.Hunks[i] = f.verdict(&f.Hunks[i], f.changes[from:at]); r.Hunks[i].Kind == "" {
			left = append(left, f.changes[from:at]...)
		}
	}
	f.pale(&r, left)
	for _, c := range left {
		if c.proof == nil {
			r.Public += countPublic(c.removed) + countPublic(c.added)
		}
	}
	return r
}

// verdict folds a hunk if all its changes are proven.
func (f *file) verdict(h *gitdiff.Hunk, changes []*change) Hunk {
	var out Hunk
	var proofs []string
	read := isOdd(h)
	for _, c := range changes {
		out.Lines += len(trimmed(c.removed)) + len(trimmed(c.added))
		p := cmp.Or(f.whole, c.proof)
		if p == nil || c.ends {
			read = true
			continue
		}
		out.Kind = p.kind
		if !slices.Contains(proofs, p.text) {
			proofs = append(proofs, p.text)
		}
	}
	if read {
		return Hunk{Lines: out.Lines}
	}
	out.Proof = strings.Join(proofs, "; ")
	return out
}

// shortest is how many bytes a line has that is known again in another place.
const shortest = 4

// pale notes, in hunks to read, the lines that are proven, and those of which there is one more in another place: statements
// that changed places.
func (f *file) pale(r *Report, changes []*change) {
	gone, came := map[string]int{}, map[string]int{}
	for _, c := range changes {
		for _, line := range c.removed {
			gone[line]++
		}
		for _, line := range c.added {
			came[line]++
		}
	}
	once := func(line string) bool {
		return gone[line] == 1 && came[line] == 1 && len(strings.TrimSpace(line)) >= shortest
	}
	for _, c := range changes {
		h := &r.Hunks[c.hunk]
		for i, line := range c.removed {
			if c.proof != nil || c.left[c.old.from+i] || once(line) {
				h.PaleOld = append(h.PaleOld, c.old.from+i+1)
			}
		}
		for i, line := range c.added {
			if c.proof != nil || c.arrived[c.new.from+i] || once(line) {
				h.PaleNew = append(h.PaleNew, c.new.from+i+1)
			}
		}
	}
}
