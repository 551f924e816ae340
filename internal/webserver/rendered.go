package webserver

import (
	"errors"
	"net/http"
	"path"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/gitdiff"
	"consider/internal/review/compare"
	"consider/internal/thread"
)

// RenderedOutput holds the lines of both sides of a Markdown file, for a page that shows it rendered.
type RenderedOutput struct {
	Old  []SourceLine `json:"old"`
	New  []SourceLine `json:"new"`
	Long bool         `json:"long,omitempty"` // the file is too long to be rendered, and has no lines here
}

// SourceLine is a line of a file.
type SourceLine struct {
	Text    string `json:"text"`
	Changed bool   `json:"changed,omitempty"` // added on the new side, removed on the old one
}

// maxRendered is the size in bytes up to which a file is rendered; ui/src/shared/markdown.ts has the same bound.
const maxRendered = 256 << 10

var markdownEnds = []string{".md", ".markdown", ".mdown", ".mkd", ".mkdn"}

// getRendered answers with the lines of a Markdown file.
func (s *Server) getRendered(r *http.Request, snap *snapshot, f *compare.File) (any, error) {
	if !slices.Contains(markdownEnds, strings.ToLower(path.Ext(f.Path))) {
		return nil, fail.Usage("%q is not Markdown", f.Path)
	}
	out := RenderedOutput{Old: []SourceLine{}, New: []SourceLine{}}
	for side, lines := range map[thread.Side]*[]SourceLine{thread.Old: &out.Old, thread.New: &out.New} {
		_, name, err := sideOf(f, string(side))
		if err != nil {
			return nil, err
		}
		text, err := snap.comparison.Text(r.Context(), side, name)
		if err != nil && !errors.Is(err, fail.ErrNotFound) {
			return nil, err
		}
		if len(text) > maxRendered {
			return RenderedOutput{Old: []SourceLine{}, New: []SourceLine{}, Long: true}, nil
		}
		text, _, _ = gitdiff.Decode(text)
		for line := range strings.SplitSeq(string(text), "\n") {
			line, _ = readable(strings.TrimSuffix(line, "\r"))
			*lines = append(*lines, SourceLine{Text: line})
		}
	}
	markChanged(&out, f.Hunks)
	return out, nil
}

// markChanged marks the lines that the other side does not have.
func markChanged(out *RenderedOutput, hunks []gitdiff.Hunk) {
	mark := func(lines []SourceLine, n int) {
		if n <= len(lines) {
			lines[n-1].Changed = true
		}
	}
	for i := range hunks {
		for l := range hunks[i].Numbered() {
			switch l.Sign {
			case '-':
				mark(out.Old, l.Old)
			case '+':
				mark(out.New, l.New)
			}
		}
	}
}
