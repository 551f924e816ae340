package anchor

import (
	"bytes"

	"consider/internal/linemap"
)

// Removed holds the lines of an old text that are no longer in its new one, in their order: code that was deleted or
// moved to another file. Lines that left together are the best evidence of where one of them went, so they are searched
// for together.
type Removed struct {
	old   []byte  // the whole old text
	text  []byte  // the removed lines
	at    []int32 // by line of the old text: its line in text; linemap.None for a line that was not removed
	lines []int32 // by line of text: its line in the old text
	from  int     // index of the first removed line after the comments at the head of the old text

	marks []linemap.Line // by line of text: its number, its weight and its ends
	often map[uint64]int // by the number of a line: how often it was removed; made on demand
}

// RemovedAll returns all lines of a text whose file is gone.
func RemovedAll(old []byte) *Removed { return removed(old, func(int32) bool { return true }) }

// Removed returns the lines of the old text that are not in the new one. A brace or a blank between removed lines
// counts as removed too: an equal line elsewhere proves nothing.
func (m *Mapping) Removed() *Removed {
	if m.pair == nil {
		return &Removed{}
	}
	r := m.resolve()
	return removed(m.pair.A.Text, func(a int32) bool {
		if r.To[a] == linemap.None {
			return true
		}
		return r.weight(a) < linemap.Trivial && r.isNextGone(a, -1) && r.isNextGone(a, 1)
	})
}

// RemovedWith counts lines start to end (1-based, inclusive) as removed too, even when they were matched in the new text.
func (m *Mapping) RemovedWith(start, end int) *Removed { return m.Removed().with(start, end) }

// with counts lines start to end as removed too. It returns r itself if they all are.
func (r *Removed) with(start, end int) *Removed {
	for a := max(start-1, 0); a < min(end, len(r.at)); a++ {
		if r.at[a] == linemap.None {
			return removed(r.old, func(x int32) bool { return r.at[x] != linemap.None || int(x) >= start-1 && int(x) < end })
		}
	}
	return r
}

// isNextGone reports whether the next line in direction dir that is not trivial is gone. It is true when there is no
// such line.
func (r *resolver) isNextGone(a, dir int32) bool {
	for a += dir; a >= 0 && int(a) < len(r.To); a += dir {
		if r.weight(a) >= linemap.Trivial {
			return r.To[a] == linemap.None
		}
	}
	return true
}

func removed(old []byte, gone func(a int32) bool) *Removed {
	plain := linemap.Plain(old)
	if IsBinary(old) || len(old) > maxText {
		return &Removed{}
	}
	s := linemap.NewSide(plain)
	out := &Removed{old: old, at: make([]int32, len(s.Lines))}
	// Comments at the top of a text, such as a licence or settings for an editor, are in many files of a project.
	head := int(codeFrom(&s, 0))
	var text bytes.Buffer
	for i := range s.Lines {
		out.at[i] = linemap.None
		if !gone(int32(i)) {
			continue
		}
		if i < head {
			out.from++
		}
		out.at[i] = int32(len(out.lines))
		out.lines = append(out.lines, int32(i))
		out.marks = append(out.marks, s.Lines[i])
		text.Write(s.Whole(i))
		text.WriteByte('\n')
	}
	out.text = text.Bytes()
	return out
}

// target returns the first and the last removed line of a range of the old text, 0-based and inclusive. It is false when
// no line of the range was removed.
func (r *Removed) target(start, end int) (int32, int32, bool) {
	first, last := linemap.None, linemap.None
	for a := max(start-1, 0); a < min(end, len(r.at)); a++ {
		if x := r.at[a]; x != linemap.None {
			if first == linemap.None {
				first = x
			}
			last = x
		}
	}
	return first, last, first != linemap.None
}

// Prints visits the number of each line of a text that has enough letters to be searched for. Equal lines have equal
// numbers.
func Prints(text []byte, visit func(uint64)) {
	if IsBinary(text) || len(text) > maxText {
		return
	}
	for l := range linemap.LinesOf(linemap.Plain(text)) {
		if l.Weight >= printWeight {
			visit(l.Hash())
		}
	}
}

const (
	// printWeight is how many letters and digits a line needs to be searched for.
	printWeight = 6
	// witnessReach is how many removed lines on each side of a target count as evidence.
	witnessReach = 40
)

// Around visits the numbers of the removed lines near lines start to end.
func (r *Removed) Around(start, end int, visit func(uint64)) {
	first, last, ok := r.target(start, end)
	if !ok {
		return
	}
	for x := max(0, first-witnessReach); x <= min(int32(len(r.marks))-1, last+witnessReach); x++ {
		if r.marks[x].Weight >= printWeight {
			visit(r.marks[x].Hash())
		}
	}
}
