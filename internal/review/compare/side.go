package compare

import (
	"context"
	"errors"

	"consider/internal/fail"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/treediff"
	"consider/internal/worktree"
)

// TextOf returns a file of one side of a scope without comparing the two sides; there is false if that side has no such
// file. The new side of most scopes is the files on disk, which the caller can read.
func TextOf(ctx context.Context, s *session.Session, scope Scope, side thread.Side, path string) (text []byte, there bool, err error) {
	if scope.Kind == ScopeContent {
		st, err := s.Snapshot(ctx)
		if err != nil {
			return nil, false, err
		}
		text, err = round.ContentOf(ctx, s, st, path, scope.From)
		return text, text != nil, session.PathError(path, err)
	}
	l, err := begin(ctx, s, scope)
	if err != nil {
		return nil, false, err
	}
	in := l.old
	if side == thread.New {
		in = l.new
	}
	switch {
	case side == thread.New && !l.Scope.Stored() && l.Scope.Kind != ScopeStaged:
		return nil, false, fail.Usage("with scope %s, the new side is your working copy; read the files from disk", l.Scope.Kind)
	case side == thread.New && l.Scope.Kind == ScopeStaged, side == thread.Old && l.Scope.Kind == ScopeUnstaged:
		if in, err = treediff.Staged(ctx, s.Tree, l.Head); err != nil {
			return nil, false, session.GitError(err)
		}
	}
	text, _, err = treediff.ContentAt(ctx, s.Tree, in, path, thread.MaxText, l.dirs...)
	if errors.Is(err, worktree.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, session.PathError(path, err)
	}
	return text, true, nil
}
