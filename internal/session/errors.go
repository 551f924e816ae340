package session

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/thread"
	"consider/internal/worktree"
)

// PathError turns an error of package worktree about the caller's path into one with a hint.
func PathError(path string, err error) error {
	switch {
	case errors.Is(err, worktree.ErrBrokenHead):
		return fail.GitError(err)
	case errors.Is(err, worktree.ErrNotExist):
		return fail.NotFound("no file %q in the project", path).Hint("a path starts at the folder that you are in, or at the project's root")
	case errors.Is(err, worktree.ErrOutside):
		return fail.Denied("%w", err).
			Hint("threads are on files of this project; .git and .consider are not part of it")
	case errors.Is(err, worktree.ErrNotRegular):
		return fail.Usage("%w", err).Hint("threads are on regular files")
	case errors.Is(err, worktree.ErrTooLarge):
		return fail.Denied("%w", err).Hint("comment on the file as a whole: leave the lines out")
	case errors.Is(err, worktree.ErrUnreadable):
		return fail.Denied("%w", err)
	}
	return err
}

// StoreError gives an error of the store its kind, and a hint where the store's own message does not say what to do.
func StoreError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, gitstore.ErrNoStore):
		return noStore()
	}
	return err
}

// Uninstalled turns an error that arose because the store was deleted under its reader into "no store". To an error
// that is "no store" already, it adds hints about an original store and about other worktrees.
func (p *Project) Uninstalled(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := fail.As(err); ok && errors.Is(e, fail.ErrNoStore) {
		if info, err := os.Lstat(filepath.Join(p.Place.StoreDir, originalStore)); err == nil && info.Mode().IsRegular() {
			e.Hint("there is a %s of the original tool: consider import %s", originalStore, filepath.Join(p.Place.StoreDir, originalStore))
		}
		if p.reviewedElsewhere() {
			e.Hint("another worktree has a review: 'consider list --all-worktrees' shows its threads")
		}
	}
	p.Mu.Lock()
	defer p.Mu.Unlock()
	return uninstalled(p.Store, err, nil)
}

// reviewedElsewhere reports whether another worktree of the repository has a store.
func (p *Project) reviewedElsewhere() bool {
	stores := []string{}
	if p.Place.Linked {
		stores = append(stores, p.Place.MainStore())
	}
	for _, linked := range p.Place.LinkedWorktrees() {
		stores = append(stores, linked.Place.StoreDir)
	}
	return slices.ContainsFunc(stores, func(dir string) bool {
		_, err := os.Lstat(dir)
		return dir != "" && dir != p.Place.StoreDir && err == nil
	})
}

func uninstalled(store *gitstore.Store, err error, damaged []thread.Damage) error {
	failed := len(damaged) > 0
	if err != nil {
		kind := fail.FailureOf(err).Kind
		failed = kind == fail.KindCorrupt || kind == fail.KindInternal
	}
	if failed && store != nil && store.Gone() {
		return noStore()
	}
	return err
}

// originalStore is the file in which the original tool keeps its threads.
const originalStore = "store.json"

func noStore() *fail.Error {
	return fail.New(fail.ErrNoStore, "consider is not used in this project yet").
		Hint("'consider add FILE:LINE -m TEXT' begins with a thread, 'consider setup' with your agents")
}
