package session

import "path/filepath"

// Below returns the stored form of a file or folder to filter by, "." for the project's root.
func (s *Session) Below(arg string) (string, error) {
	dir := arg
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(s.Caller.Dir, dir)
	}
	if dir, err := filepath.EvalSymlinks(dir); err == nil && dir == s.Place.Root {
		return ".", nil
	}
	rel, err := s.Tree.Rel(s.Caller.Dir, arg)
	if err != nil {
		return "", PathError(arg, err)
	}
	return rel, nil
}
