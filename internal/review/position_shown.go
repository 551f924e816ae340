package review

import (
	"context"
	"errors"

	"consider/internal/fail"
	"consider/internal/review/compare"
	"consider/internal/thread"
	"consider/internal/worktree"
)

// shownPosition finds the place that in names in what the caller has on screen; false when its file looks the same as
// elsewhere.
func shownPosition(ctx context.Context, shown *compare.Comparison, side thread.Side, in AddInput) (at Position, ok bool, err error) {
	if shown == nil || in.Text != "" || in.Quote != "" {
		return Position{}, false, nil
	}
	older, newer, ok := shown.Names(in.Place)
	if !ok {
		return Position{}, false, nil
	}
	if in.EndLine == 0 {
		in.EndLine = in.StartLine
	}
	in.Place = newer
	if side == thread.Old {
		in.Place = older
	}
	at, err = PositionIn(ctx, shown, side, in)
	return at, true, err
}

// PositionIn finds the place that in names in the texts of a comparison.
func PositionIn(ctx context.Context, l *compare.Comparison, side thread.Side, in AddInput) (Position, error) {
	text, err := l.Text(ctx, side, in.Place)
	switch {
	case (errors.Is(err, worktree.ErrTooLarge) || errors.Is(err, worktree.ErrNotRegular)) && in.StartLine == 0:
		return Position{File: in.Place, Unread: true}, nil // a file can be talked about without being read
	case errors.Is(err, fail.ErrNotFound) && in.StartLine == 0:
		// A file that was removed is talked about by its old text.
		if text, err = l.Text(ctx, other(side), in.Place); err != nil {
			return Position{}, err
		}
	case err != nil:
		return Position{}, err
	}
	out := Position{File: in.Place, Text: text, Start: in.StartLine, End: in.EndLine}
	return out, out.Check(in.StartLine != 0 || in.EndLine != 0)
}

func other(side thread.Side) thread.Side {
	if side == thread.Old {
		return thread.New
	}
	return thread.Old
}
