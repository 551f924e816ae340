package memory

import (
	"context"
	"errors"
	"strconv"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/settings"
)

// syncMemory brings the file of the setting memory.sync up to date, and says what it is then; nil for none. A failure is
// noted and warned of; what was done to the memory stays done.
func syncMemory(ctx context.Context, s *session.Session, b *box) *MemorySyncOutput {
	file := b.settings.Get("memory.sync")
	if file == settings.SyncOff {
		return nil
	}
	out, err := syncNow(ctx, s, b, file)
	if err != nil {
		notSynced(ctx, s, b, "the memory was not synced to "+file, err)
		return nil
	}
	return &out
}

func notSynced(ctx context.Context, s *session.Session, b *box, what string, err error) {
	logMemory(ctx, s, b, keep.Command{Name: "sync"}, err)
	if s.Warn != nil {
		s.Warn(what + ": " + err.Error())
	}
}

// syncNow writes the block. Another writer may change the memory after it was read here, and be faster in writing
// the file; so it is done again until nothing has changed in between. The last writer has seen everything.
func syncNow(ctx context.Context, s *session.Session, b *box, file string) (MemorySyncOutput, error) {
	out := MemorySyncOutput{File: file}
	if b.backend == settings.InSecret {
		// What was plain before may still be in it.
		if _, err := keep.SyncFile(s.Place.Root, file, ""); err != nil {
			return out, refusal(err)
		}
		return out, fail.Denied("a secret memory is not written to %q, where all can read it", file).
			Hint("consider config memory.sync off, or choose another memory.backend")
	}
	if err := noteSynced(ctx, s, file); err != nil {
		return out, err
	}
	const tries = 10
	for range tries {
		before, err := s.Tip(ctx)
		if err != nil {
			return out, err
		}
		block, err := out.fill(ctx, b)
		if err != nil {
			return out, err
		}
		wrote, err := keep.SyncFile(s.Place.Root, file, block)
		out.Changed = out.Changed || wrote
		var r *keep.Refusal
		if err != nil && (!errors.As(err, &r) || r.Kind != keep.Conflict) {
			return out, refusal(err)
		}
		after, tipErr := s.Tip(ctx)
		if tipErr != nil || after == before {
			return out, errors.Join(tipErr, refusal(err))
		}
	}
	return out, fail.Conflict("the memory keeps changing").Hint("try again: consider memory sync")
}

// fill makes the block, and says how large it is and what it lacks.
func (o *MemorySyncOutput) fill(ctx context.Context, b *box) (block string, err error) {
	files, err := keep.All(ctx, b)
	if err != nil {
		return "", refusal(err)
	}
	most, err := strconv.Atoi(b.settings.Get("memory.syncSize"))
	if err != nil {
		return "", err
	}
	block, left := keep.Block(files, most<<10)
	o.Size, o.Most, o.Left = len(block), most<<10, nil
	for _, p := range left {
		o.Left = append(o.Left, p.String())
	}
	return block, nil
}

// ResyncMemory syncs after a change by another command than the memory's own; was are the settings before it. A file
// that follows the memory no longer loses the block.
func ResyncMemory(ctx context.Context, s *session.Session, was settings.Settings) *MemorySyncOutput {
	b, err := openMemory(ctx, s)
	if err != nil {
		return nil
	}
	if file := was.Get("memory.sync"); file != settings.SyncOff && file != b.settings.Get("memory.sync") {
		if _, err := keep.SyncFile(s.Place.Root, file, ""); err != nil {
			notSynced(ctx, s, b, "the memory is still in "+file, refusal(err))
		}
	}
	return syncMemory(ctx, s, b)
}

// syncedNote is the private file of the store that names the file with the block.
const syncedNote = "memory/synced"

// noteSynced is called before the block is written: one that was killed in between left a note of nothing.
func noteSynced(ctx context.Context, s *session.Session, file string) error {
	store, err := s.OpenStore(ctx, true)
	if err != nil {
		return err
	}
	if noted, err := store.ReadPrivate(syncedNote); err == nil && string(noted) == file {
		return nil
	}
	return store.WritePrivate(syncedNote, []byte(file))
}

// DropSynced takes the block out of a file that no longer follows the memory. Most often [ResyncMemory] has done so. But a
// linked worktree may have the setting from the main one, where it was changed by a command that writes nothing here.
// Every verb that writes calls it after it succeeded; where it fails, the next one tries again.
func DropSynced(ctx context.Context, s *session.Session) {
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return
	}
	noted, err := store.ReadPrivate(syncedNote)
	if err != nil {
		return
	}
	file := string(noted)
	chosen, err := s.Settings(ctx)
	if err != nil || chosen.Known("memory.sync") != nil || chosen.Known("memory.backend") != nil {
		return // it is not known that it follows no longer
	}
	if chosen.Get("memory.sync") == file && chosen.Get("memory.backend") != settings.InSecret {
		return
	}
	_, err = keep.SyncFile(s.Place.Root, file, "")
	if err == nil {
		err = store.RemovePrivate(syncedNote)
	}
	if err != nil && s.Warn != nil {
		s.Warn("the memory is still in " + file + ": " + refusal(err).Error())
	}
}

// MemorySyncOutput is what a sync did.
type MemorySyncOutput struct {
	File    string   `json:"file"`
	Changed bool     `json:"changed"`         // the file is another now
	Block   string   `json:"block,omitempty"` // with dryRun
	Size    int      `json:"size,omitempty"`  // of the block, bytes
	Most    int      `json:"most,omitempty"`  // what it may have
	Left    []string `json:"left,omitempty"`  // files that it has no room for
}
