package session

import (
	"errors"
	"path/filepath"

	"consider/internal/fail"
	"consider/internal/worktree"
)

// Rel returns the stored form of a path that the caller typed: from its folder or, where only that is there, from the
// project's root, as the page, JSON and agents print it. there tells whether a stored path is.
// Errors: those of [worktree.Tree.Rel].
func (s *Session) Rel(arg string, there func(rel string) bool) (string, error) {
	rel, err := s.Tree.Rel(s.Caller.Dir, arg)
	if err == nil && there(rel) || s.folder(arg) == "" {
		return rel, err
	}
	if whole, err := s.Tree.Rel(s.Place.Root, arg); err == nil && there(whole) {
		return whole, nil
	}
	return rel, err
}

// Below returns the stored form of a file or folder to filter by, "." for the project's root.
func (s *Session) Below(arg string) (string, error) { return s.BelowWhere(arg, s.IsThere) }

// BelowWhere is Below where there tells what else than files may be meant.
func (s *Session) BelowWhere(arg string, there func(rel string) bool) (string, error) {
	dir := arg
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(s.Caller.Dir, dir)
	}
	if dir, err := filepath.EvalSymlinks(dir); err == nil && dir == s.Place.Root {
		return ".", nil
	}
	rel, err := s.Rel(arg, there)
	if err != nil {
		return "", s.PathError(arg, err)
	}
	return rel, nil
}

// IsThere reports whether the project has a file or folder there.
func (s *Session) IsThere(rel string) bool {
	_, err := s.Tree.Stat(rel)
	return err == nil
}

// PathError words what is wrong with a path that the caller typed; of one that is not there, where it was looked for.
func (s *Session) PathError(arg string, err error) error {
	folder := s.folder(arg)
	if folder == "" || !errors.Is(err, worktree.ErrNotExist) {
		return PathError(arg, err)
	}
	return fail.NotFound("no file %q in %s, and none in the project's root", arg, folder).
		Hint("a path is tried from the folder that you are in, then from the project's root")
}

// folder is where a path of the caller's starts, from the project's root; "" where that is the only place it can be from.
func (s *Session) folder(arg string) string {
	dir := s.Caller.Dir
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	rel, err := filepath.Rel(s.Place.Root, dir)
	if err != nil || rel == "." || !filepath.IsLocal(rel) || filepath.IsAbs(arg) {
		return ""
	}
	return filepath.ToSlash(rel)
}
