package worktree

import (
	"errors"
	"fmt"
	"io/fs"
)

// held is what a commit and the index hold under one name, from the git top. Of a file in conflict there are several.
type held struct {
	name string
	was  entry       // of the commit; its id is "" where it has nothing of that name
	now  *indexEntry // of the index, valid during the visit; nil where it has nothing
}

// same reports whether the index has what the commit has.
func (h held) same() bool {
	return h.now != nil && h.now.flags&flagStage == 0 && h.was.id == h.now.hexID() && h.was.mode.same(h.now.mode)
}

// eachHeld lays the index over a commit, in this process, and visits each name until visit says stop: those of the
// index in its order, then those that the commit alone has. The commit may be "", for none. A repository whose index was
// never written has an empty one, as for git. Errors: ErrBrokenIndex, and what the objects cannot give.
func (t *Tree) eachHeld(commit string, visit func(held) bool) error {
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
		h := held{name: string(e.name), now: e}
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
		going = visit(held{name: name, was: was})
	}
	return nil
}
