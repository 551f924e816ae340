package project

import (
	"context"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// Repair is one damaged file or folder of the store's tree, and the files that replace it; none if nothing is left of
// it.
type Repair struct {
	Path  string   `json:"path"`
	Files []string `json:"files"`
	Whole bool     `json:"whole,omitempty"` // restored byte for byte from a copy; there is nothing to undo
}

// repair, if requested, replaces damaged data by identical copies, in all states, and where there is none by older versions, in the
// newest state.
func repair(ctx context.Context, s *session.Session, store *gitstore.Store, wanted, dry bool) ([]Repair, error) {
	if !wanted {
		return nil, nil
	}
	healed, err := heal(ctx, s, store, dry)
	if err != nil {
		return nil, err
	}
	out := []Repair{}
	for _, h := range healed {
		out = append(out, Repair{Path: h.Path, Files: []string{h.Path}, Whole: true})
	}
	mends, err := mend(ctx, s, store, dry)
	for _, m := range mends {
		if !slices.ContainsFunc(healed, func(h gitstore.Healed) bool { return h.Object == m.Was }) { // with dry it is still there
			out = append(out, Repair{Path: m.Path, Files: append([]string{}, m.Files...)})
		}
	}
	return out, err
}

// heal looks for copies in the stores of the project's other worktrees, which were copied from each other, in this
// one's packs, and in the project's git, which has most of the texts that threads are attached to.
func heal(ctx context.Context, s *session.Session, store *gitstore.Store, dry bool) ([]gitstore.Healed, error) {
	var others []*gitstore.Store
	linked := s.Place.LinkedWorktrees()
	if home, ok := s.Place.Shared(); ok {
		linked = append(linked, worktree.Linked{Place: home})
	}
	for _, w := range linked {
		if w.Place.StoreDir == store.Dir() {
			continue
		}
		there := s.InWorktree(w.Place)
		defer there.Release()
		if other, err := there.OpenStore(ctx, false); err == nil {
			others = append(others, other)
		}
	}
	inProject := func(id gitstore.ID) ([]byte, error) { return s.Tree.Blob(ctx, id.String(), gitstore.MaxObject) }
	return store.Heal(ctx, dry, inProject, others...)
}

// mend replaces damaged data by older versions, in one change.
func mend(ctx context.Context, s *session.Session, store *gitstore.Store, dry bool) ([]gitstore.Mend, error) {
	snap, err := store.Snapshot()
	if err != nil {
		return nil, err
	}
	mends, err := snap.Mends(ctx)
	if left := slices.ContainsFunc(mends, func(m gitstore.Mend) bool { return len(m.Files) > 0 }); err != nil || dry || !left {
		return mends, err
	}
	who, err := s.Author(ctx)
	if err != nil {
		return nil, err
	}
	err = s.Update(ctx, false, func(c *session.Change) error {
		if mends, err = c.Tx.Mends(ctx); err != nil {
			return err
		}
		var threads, files []string
		for _, m := range mends {
			if len(m.Files) == 0 {
				continue
			}
			if err := c.Tx.Mend(m); err != nil {
				return err
			}
			files = append(files, m.Files...)
			c.Trailers = append(c.Trailers, m.Trailer())
		}
		for _, file := range files {
			if id := thread.IDOf(file); id != "" {
				threads = append(threads, id)
			}
		}
		c.Record("repair", who, words.Plural(len(files), "file"), threads...)
		return nil
	})
	return mends, err
}

// pastDamageHint is the hint for damage in states before the newest.
func pastDamageHint() words.Text {
	return words.Textf("only '{undo}' and older checkpoints need this data: run '{fsck --repair}' to look for another copy, or restore .consider from a backup")
}

// hintFor returns a hint for a problem that fsck found at a path.
func hintFor(at string) words.Text {
	switch {
	case strings.HasPrefix(at, "refs/heads/"):
		return words.Textf("the next change continues from the latest readable version plus the recovered data: acknowledge with '{fsck --accept}' (human only)")
	case strings.HasPrefix(at, "refs/recovered/"):
		return words.Textf("run '{log}' to see the recovered data, then acknowledge with '{fsck --accept}' (human only, deletes nothing)")
	case strings.HasPrefix(at, "refs/"):
		return words.Textf("the next change in its worktree recreates the ref, and '{gc}' deletes nothing until then")
	case strings.HasPrefix(at, "objects/info/"):
		return words.Textf("remove the file: consider does not read it")
	case strings.HasPrefix(at, "objects/"):
		return words.Textf("look for the file in a backup of .consider (objects lost with it are listed separately)")
	case at == ".gitignore", at == "HEAD", at == "config":
		return words.Textf("run '{fsck --repair}' to write the file again (threads can be read without it)")
	case at == "store.json":
		return words.Textf("look for the file in a backup of .consider (threads can be read without it)")
	case strings.Contains(at, "(of the worktree "):
		return words.Textf("run '{fsck}' in that worktree to check the original of this copy")
	}
	return words.Textf("run '{fsck --repair --dry-run}' to see which older version can be restored; the main worktree's store or a backup of .consider may have the latest version")
}
