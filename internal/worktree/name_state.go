package worktree

import (
	"errors"
	"fmt"
	"io/fs"
)

// nameState is what a commit and the index hold under one name, from the git top. A file in conflict has several.
type nameState struct {
	name string
	was  entry       // of the commit; its id is "" if the commit has nothing of that name
	now  *indexEntry // of the index, valid during the visit; nil if the index has nothing
}

// same reports whether the index and the commit agree.
func (h nameState) same() bool {
	return h.now != nil && h.now.flags&flagStage == 0 && h.was.id == h.now.hexID() && h.was.mode.same(h.now.mode)
}

// eachHeld lays the index over a commit in this process, and visits each name until visit returns false: those of the
// index in its order, then those that only the commit has. The commit may be "" for none. An index that was never
// written counts as empty, as in git. Errors: ErrBrokenIndex, and objects that cannot be read.
func (t *Tree) eachHeld(commit string, visit func(nameState) bool) error {
	ix, err := loadIndex(t.p)
	if errors.Is(err, fs.ErrNotExist) {
		ix, err = &index{data: make([]byte, 32), idLen: 20}, nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBrokenIndex, err)
	}
	files := map[string]entry{}
	if commit != "" {
		if files, err = t.filesOf(commit); err != nil {
			return err
		}
	}
	going := true
	err = ix.each(func(e *indexEntry) bool {
		h := nameState{name: string(e.name), now: e}
		h.was = files[h.name]
		delete(files, h.name)
		going = visit(h)
		return going
	})
	if err == nil && (ix.split || ix.sparse) {
		err = errForeignIndex
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBrokenIndex, err)
	}
	for name, was := range files {
		if !going {
			break
		}
		going = visit(nameState{name: name, was: was})
	}
	return nil
}
