package linemap

import "bytes"

// numberLike splits a text into lines and numbers them, as NewSide and number do, with less work if it is like another
// one that has been numbered: a line of the same bytes has the same measures and the same number. Most lines of a file
// and its base are equal.
func (t *Table) numberLike(s, like *Side) {
	known := t.only(like)
	w := follower{text: like.Text, side: like}
	for start, end := range linesIn(s.Text) {
		if at, ok := w.take(s.Text[start:end]); ok {
			l, moved := like.Lines[at], int32(start-w.from)
			l.Start, l.End = l.Start+moved, l.End+moved
			s.add(l, like.Norm[at])
			continue
		}
		l := measure(s.Text, start, end)
		id := t.Number(s.Text[l.Start:l.End], l.hash, sameNormal)
		s.add(l, id)
		if int(id) < len(known) && known[id] >= 0 {
			w.goTo(int(known[id]) + 1)
		}
	}
}

// only returns, for each number, the line of a side that has it, or a value below 0 if none or several have it.
func (t *Table) only(s *Side) []int32 {
	known := make([]int32, len(t.first))
	for i := range known {
		known[i] = -1
	}
	for i, id := range s.Norm {
		if known[id] == -1 {
			known[id] = int32(i)
		} else {
			known[id] = -2
		}
	}
	return known
}

// follower walks through a text in step with a similar one.
type follower struct {
	text []byte
	side *Side
	line int // the one that should come next
	pos  int // where it begins, with its indentation
	from int // where the line that was taken last began
}

// take reports whether the bytes are those of the next line or of the one after it, and which that is.
func (w *follower) take(raw []byte) (line int, ok bool) {
	at, pos := w.line, w.pos
	for range 2 {
		if at >= len(w.side.Lines) {
			return 0, false
		}
		end := pos + len(raw)
		if end <= len(w.text) && (end == len(w.text) || w.text[end] == '\n') && bytes.Equal(w.text[pos:end], raw) {
			w.line, w.pos, w.from = at+1, end+1, pos
			return at, true
		}
		next := bytes.IndexByte(w.text[pos:], '\n')
		if next < 0 {
			return 0, false
		}
		at, pos = at+1, pos+next+1
	}
	return 0, false
}

// goTo makes a line the next one.
func (w *follower) goTo(line int) {
	if line >= len(w.side.Lines) {
		w.line = line
		return
	}
	w.line, w.pos = line, bytes.LastIndexByte(w.text[:w.side.Lines[line].Start], '\n')+1
}
