package folds

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"consider/internal/gitdiff"
	"consider/internal/linemap"
	"consider/internal/treediff"
)

// Of reports on the files of one comparison, whose sides are texts.
func Of(diffs []*treediff.FileDiff, texts *Texts) []Report {
	attributes := slices.ContainsFunc(diffs, func(d *treediff.FileDiff) bool {
		return path.Base(d.Path) == ".gitattributes" || path.Base(d.From) == ".gitattributes"
	})
	files := make([]*file, len(diffs))
	for i, d := range diffs {
		files[i] = open(d, texts.files[d.Path], attributes)
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

// maxPale bounds the lines of a file among which those are searched that changed places.
const maxPale = 20_000

// pale notes, in hunks to read, the lines that are proven, and those that are the same in another place.
func (f *file) pale(r *Report, changes []*change) {
	var removed, added []string
	for _, c := range changes {
		removed, added = append(removed, c.removed...), append(added, c.added...)
	}
	if len(removed)+len(added) > maxPale {
		return
	}
	p := linemap.NewPair(ended(removed), ended(added))
	if len(p.A.Lines) != len(removed) || len(p.B.Lines) != len(added) {
		return // a line begins with the mark of an encoding
	}
	m := linemap.NewMap(p)
	moved := func(a, b int32) bool {
		same := f.in != unknown && bytes.Equal(p.A.Bytes(int(a)), p.B.Bytes(int(b)))
		return p.A.Lines[a].Weight >= linemap.Trivial && (same || removed[a] == added[b])
	}
	x, y := int32(0), int32(0)
	for _, c := range changes {
		h := &r.Hunks[c.hunk]
		for i := range c.removed {
			if b := m.To[x]; c.proof != nil || among(c.left, c.old.from+i) || b != linemap.None && moved(x, b) {
				h.PaleOld = append(h.PaleOld, c.old.from+i+1)
			}
			x++
		}
		for i := range c.added {
			if a := m.From[y]; c.proof != nil || among(c.arrived, c.new.from+i) || a != linemap.None && moved(a, y) {
				h.PaleNew = append(h.PaleNew, c.new.from+i+1)
			}
			y++
		}
	}
}

func ended(lines []string) []byte {
	var b bytes.Buffer
	for _, line := range lines {
		b.WriteString(line + "\n")
	}
	return b.Bytes()
}
