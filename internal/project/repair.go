package project

import (
	"context"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// Repair is one damaged file or folder of the store's tree, and the files that take its place: none where nothing is left
// of it.
type Repair struct {
	Path  string   `json:"path"`
	Files []string `json:"files"`
}

// repair puts older versions in the place of what is damaged, in one change.
func repair(ctx context.Context, s *session.Session, store *gitstore.Store, dry bool) ([]Repair, error) {
	snap, err := store.Snapshot()
	if err != nil {
		return nil, err
	}
	mends, err := snap.Mends(ctx)
	if left := slices.ContainsFunc(mends, func(m gitstore.Mend) bool { return len(m.Files) > 0 }); err != nil || dry || !left {
		return repairsOf(mends), err
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
			if id := thread.Of(file); id != "" {
				threads = append(threads, id)
			}
		}
		c.Record("repair", who, words.Plural(len(files), "file"), threads...)
		return nil
	})
	return repairsOf(mends), err
}

func repairsOf(mends []gitstore.Mend) []Repair {
	out := []Repair{}
	for _, m := range mends {
		out = append(out, Repair{m.Path, append([]string{}, m.Files...)})
	}
	return out
}

// hintFor says what to do about what fsck found at a path.
func hintFor(at string) string {
	switch {
	case strings.HasPrefix(at, "refs/heads/"):
		return "the next change goes on from the newest state that can be read, with what is left of the lost one; a person takes note with 'consider fsck --accept'"
	case strings.HasPrefix(at, "refs/recovered/"):
		return "'consider log' tells what came back; a person takes note with 'consider fsck --accept', which removes nothing"
	case strings.HasPrefix(at, "refs/"):
		return "a ref that is torn is made anew by the next change in its worktree; until then 'consider gc' deletes nothing"
	case strings.HasPrefix(at, "objects/info/"):
		return "remove the file: consider does not read it"
	case strings.HasPrefix(at, "objects/"):
		return "the object can be read from another place, or is named on a line of its own; a copy of .consider may have the file"
	case at == ".gitignore", at == "HEAD", at == "config", at == "store.json":
		return "threads can be read without it; a copy of .consider may have the file"
	case strings.Contains(at, "(of the worktree "):
		return "it is a copy: the worktree's own store has it, and 'consider fsck' there says whether it is sound"
	}
	return "'consider fsck --repair --dry-run' says which older version is left; the copy in the main worktree's store, or a backup of .consider, may have the newest"
}
