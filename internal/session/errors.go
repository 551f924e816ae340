package session

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gitdir"
	"consider/internal/safefs"
	"consider/internal/thread"
	"consider/internal/worktree"
)

// PathError turns an error of package worktree about the caller's path into one with a hint.
func PathError(path string, err error) error {
	switch {
	case errors.Is(err, gitdir.ErrBrokenHead):
		return GitError(err)
	case errors.Is(err, worktree.ErrNotExist):
		return fail.NotFound("%q not found", path).Hint("paths are relative to the current directory or the project root")
	case errors.Is(err, worktree.ErrOutside):
		return fail.Denied("%w", err).
			Hint("comment on a file in this project, outside .git and .consider")
	case errors.Is(err, worktree.ErrNotRegular):
		return fail.Usage("%w", err).Hint("comment on a regular file")
	case errors.Is(err, worktree.ErrTooLarge):
		return fail.Denied("%w", err).Hint("to comment on the whole file, omit the lines")
	case errors.Is(err, worktree.ErrUnreadable):
		return fail.Denied("%w", err)
	}
	return err
}

// GitError gives the errors of reading what is checked out their kind, and says what to do.
func GitError(err error) error {
	broken := errors.Is(err, gitdir.ErrBrokenIndex)
	if !broken && !errors.Is(err, worktree.ErrUnreadable) {
		return err
	}
	denied := fail.Denied("%w", err)
	if broken {
		denied.Hint("rebuild the index from HEAD (keeps your files, unstages changes): rm \"$(git rev-parse --git-path index)\" && git reset")
	} else {
		denied.Hint("run 'git fsck' to see what is damaged, then look for it in an intact clone")
	}
	return denied.Hint("threads and drafts are safe, and '{list}' and '{add}' still work")
}

// WithoutGit says what a comparison lacks for which git had to be asked.
func WithoutGit(why string) string {
	return "git could not compare the files (" + why + "), so renames are not detected: a file that was renamed and edited is shown as deleted and added; .gitattributes is ignored"
}

// StoreError gives an error of the store its kind, and a hint where the store's own message does not say what to do.
func StoreError(err error) error {
	if errors.Is(err, gitstore.ErrNoStore) {
		return noStore()
	}
	return err
}

// Uninstalled turns an error that arose because the store was deleted under its reader into "no store". To an error
// that is "no store" already, it adds a hint about an original store.
func (p *Project) Uninstalled(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := fail.As(err); ok && errors.Is(e, fail.ErrNoStore) {
		if info, err := os.Lstat(filepath.Join(p.Place.StoreDir, originalStore)); err == nil && info.Mode().IsRegular() {
			e.Hint("to import %s from the original Consider: {import}", originalStore)
		}
	}
	p.Mu.Lock()
	defer p.Mu.Unlock()
	return uninstalled(p.Store, err, nil)
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

const maxOriginal = 256 << 20 // bytes of it

// ReadOriginal reads the original tool's file.
func (p *Project) ReadOriginal() (string, error) {
	data, err := safefs.ReadIn(p.Place.StoreDir, originalStore, maxOriginal)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fail.NotFound("%q not found", filepath.Join(p.Place.StoreDir, originalStore)).Hint("to import another file: {import FILE}")
	}
	if err != nil {
		return "", fail.Denied("cannot read %q: %w", filepath.Join(p.Place.StoreDir, originalStore), err)
	}
	return string(data), nil
}

func noStore() *fail.Error {
	return fail.New(fail.ErrNoStore, "no threads in this project yet").
		Hint("add one: {add FILE:LINE -m TEXT}")
}
