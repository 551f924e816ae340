package project

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/backup"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/words"
	"consider/internal/worktree"
)

// Restored is what was restored from a backup.
type Restored struct {
	Changes int       `json:"changes"`          // that the store lacked; 0 if only its ref or objects were missing
	Last    time.Time `json:"last,omitzero"`    // when the newest of them was made
	Merged  bool      `json:"merged,omitempty"` // the store has changes of its own since, so the threads were merged
}

// restore, if requested, brings back what the newest copy has and the store lacks.
func restore(ctx context.Context, s *session.Session, wanted bool) (*Restored, error) {
	if !wanted {
		return nil, nil
	}
	store, err := s.OpenStore(ctx, false)
	if err != nil && !errors.Is(err, fail.ErrNoStore) {
		return nil, err
	}
	lost := s.Backups().Lost(ctx, store, gitstore.ID{}, true, s.CopyOptions())
	if len(lost) == 0 {
		return finishRestore(ctx, s, store)
	}
	from, err := gitstore.Open(lost[0].Dir, s.CopyOptions())
	if err != nil {
		return nil, session.StoreError(err)
	}
	defer from.Close()
	lost[0].OfferAgain()
	out := &Restored{Changes: len(lost[0].Missing), Last: lost[0].Missing[0].When}
	if store == nil {
		return out, s.Recreate(ctx, from)
	}
	if store.NotOwn() == nil {
		if _, err := store.Heal(ctx, false, nil, from); err != nil {
			return nil, session.StoreError(err)
		}
	}
	done, err := store.CatchUp(ctx, from)
	if err != nil || done {
		return out, session.StoreError(err)
	}
	out.Merged = true
	if err := s.Merge(ctx, s, from, lost[0].Base()); err != nil {
		return nil, session.StoreError(err)
	}
	return out, lost[0].Delete()
}

// finishRestore is restore for a store that has all commits. If an earlier restore was killed, its ref may be missing, and after
// a power cut objects that the commits name.
func finishRestore(ctx context.Context, s *session.Session, store *gitstore.Store) (*Restored, error) {
	done := false
	if store != nil && store.NotOwn() == nil {
		var err error
		if done, err = store.Resume(ctx); err != nil {
			return nil, session.StoreError(err)
		}
		if from := s.Backups().Newest(ctx, s.CopyOptions()); from != nil {
			defer from.Close()
			healed, err := store.Heal(ctx, false, nil, from)
			if err != nil {
				return nil, session.StoreError(err)
			}
			done = done || len(healed) > 0
		}
	}
	if !done {
		return nil, fail.NotFound("the backup has nothing that is missing here").Hint("list the backups of all projects: {doctor}")
	}
	return &Restored{}, nil
}

// forget deletes the backup of a project.
func forget(s *session.Session, project string) error {
	if !filepath.IsAbs(project) {
		project = filepath.Join(s.Place.Root, project)
	}
	store := filepath.Join(project, worktree.StoreName)
	if !slices.ContainsFunc(backup.List(s.State), func(k backup.Kept) bool { return k.Store == store }) {
		return fail.NotFound("there is no backup of %q", project).Hint("list the backups: {doctor}")
	}
	return backup.Of(s.State, store).Delete()
}

// checkBackup says what copy of the store there is, and which others the account has.
func checkBackup(ctx context.Context, s *session.Session) fail.Check {
	c := fail.Check{Name: "backup", State: "note", What: "no copy of the threads outside the project"}
	var others []string
	begun := false
	for _, k := range backup.List(s.State) {
		if k.Store == s.Place.StoreDir {
			begun = true
		} else {
			others = append(others, fmt.Sprintf("%s (%s)", filepath.Dir(k.Store), megabytes(k.Bytes)))
		}
	}
	if len(others) > 0 {
		c.Hint = words.Textf("backups of other projects, deleted by '{doctor --forget PROJECT}': %s", strings.Join(others, ", "))
	}
	f := s.Backups()
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return c
	}
	behind, ok := f.Behind(ctx, store, s.CopyOptions())
	if !ok {
		if begun && !f.IsFull() {
			c.What += ": the last one could not be finished"
			c.Hint = words.Textf("the next change tries again; run '{fsck}' to see if the review data is damaged")
		}
		return c
	}
	c.State, c.What = "ok", "a copy of the threads is in "+f.Path()
	if behind > 0 {
		c.State, c.What = "note", c.What+", without the last "+words.Plural(behind, "change")
		if f.IsFull() {
			c.What += fmt.Sprintf(" (the limit is %s)", megabytes(backup.MaxBytes))
		}
	}
	if lost := f.Lost(ctx, store, gitstore.ID{}, true, s.CopyOptions()); len(lost) > 0 {
		c.State, c.What = "note", c.What+fmt.Sprintf("; the backup is %s ahead of this project", words.Plural(len(lost[0].Missing), "change"))
		c.Hint = words.Textf("to restore them: {fsck --restore} (human only)")
	}
	return c
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/(1<<20)) }
