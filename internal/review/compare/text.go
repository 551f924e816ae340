package compare

import (
	"bytes"
	"cmp"
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/fail"
	"consider/internal/gitdiff"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/treediff"
	"consider/internal/worktree"
)

// File returns the file with this path on the new side, or on the old side if it exists only there.
func (l *Comparison) File(path string) (*File, bool) {
	for i := range l.Files {
		if l.Files[i].Path == path {
			return &l.Files[i], true
		}
	}
	for i := range l.Files {
		if l.Files[i].From == path {
			return &l.Files[i], true
		}
	}
	return nil, false
}

// Names implements [place.Shown].
func (l *Comparison) Names(path string) (older, newer string, ok bool) {
	f, ok := l.File(path)
	if !ok {
		return "", "", false
	}
	return f.OldPath(), f.Path, true
}

// OldPath is the file's path on the old side.
func (f *File) OldPath() string { return cmp.Or(f.From, f.Path) }

// Text returns a file of one side as it was when the comparison was made: the exact bytes that were on disk, or that
// the commit, the index or the checkpoint holds. path is the path on that side. Errors: ErrNotFound if the side has no
// such file, and the errors of reading.
func (l *Comparison) Text(ctx context.Context, side thread.Side, path string) ([]byte, error) {
	in := l.new
	if side == thread.Old {
		in = l.old
	} else if data, ok := l.raw[path]; ok {
		return data, nil
	}
	data, _, err := treediff.ContentAt(ctx, l.project.Tree, in, path, thread.MaxText, l.dirs...)
	if errors.Is(err, worktree.ErrNotExist) {
		return nil, fail.NotFound("the %s side does not contain the file %q", side, path)
	}
	if err != nil {
		return nil, session.PathError(path, err)
	}
	return data, nil
}

// Lines returns lines from to to (1-based, inclusive) of a file on one side, and the number of its lines. UTF-16
// is decoded.
func (l *Comparison) Lines(ctx context.Context, side thread.Side, path string, from, to int) (lines []string, total int, err error) {
	data, err := l.Text(ctx, side, path)
	if err != nil {
		return nil, 0, err
	}
	data, _, _ = gitdiff.Decode(data)
	all := gitLines(data)
	from, to = max(from, 1), min(to, len(all))
	for n := from; n <= to; n++ {
		lines = append(lines, string(all[n-1]))
	}
	return lines, len(all), nil
}

// gitLines splits a text as git does, at line feeds, and keeps carriage returns in the lines.
func gitLines(data []byte) [][]byte {
	lines := bytes.Split(data, []byte("\n"))
	if n := len(lines) - 1; len(lines[n]) == 0 {
		lines = lines[:n]
	}
	return lines
}

// HunksIgnoringSpace returns the hunks of a file, ignoring differences in white space.
func (l *Comparison) HunksIgnoringSpace(ctx context.Context, f *File) ([]gitdiff.Hunk, error) {
	if f.OldMode == "" || f.NewMode == "" || f.OldMode == checkpoint.ModeSubmodule || f.NewMode == checkpoint.ModeSubmodule || !f.HasText() || f.Status == treediff.TypeChanged {
		return f.Hunks, nil
	}
	a, err := l.comparedText(ctx, f, l.old, f.OldPath())
	if err != nil {
		return nil, err
	}
	b, err := l.comparedText(ctx, f, l.new, f.Path)
	if err != nil {
		return nil, err
	}
	return gitdiff.Hunks(a, b, gitdiff.Options{Context: 3, IgnoreSpace: true}), nil
}

// comparedText is the text of one side that was compared, with line ends as git stores them.
func (l *Comparison) comparedText(ctx context.Context, f *File, side treediff.Side, path string) ([]byte, error) {
	data, _, err := treediff.ContentAt(ctx, l.project.Tree, side, path, thread.MaxText, l.dirs...)
	if f.Encoding != "" {
		data, _, _ = gitdiff.Decode(data)
	}
	return data, err
}

// LineEnds describes the line ends of a file on both sides in words ("LF", "CRLF", "mixed", or "" for no line end), if
// a change of them would otherwise not be visible.
func (l *Comparison) LineEnds(ctx context.Context, f *File) (was, is string) {
	if !f.HasText() {
		return "", ""
	}
	// The side that has no such text has no line ends.
	before, _ := l.comparedText(ctx, f, l.old, f.OldPath())
	after, _ := l.comparedText(ctx, f, l.new, f.Path)
	return lineEnds(before), lineEnds(after)
}

func lineEnds(data []byte) string {
	feeds, both := bytes.Count(data, []byte("\n")), bytes.Count(data, []byte("\r\n"))
	switch {
	case feeds == 0:
		return ""
	case both == 0:
		return "LF"
	case both == feeds:
		return "CRLF"
	}
	return "mixed"
}

// BaseOf returns the base of a thread on one side of the comparison.
func (l *Comparison) BaseOf(side thread.Side, text []byte) thread.Base {
	b := thread.Base{Commit: l.Head, Blob: gitstore.HashBlob(text).String()}
	if side == thread.Old && l.From != l.Head {
		b.From = l.From
	}
	switch {
	case side == thread.Old && l.old.Commit != "":
		b.Commit = l.old.Commit
	case side == thread.New && l.Worktree == nil:
		b.Commit = l.new.Commit
	}
	return b
}

// OnScreen returns the comparison that the caller has on screen, or nil.
func OnScreen(s *session.Session) *Comparison {
	l, _ := s.Shown.(*Comparison)
	return l
}
