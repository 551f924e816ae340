package treediff

import (
	"errors"
	"fmt"
	"io/fs"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
)

// nameState is what a commit and the index hold under one name, from the git top. A file in conflict has several.
type nameState struct {
	name string
	was  gitdir.Entry       // of the commit; its id is "" if the commit has nothing of that name
	now  *gitdir.IndexEntry // of the index, valid during the visit; nil if the index has nothing
}

// same reports whether the index and the commit agree.
func (h nameState) same() bool {
	return h.now != nil && !h.now.InConflict() && h.was.ID == h.now.HexID() && h.was.Mode.Same(h.now.Mode)
}

// eachHeld lays the index over a commit in this process, and visits each name until visit returns false: those of the
// index in its order, then those that only the commit has. The commit may be "" for none. An index that was never
// written counts as empty, as in git. Errors: ErrBrokenIndex, and objects that cannot be read.
func eachHeld(r *gitrepo.Repo, commit string, visit func(nameState) bool) error {
	ix, err := gitdir.LoadIndex(r.Project)
	if errors.Is(err, fs.ErrNotExist) {
		ix, err = gitdir.EmptyIndex(), nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", gitdir.ErrBrokenIndex, err)
	}
	files := map[string]gitdir.Entry{}
	if commit != "" {
		if files, err = r.FilesOf(commit); err != nil {
			return err
		}
	}
	going := true
	err = ix.Each(func(e *gitdir.IndexEntry) bool {
		h := nameState{name: string(e.Name), now: e}
		h.was = files[h.name]
		delete(files, h.name)
		going = visit(h)
		return going
	})
	if err == nil && (ix.Split || ix.Sparse) {
		err = gitdir.ErrForeignIndex
	}
	if err != nil {
		return fmt.Errorf("%w: %w", gitdir.ErrBrokenIndex, err)
	}
	for name, was := range files {
		if !going {
			break
		}
		going = visit(nameState{name: name, was: was})
	}
	return nil
}
