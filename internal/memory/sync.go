package memory

import (
	"context"
	"errors"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/settings"
)

// syncMemory brings the file of the setting memory.sync up to date. A failure is noted and warned of; what was
// done to the memory stays done.
func syncMemory(ctx context.Context, s *session.Session, b *box) {
	file := b.settings.Get("memory.sync")
	if file == settings.SyncOff {
		return
	}
	if _, err := syncNow(ctx, s, b, file); err != nil {
		logMemory(ctx, s, b, keep.Command{Name: "sync"}, err)
		if s.Warn != nil {
			s.Warn("the memory was not synced to " + file + ": " + err.Error())
		}
	}
}

// syncNow writes the block. Another writer may change the memory after it was read here, and be faster in writing
// the file; so it is done again until nothing has changed in between. The last writer has seen everything.
func syncNow(ctx context.Context, s *session.Session, b *box, file string) (changed bool, err error) {
	if b.backend == settings.InSecret {
		return false, fail.Denied("a secret memory is not written to %q, where all can read it", file).
			Hint("consider config memory.sync off, or choose another memory.backend")
	}
	const tries = 10
	for range tries {
		before, err := s.Tip(ctx)
		if err != nil {
			return false, err
		}
		files, err := keep.All(ctx, b)
		if err != nil {
			return false, refusal(err)
		}
		wrote, err := keep.SyncFile(s.Place.Root, file, keep.Block(files))
		changed = changed || wrote
		var r *keep.Refusal
		if err != nil && (!errors.As(err, &r) || r.Kind != keep.Conflict) {
			return changed, refusal(err)
		}
		after, tipErr := s.Tip(ctx)
		if tipErr != nil || after == before {
			return changed, errors.Join(tipErr, refusal(err))
		}
	}
	return changed, fail.Conflict("the memory keeps changing").Hint("try again: consider memory sync")
}

// ResyncMemory syncs after a change that the memory's own commands did not make.
func ResyncMemory(ctx context.Context, s *session.Session) {
	if b, err := openMemory(ctx, s); err == nil {
		syncMemory(ctx, s, b)
	}
}
