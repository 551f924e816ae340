package review

import (
	"context"
	"slices"

	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// below returns the stored form of the file or folder that a list is limited to. A path that no longer exists is
// allowed if threads are still on it, or if it may be gone.
func below(s *session.Session, st *session.Snapshot, file string, gone bool) (string, error) {
	return s.BelowWhere(file, func(rel string) bool { return gone || s.IsThere(rel) || hasThreads(st, rel) })
}

func hasThreads(st *session.Snapshot, rel string) bool {
	if st == nil || st.LoadView() != nil {
		return false
	}
	return slices.ContainsFunc(st.View.Rows, func(r thread.Row) bool { return words.Within(r.File, rel) })
}

// checkFileExists returns an error when the file of an empty list exists nowhere: a typing error must not look like
// "nothing to do".
func checkFileExists(ctx context.Context, s *session.Session, st *session.Snapshot, file string) error {
	rel, err := below(s, st, file, false)
	if err != nil || rel == "." || s.IsThere(rel) || hasThreads(st, rel) {
		return err
	}
	if _, _, err := s.Tree.EntryAt(ctx, "HEAD", rel); err == nil {
		return nil
	}
	return s.PathError(file, worktree.ErrNotExist)
}
