package session

import (
	"errors"
	"path/filepath"

	"consider/internal/fail"
	"consider/internal/worktree"
)

// Rel returns the stored form of a path that the caller typed. The path starts in the caller's folder; if it exists
// only from the project's root, it starts there, as the page, JSON and agents print paths. there reports whether a
// stored path exists. Errors: those of [worktree.Tree.Rel].
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

// BelowWhere is Below with another test of existence, for paths that need not be files.
func (s *Session) BelowWhere(arg string, there func(rel string) bool) (string, error) {
	if dir, err := worktree.Absolute(s.Caller.Dir, arg); err == nil {
		if dir, err = filepath.EvalSymlinks(dir); err == nil && dir == s.Place.Root {
			return ".", nil
		}
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

// PathError describes what is wrong with a path that the caller typed. For a missing file it says where it was looked
// for.
func (s *Session) PathError(arg string, err error) error {
	folder := s.folder(arg)
	if folder == "" || !errors.Is(err, worktree.ErrNotExist) {
		return PathError(arg, err)
	}
	return fail.NotFound("%q not found in %s or in the project root", arg, folder).
		Hint("paths are relative to the current directory or the project root")
}

// folder returns the caller's folder relative to the project's root. It is "" when arg can start only in one place: it
// is absolute, or the caller is in the root or outside the project.
func (s *Session) folder(arg string) string {
	if filepath.IsAbs(arg) {
		return ""
	}
	return s.FolderIn(s.Caller.Dir)
}

// FolderIn returns a folder relative to the project's root, "" for the root and for folders outside.
func (p *Project) FolderIn(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	rel, err := filepath.Rel(p.Place.Root, dir)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}
