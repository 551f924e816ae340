package place

import (
	"cmp"
	"context"
	"slices"

	"consider/anchor"
)

// These bound the files that are compared with the removed lines. The files that have most of them come first.
const (
	maxLandings = 5
	minShare    = 16 // a file needs at least 1/minShare of what the first one has: lines that occur everywhere come to less
)

// lineIndex has the files that contain a removed line, in order, by the line's number.
type lineIndex map[uint64][]lineCount

// lineCount is a file, by its index among the changed files, and how often it has a line.
type lineCount struct{ file, often int }

// often returns how often a file has a line.
func (w lineIndex) often(file int, print uint64) int {
	in := w[print]
	if i, ok := slices.BinarySearchFunc(in, file, func(h lineCount, file int) int { return cmp.Compare(h.file, file) }); ok {
		return in[i].often
	}
	return 0
}

// findCandidates finds, for each lost thread, the changed files that have lines removed near its own.
func (p *Placer) findCandidates(ctx context.Context, files *changes, lost []*lostThread) {
	wanted := lineIndex{}
	for _, l := range lost {
		if l.removed = p.removedLines(ctx, l); l.removed != nil {
			l.removed.Around(l.row.Start, l.row.End, func(print uint64) { wanted[print] = nil })
		}
	}
	if len(wanted) == 0 {
		return
	}
	for file, name := range files.names {
		t := files.now[name]
		if t == nil {
			continue
		}
		data, err := p.Bytes(ctx, t)
		if err != nil {
			continue
		}
		anchor.Prints(data, func(print uint64) {
			in, ok := wanted[print]
			switch {
			case !ok:
			case len(in) == 0 || in[len(in)-1].file != file:
				wanted[print] = append(in, lineCount{file, 1})
			default:
				in[len(in)-1].often++
			}
		})
	}
	for _, l := range lost {
		if l.removed != nil {
			l.rankFiles(files.names, wanted)
		}
	}
}

// removedLines returns the lines that left the file of a thread. It is nil when its base was not kept or a text cannot
// be read.
func (p *Placer) removedLines(ctx context.Context, l *lostThread) *anchor.Removed {
	r := l.row
	t := p.Text(ctx, r.Side, cmp.Or(l.own[1], r.File))
	pair := [2]string{r.Base.Blob, t.Blob}
	if l.weak {
		if now, err := p.Bytes(ctx, t); err == nil {
			if m := p.mapping(r.Base.Blob, t.Blob, now); m != nil {
				return m.RemovedWith(r.Start, r.End)
			}
		}
		return nil
	}
	if known, ok := p.gone[pair]; ok {
		return known
	}
	var out *anchor.Removed
	switch base, err := p.Base(r.Base.Blob); {
	case err != nil:
	case t.Blob == "":
		out = anchor.RemovedAll(base)
	default:
		if now, err := p.Bytes(ctx, t); err == nil {
			out = p.mapping(r.Base.Blob, t.Blob, now).Removed()
		}
	}
	p.gone[pair] = out
	return out
}

// rankFiles ranks the files by how many of the removed lines around the thread's they have; rare lines count more.
func (l *lostThread) rankFiles(names []string, wanted lineIndex) {
	weight := make([]int, len(names))
	seen := map[uint64]bool{}
	l.removed.Around(l.row.Start, l.row.End, func(print uint64) {
		if seen[print] {
			return
		}
		seen[print] = true
		for _, in := range wanted[print] {
			weight[in.file] += 1000 / len(wanted[print])
		}
	})
	var files []int
	for file, name := range names {
		if weight[file] > 0 && name != l.own[0] && name != l.own[1] {
			files = append(files, file)
		}
	}
	slices.SortStableFunc(files, func(a, b int) int { return cmp.Compare(weight[b], weight[a]) }) // otherwise by name
	for _, file := range files[:min(len(files), maxLandings)] {
		if weight[file]*minShare >= weight[files[0]] {
			often := func(print uint64) int { return wanted.often(file, print) }
			l.candidates = append(l.candidates, candidateFile{name: names[file], bound: l.removed.Outlook(l.row.Start, l.row.End, often)})
		}
	}
}
