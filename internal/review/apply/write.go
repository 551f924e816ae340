package apply

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"consider/gitstore"
	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/origin"
	"consider/internal/safefs"
	"consider/internal/session"
)

// write replaces the files that change. Until the store has the commit, the note of a batch allows them to be restored.
func (j *job) write(ctx context.Context, c *session.Change, todo []file) error {
	todo = slices.DeleteFunc(todo, func(f file) bool { return bytes.Equal(f.data, f.now) })
	if err := j.note(ctx, c, todo); err != nil {
		return err
	}
	return j.put(ctx, todo)
}

// put replaces the files, one after the other.
func (j *job) put(ctx context.Context, todo []file) error {
	for _, f := range todo {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := j.replace(f, f.data, f.now)
		if err == nil || !changed(err) { // also when the file is new, but the sync of its folder failed
			j.before = append(j.before, f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// note writes the note of a batch, and makes the commit name it. A single file needs no note.
func (j *job) note(ctx context.Context, c *session.Change, todo []file) error {
	if len(todo) < 2 {
		return nil
	}
	store, err := j.s.OpenStore(ctx, false)
	if err != nil {
		return err
	}
	switch back, err := finishBatch(ctx, j.s, store); {
	case err != nil:
		return fail.Denied("cannot undo suggestions that were being applied when consider was stopped: %w", err).
			Hint("run 'git diff' to see what the files contain now")
	case len(back) > 0:
		return fail.Conflict("undid suggestions that were being applied when consider was stopped").Hint("try again")
	}
	root := j.s.Place.Root
	b := batch{Key: safefs.RandomName(), Base: c.Tx.Base().String(), Root: root, Place: origin.Place(root)}
	for _, f := range todo {
		b.Files = append(b.Files, swapOf(f))
	}
	data, err := extra.Marshal(b)
	if err != nil {
		return err
	}
	if err := store.WritePrivate(batchName(root), data); err != nil {
		return session.StoreError(err)
	}
	j.batch = b.Key
	c.Trailers = append(c.Trailers, gitstore.Trailer{Key: batchTrailer, Value: b.Key})
	return nil
}

// back restores all files that were replaced. If that fails, the note of a batch stays, and [Finish] tries again.
func (j *job) back() error {
	var failed error
	done := true
	for _, f := range j.before {
		if is, _, _, err := j.read(f.name); err == nil && bytes.Equal(is, f.data) {
			continue
		}
		err := j.replace(f, f.now, f.data)
		failed = errors.Join(failed, err)
		done = done && (err == nil || changed(err))
	}
	j.before = nil
	if !done {
		return failed
	}
	return errors.Join(failed, j.forget())
}
