package compare

import (
	"consider/internal/gitdiff"
	"consider/internal/thread"
)

// Nearest returns the first line, on the new side, of the change that touches lines start to end of a side or, if none
// does, of the nearest change. For lines that were only removed it returns the line before them. The file must have
// hunks.
func (f *File) Nearest(start, end int, side thread.Side) int {
	best, distance := 0, -1
	for i := range f.Hunks {
		for _, c := range stretches(&f.Hunks[i]) {
			from, to := c.new, c.newEnd
			if side == thread.Old {
				from, to = c.old, c.oldEnd
			}
			if d := max(from-end, start-to, 0); distance < 0 || d < distance {
				best, distance = c.new, d
			}
		}
	}
	return max(best, 1)
}

// stretch is a group of lines that changed together, on both sides. If a side has none, its end is before its start.
type stretch struct{ old, oldEnd, new, newEnd int }

// stretches returns the changes within a hunk, without the lines around them.
func stretches(h *gitdiff.Hunk) []stretch {
	var out []stretch
	older, newer, open := h.OldStart, h.NewStart, false
	if h.OldLines == 0 {
		older++
	}
	if h.NewLines == 0 {
		newer++
	}
	for _, l := range h.Lines {
		if l.Sign == ' ' {
			older, newer, open = older+1, newer+1, false
			continue
		}
		if !open {
			out, open = append(out, stretch{older, older - 1, newer, newer - 1}), true
		}
		c := &out[len(out)-1]
		if l.Sign == '-' {
			c.oldEnd, older = older, older+1
		} else {
			c.newEnd, newer = newer, newer+1
		}
	}
	for i := range out {
		if c := &out[i]; c.newEnd < c.new { // only removed lines: the change is after the line before
			c.new--
		}
	}
	return out
}
