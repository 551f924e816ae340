package review

import (
	"context"
	"errors"

	"consider/internal/worktree"
)

// spotShown finds the place that in names in what the caller has on screen; false when its file looks the same as
// elsewhere.
func spotShown(ctx context.Context, shown *Look, side Side, in AddInput) (at spot, ok bool, err error) {
	if shown == nil || in.Text != "" || in.Quote != "" {
		return spot{}, false, nil
	}
	older, newer, ok := shown.Names(in.Place)
	if !ok {
		return spot{}, false, nil
	}
	if in.EndLine == 0 {
		in.EndLine = in.StartLine
	}
	in.Place = newer
	if side == Old {
		in.Place = older
	}
	at, err = spotIn(ctx, shown, side, in)
	return at, true, err
}

// spotIn finds the place that in names in the texts of a comparison.
func spotIn(ctx context.Context, l *Look, side Side, in AddInput) (spot, error) {
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
