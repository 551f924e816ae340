package webserver

import (
	"context"
	"slices"
	"sync/atomic"

	"consider/internal/fail"
	"consider/internal/review/compare"
	"consider/internal/session"
)

// snapshot is one comparison. It is closed when no page can ask for it any more, and no request uses it.
type snapshot struct {
	scope      compare.Scope // as a page asked for it
	comparison *compare.Comparison
	project    *session.Project
	files      []compare.ChangedFile // in the order of the page: as in a tree, folders first
	byID       map[string]int        // index in the comparison's files

	users atomic.Int32 // the callers that it is lent to, and the lists of the server that hold it
	pages int          // how many boots showed it on a page that has not reported another one since; guarded by snapshots.mu
}

// lend counts one more user of a snapshot, which may be nil. The caller is one itself, or holds the lock of the list that
// holds the snapshot.
func (s *snapshot) lend() *snapshot {
	if s != nil {
		s.users.Add(1)
	}
	return s
}

// giveBack ends one use of a snapshot, which may be nil. The last one closes it.
func (s *snapshot) giveBack() {
	if s != nil && s.users.Add(-1) == 0 {
		_ = s.project.Close() // nothing was written
	}
}

// newSnapshot returns a snapshot that is lent to the caller.
func newSnapshot(scope compare.Scope, comparison *compare.Comparison, project *session.Project) *snapshot {
	files, at := comparison.Listed()
	files = slices.Clone(files)
	for i := range files {
		f := &files[i] // pages show lines of UTF-16, which is binary for git
		f.Binary = f.Binary && f.Additions+f.Deletions == 0
	}
	snap := &snapshot{scope: scope, comparison: comparison, project: project, files: files, byID: at}
	return snap.lend()
}

// diff returns a file's blocks. With noSpace, differences in white space do not count.
func (s *snapshot) diff(ctx context.Context, id string, noSpace, full bool) (FileDiff, error) {
	i, ok := s.byID[id]
	if !ok {
		return FileDiff{}, fail.NotFound("%q is not in this diff", id).Hint("reload the page, as the diff may have changed")
	}
	f := &s.comparison.Files[i]
	hunks := f.Hunks
	if noSpace {
		var err error
		if hunks, err = s.comparison.HunksIgnoringSpace(ctx, f); err != nil {
			return FileDiff{}, err
		}
	}
	d := blocksOf(hunks, full)
	d.ID = id
	if f.Encoding != "" {
		d.Encoding, d.Guessed = f.Encoding, f.Guessed
	} else if d.Encoding != "" {
		d.Declared = s.project.Tree.EncodingOf(ctx, f.Path)
	}
	s.lineEnds(ctx, f, &d)
	return d, nil
}

// lineEnds notes how lines end when one of them has a carriage return, and removes the carriage returns when all lines of
// the file have one.
func (s *snapshot) lineEnds(ctx context.Context, f *compare.File, d *FileDiff) {
	if !hasReturn(d) {
		return
	}
	was, is := s.comparison.LineEnds(ctx, f)
	d.LineEnds = &LineEnds{Old: was, New: is}
	if (was == "CRLF" || was == "") && (is == "CRLF" || is == "") {
		for b := range d.Blocks {
			for i := range d.Blocks[b].Lines {
				l := &d.Blocks[b].Lines[i]
				if n := len(l.Text); n > 0 && l.Text[n-1] == '\r' && l.Cut == 0 && !l.NoEOL {
					l.Text = l.Text[:n-1]
				}
			}
		}
	}
}

// paths returns the files that differ.
func (s *snapshot) paths() []string {
	out := make([]string, 0, len(s.files))
	for i := range s.comparison.Files {
		out = append(out, s.comparison.Files[i].Path)
	}
	return out
}

func hasReturn(d *FileDiff) bool {
	return slices.ContainsFunc(d.Blocks, func(b Block) bool {
		return slices.ContainsFunc(b.Lines, func(l Line) bool { n := len(l.Text); return n > 0 && l.Text[n-1] == '\r' })
	})
}
