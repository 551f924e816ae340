package place

import (
	"slices"
	"strings"

	"consider/anchor"
	"consider/internal/suggest"
	"consider/internal/thread"
)

// placeUndone returns the place of a thread that is on a suggestion which was applied to its file. here is its place by
// the text with the suggestion. Editors and git undo a suggestion without a word to consider: then the thread is on the
// lines that the suggestion had replaced, which need not resemble it. undone is how many of the places that the thread was
// put on are those of suggestions that were undone.
func (p *Placer) placeUndone(r *thread.Row, now []byte, here anchor.Placement) (at anchor.Placement, undone int) {
	th, err := p.readThread(r)
	if err != nil {
		return here, 0
	}
	put := th.Reanchored
	var lines []string // that here is of
	for _, a := range slices.Backward(th.Applied) {
		if len(a.After) == 0 {
			continue // it left the thread where it was
		}
		if len(put) == 0 || put[len(put)-1].Anchor.Base.Blob != a.Blob || len(a.Before) == 0 {
			break
		}
		put = put[:len(put)-1]
		if lines == nil {
			lines = a.After
		}
		with, err := p.Base(a.Blob)
		if err != nil {
			break
		}
		without, err := suggest.PutBack(with, a.StartLine, len(a.After), a.Before, a.Cut)
		if err != nil {
			break
		}
		at := anchor.Map(without, now).Place(a.StartLine, a.StartLine+len(a.Before)-1)
		if at.State == anchor.Anchored && isBack(now, at, a.Before, here, lines) {
			here, lines, undone = at, a.Before, len(th.Reanchored)-len(put)
		}
	}
	return here, undone
}

// isBack reports whether the lines before a suggestion are in a text, rather than those after it: the lines that only
// one of them has decide. Lines that both have are in the text anyway.
func isBack(now []byte, back anchor.Placement, before []string, here anchor.Placement, after []string) bool {
	was, is := ownShare(now, back, before, after), ownShare(now, here, after, before)
	return was > is || here.State != anchor.Anchored && was == is
}

// ownShare returns how much of what lines have and others do not is at a place, and a half if there is no such line.
func ownShare(now []byte, at anchor.Placement, lines, others []string) float64 {
	own, found := 0, 0
	is, was, common := count(anchor.LinesOf(now, at.Start, at.End)), count(lines), count(others)
	for line, n := range was {
		both := min(n, common[line])
		own += n - both
		found += min(max(is[line]-both, 0), n-both)
	}
	if own == 0 {
		return 0.5
	}
	return float64(found) / float64(own)
}

// count returns how often a text has each line, without indentation.
func count(lines []string) map[string]int {
	out := map[string]int{}
	for _, line := range lines {
		out[strings.TrimSpace(line)]++
	}
	return out
}

// readThread reads a row's thread from the store.
func (p *Placer) readThread(r *thread.Row) (*thread.Thread, error) {
	data, err := p.Base(r.Blob)
	if err != nil {
		return nil, err
	}
	return thread.Decode(data, r.ID)
}
