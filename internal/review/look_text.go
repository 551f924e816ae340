package review

import (
	"bytes"
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/worktree"
)

// File returns the file of the look that has this path on its new side, or on its old side where it has no
// other.
func (l *Look) File(path string) (*LookFile, bool) {
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

// OldPath is the file's path on the old side.
func (f *LookFile) OldPath() string {
	if f.From != "" {
		return f.From
	}
	return f.Path
}

// Text returns a file of one side as it was when the look was taken: byte for byte what stood on disk, or what
// the commit, the index or the checkpoint holds. path is that of the side. Errors: ErrNotFound where the side has
// no such file, and the errors of reading.
func (l *Look) Text(ctx context.Context, side Side, path string) ([]byte, error) {
	in := l.new
	if side == Old {
		in = l.old
	} else if data, ok := l.raw[path]; ok {
		return data, nil
	}
	data, _, err := l.project.Tree.ContentAt(ctx, in, path, maxText, l.dirs...)
	if errors.Is(err, worktree.ErrNotExist) {
		return nil, NotFound("the %s side has no file %q", side, path)
	}
	if err != nil {
		return nil, pathError(path, err)
	}
	return data, nil
}

// Lines returns lines from to to (1-based, inclusive) of a file of one side, and how many there are.
func (l *Look) Lines(ctx context.Context, side Side, path string, from, to int) (lines []string, total int, err error) {
	data, err := l.Text(ctx, side, path)
	if err != nil {
		return nil, 0, err
	}
	all := gitLines(data)
	from, to = max(from, 1), min(to, len(all))
	for n := from; n <= to; n++ {
		lines = append(lines, string(all[n-1]))
	}
	return lines, len(all), nil
}

// gitLines cuts a text where git does, at line feeds, and keeps carriage returns in the lines.
func gitLines(data []byte) [][]byte {
	lines := bytes.Split(data, []byte("\n"))
	if n := len(lines) - 1; len(lines[n]) == 0 {
		lines = lines[:n]
	}
	return lines
}

// PatchIgnoringSpace returns the hunks of a file without differences in white space. Where git cannot be asked
// they are those of [LookFile.Patch].
func (l *Look) PatchIgnoringSpace(ctx context.Context, f *LookFile) (string, error) {
	if f.OldMode == "" || f.NewMode == "" || f.OldMode == modeSubmodule || f.NewMode == modeSubmodule || f.Binary || f.Status == worktree.DiffType {
		return f.Patch, nil
	}
	a, err := l.storedText(ctx, l.old, f.OldPath())
	if err != nil {
		return "", err
	}
	b, err := l.storedText(ctx, l.new, f.Path)
	if err != nil {
		return "", err
	}
	patch, err := l.project.Tree.PatchIgnoringSpace(ctx, f.Path, a, b, 3)
	if err != nil && ctx.Err() == nil {
		return f.Patch, nil
	}
	return patch, err
}

// storedText is the text that was compared, with line ends as git stores them.
func (l *Look) storedText(ctx context.Context, side worktree.Side, path string) ([]byte, error) {
	data, _, err := l.project.Tree.ContentAt(ctx, side, path, maxText, l.dirs...)
	return data, err
}

// LineEnds says how the lines of a file end on both sides, in words ("LF", "CRLF", "mixed", "" for no line
// end), where a change of them would else not be seen.
func (l *Look) LineEnds(ctx context.Context, f *LookFile) (was, is string) {
	if f.Binary {
		return "", ""
	}
	if f.OldMode != "" && f.OldMode != modeSubmodule {
		if data, err := l.storedText(ctx, l.old, f.OldPath()); err == nil {
			was = lineEnds(data)
		}
	}
	if f.NewMode != "" && f.NewMode != modeSubmodule {
		if data, err := l.storedText(ctx, l.new, f.Path); err == nil {
			is = lineEnds(data)
		}
	}
	return was, is
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

// seenText takes the text from what the caller sees, when its file is among what differs there: where a page shows a
// diff, threads belong on the lines of that diff. false means that the file looks the same as elsewhere.
func (p *placer) seenText(ctx context.Context, t *text) bool {
	look := p.svc.Sees
	if look == nil {
		return false
	}
	f, ok := look.File(t.path)
	switch {
	case !ok:
		return false
	case t.side == New && f.Path != t.path: // it has another name on that side
		t.gone = true
		return true
	case t.side == Old && f.OldPath() != t.path:
		return false
	}
	data, err := look.Text(ctx, t.side, t.path)
	switch {
	case errors.Is(err, ErrNotFound):
		t.gone = true
	case err != nil:
		t.fail(err)
	default:
		t.data, t.read, t.blob = data, true, gitstore.HashBlob(data).String()
	}
	return true
}

// spotSeen finds the place that in names in what the caller sees; false when its file looks the same as elsewhere.
func (s *Service) spotSeen(ctx context.Context, side Side, in AddInput) (at spot, ok bool, err error) {
	if s.Sees == nil || in.Text != "" || in.Quote != "" {
		return spot{}, false, nil
	}
	f, ok := s.Sees.File(in.Place)
	if !ok {
		return spot{}, false, nil
	}
	if in.EndLine == 0 {
		in.EndLine = in.StartLine
	}
	in.Place = f.Path
	if side == Old {
		in.Place = f.OldPath()
	}
	at, err = s.Sees.spotIn(ctx, side, in)
	return at, true, err
}

// spotIn finds the place that in names in the texts of the look.
func (l *Look) spotIn(ctx context.Context, side Side, in AddInput) (spot, error) {
	text, err := l.Text(ctx, side, in.Place)
	switch {
	case (errors.Is(err, worktree.ErrTooLarge) || errors.Is(err, worktree.ErrNotRegular)) && in.StartLine == 0:
		return spot{file: in.Place, unread: true}, nil // a file can be talked about without being read
	case errors.Is(err, ErrNotFound) && in.StartLine == 0:
		// A file that was removed is talked about by its old text.
		if text, err = l.Text(ctx, other(side), in.Place); err != nil {
			return spot{}, err
		}
	case err != nil:
		return spot{}, err
	}
	out := spot{file: in.Place, text: text, start: in.StartLine, end: in.EndLine}
	return out, out.check(in.StartLine != 0 || in.EndLine != 0)
}

func other(side Side) Side {
	if side == Old {
		return New
	}
	return Old
}

// baseOf is the base of a thread on one side of the look.
func (l *Look) baseOf(side Side, text []byte) Base {
	b := Base{Commit: l.Head, Blob: gitstore.HashBlob(text).String()}
	switch {
	case side == Old && l.old.Commit != "":
		b.Commit = l.old.Commit
	case side == New && l.seen == nil:
		b.Commit = l.new.Commit
	}
	return b
}
