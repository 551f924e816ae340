package webserver

import (
	"errors"
	"net/http"
	"path"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/linediff"
	"consider/internal/markdown"
	"consider/internal/review/compare"
	"consider/internal/thread"
)

// RenderedOutput is a Markdown file as it reads, in blocks: the new side whole, and before each place that changed
// the blocks of the old side that lost a line there.
type RenderedOutput struct {
	Blocks []RenderedBlock `json:"blocks"`
	Long   bool            `json:"long,omitempty"` // it is too long to be rendered, and has no blocks
}

// RenderedBlock is a block of one side beside its source.
type RenderedBlock struct {
	Side    thread.Side  `json:"side"`
	Start   int          `json:"start"` // its lines on that side
	End     int          `json:"end"`
	Changed bool         `json:"changed,omitempty"` // the block is new, is gone, or was another one
	Lines   []SourceLine `json:"lines"`
	HTML    string       `json:"html"` // inert
}

// SourceLine is a line of a block's source.
type SourceLine struct {
	Text    string `json:"text"`
	Changed bool   `json:"changed,omitempty"` // added on the new side, removed on the old one
}

var markdownEnds = []string{".md", ".markdown", ".mdown", ".mkd", ".mkdn"}

// getRendered answers with a Markdown file as it reads.
func (s *Server) getRendered(r *http.Request) (any, error) {
	snap, f, giveBack, err := s.file(r)
	if err != nil {
		return nil, err
	}
	defer giveBack()
	if !slices.Contains(markdownEnds, strings.ToLower(path.Ext(f.Path))) {
		return nil, fail.Usage("%q is not Markdown", f.Path)
	}
	var sides [2]renderedSide
	for i, side := range []thread.Side{thread.Old, thread.New} {
		_, name, err := sideOf(f, string(side))
		if err != nil {
			return nil, err
		}
		text, err := snap.comparison.Text(r.Context(), side, name)
		if err != nil && !errors.Is(err, fail.ErrNotFound) {
			return nil, err
		}
		blocks, ok := markdown.Blocks(string(text))
		if !ok {
			return RenderedOutput{Blocks: []RenderedBlock{}, Long: true}, nil
		}
		sides[i] = renderedSide{side: side, text: strings.Split(string(text), "\n"), blocks: blocks}
	}
	return RenderedOutput{Blocks: merged(f, &sides[0], &sides[1])}, nil
}

// renderedSide is one side of a file.
type renderedSide struct {
	side    thread.Side
	text    []string
	blocks  []markdown.Block
	changed map[int]bool // lines that the other side has not
}

// merged puts the blocks of the old side that lost a line before those of the new side that stand there now.
func merged(f *compare.File, older, newer *renderedSide) []RenderedBlock {
	place := older.compare(newer, f.Hunks)
	var gone []RenderedBlock
	var at []int // lines of the new side that those stand at
	touched := map[int]bool{}
	for _, b := range older.blocks {
		out := older.block(b)
		if !out.Changed {
			continue
		}
		gone, at = append(gone, out), append(at, place[b.Start])
		for n := b.Start; n <= b.End; n++ {
			if !older.changed[n] {
				touched[place[n]] = true
			}
		}
	}
	out := make([]RenderedBlock, 0, len(newer.blocks)+len(gone))
	for _, b := range newer.blocks {
		for len(gone) > 0 && at[0] <= b.End {
			out, gone, at = append(out, gone[0]), gone[1:], at[1:]
		}
		block := newer.block(b)
		for n := b.Start; n <= b.End && !block.Changed; n++ {
			block.Changed = touched[n]
		}
		out = append(out, block)
	}
	return append(out, gone...)
}

// compare notes the lines that changed, and answers with the line of the new side at which each of the old one is, or
// was.
func (s *renderedSide) compare(newer *renderedSide, hunks []linediff.Hunk) map[int]int {
	s.changed, newer.changed = map[int]bool{}, map[int]bool{}
	place := make(map[int]int, len(s.text))
	old, now := 1, 1
	for i := range hunks {
		h := &hunks[i]
		start := h.OldStart
		if h.OldLines == 0 { // the line before
			start++
		}
		for ; old < start; old, now = old+1, now+1 {
			place[old] = now
		}
		for _, l := range h.Lines {
			if l.Sign != '+' {
				place[old] = now
			}
			switch l.Sign {
			case '-':
				s.changed[old], old = true, old+1
			case '+':
				newer.changed[now], now = true, now+1
			default:
				old, now = old+1, now+1
			}
		}
	}
	for ; old <= len(s.text); old, now = old+1, now+1 {
		place[old] = now
	}
	return place
}

func (s *renderedSide) block(b markdown.Block) RenderedBlock {
	out := RenderedBlock{Side: s.side, Start: b.Start, End: b.End, HTML: b.HTML, Lines: make([]SourceLine, 0, b.End-b.Start+1)}
	for n := b.Start; n <= b.End; n++ {
		text, _ := readable(strings.TrimSuffix(s.text[n-1], "\r"))
		out.Lines = append(out.Lines, SourceLine{Text: text, Changed: s.changed[n]})
		out.Changed = out.Changed || s.changed[n]
	}
	return out
}
