package gitstore

import (
	"context"
	"strings"

	"consider/internal/gitfmt"
)

// walker visits every object reachable from some commits, each once.
type walker struct {
	s    *Store
	ctx  context.Context
	seen map[ID]struct{}
	// visit is called for each object. The content of a blob is not read; visit may do so.
	visit func(id ID, k gitfmt.Kind, at string) error
	// problem is called for an object that cannot be read; the walk continues without it. An error ends the walk.
	problem func(id ID, at string, err error) error
	// stop, if set, ends a line of commits after the commit for which it returns true.
	stop func(id ID) bool
}

func (w *walker) markVisited(id ID) bool {
	if _, ok := w.seen[id]; ok {
		return false
	}
	w.seen[id] = struct{}{}
	return true
}

// parentOf begins the location of a commit that another one names.
const parentOf = "parent of "

// line visits a commit, its tree, and then its parents.
func (w *walker) line(id ID) error {
	for at := "commit"; !id.IsZero() && w.markVisited(id); {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		c, err := w.s.readCommit(id)
		if err != nil {
			return w.problem(id, at, err)
		}
		if err := w.visit(id, gitfmt.Commit, at); err != nil {
			return err
		}
		if err := w.tree(c.tree, ""); err != nil {
			return err
		}
		if w.stop != nil && w.stop(id) {
			return nil
		}
		id, at = c.Parent, parentOf+id.String()
	}
	return nil
}

func (w *walker) tree(id ID, at string) error {
	if id == emptyTree || !w.markVisited(id) {
		return nil
	}
	entries, err := w.s.readTree(id)
	if err != nil {
		return w.problem(id, at, err)
	}
	if err := w.visit(id, gitfmt.Tree, at); err != nil {
		return err
	}
	for _, e := range entries {
		path := strings.TrimPrefix(at+"/"+e.Name, "/")
		switch {
		case e.Mode == gitfmt.ModeDir:
			err = w.tree(e.ID, path)
		case e.Mode != gitfmt.ModeSubmodule && w.markVisited(e.ID):
			err = w.visit(e.ID, gitfmt.Blob, path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
