package memory

import (
	"context"
	"errors"
	"strconv"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/settings"
)

// syncMemory updates the file of the setting memory.sync, and returns the result; nil if there is no such file. A
// failure is recorded and produces a warning; the change to the memory stands.
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

// syncNow writes the block. Another writer may change the memory after it was read here, and write the file sooner; so
// this repeats until nothing has changed in between. The last writer has then seen everything.
func syncNow(ctx context.Context, s *session.Session, b *box, file string) (MemorySyncOutput, error) {
	out := MemorySyncOutput{File: file}
	if b.backend == settings.InSecret {
		// A block from before the memory was secret may still be in it.
		if _, err := keep.SyncFile(s.Place.Root, file, ""); err != nil {
			return out, err
		}
		return out, fail.Denied("secret memory cannot be written to %q, which everyone can read", file).
			Hint("turn off syncing ({config memory.sync off}), or choose another memory.backend")
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
		if err != nil && !errors.Is(err, fail.ErrConflict) {
			return out, err
		}
		after, tipErr := s.Tip(ctx)
		if tipErr != nil || after == before {
			return out, errors.Join(tipErr, err)
		}
	}
	return out, fail.Conflict("the memory keeps changing").Hint("try again: {memory sync}")
}

// fill makes the block, and records its size and the files that it omits.
func (o *MemorySyncOutput) fill(ctx context.Context, b *box) (block string, err error) {
	files, err := keep.All(ctx, b)
	if err != nil {
		return "", err
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

// ResyncMemory syncs after a change by a command other than the memory's; was are the settings before it. It removes
// the block from a file that no longer follows the memory.
func ResyncMemory(ctx context.Context, s *session.Session, was settings.Settings) *MemorySyncOutput {
	b, err := openMemory(ctx, s)
	if err != nil {
		return nil
	}
	if file := was.Get("memory.sync"); file != settings.SyncOff && file != b.settings.Get("memory.sync") {
		if _, err := keep.SyncFile(s.Place.Root, file, ""); err != nil {
			notSynced(ctx, s, b, "could not remove the memory from "+file, err)
		}
	}
	return syncMemory(ctx, s, b)
}

// syncedName begins the names of such notes.
const syncedName = "memory/synced"

// syncedNote is the private file of the store that names the file with this worktree's block.
func syncedNote(s *session.Session) string {
	if s.OwnsStore() {
		return syncedName
	}
	return syncedName + gitstore.HashBlob([]byte(s.Place.Root)).String()
}

// noteSynced is called before the block is written: if the process is killed in between, the note names a file without
// a block, which does no harm.
func noteSynced(ctx context.Context, s *session.Session, file string) error {
	store, err := s.OpenStore(ctx, true)
	if err != nil {
		return err
	}
	if noted, err := store.ReadPrivate(syncedNote(s)); err == nil && string(noted) == file {
		return nil
	}
	return store.WritePrivate(syncedNote(s), []byte(file))
}

// AfterCall removes the block from a file that no longer follows the memory. Usually [ResyncMemory] has done so, but a
// command in another worktree may have changed the setting without writing here. It runs after every call that writes;
// if it fails, the next one tries again.
func AfterCall(ctx context.Context, s *session.Session, c session.Call) {
	if c.Reads {
		return
	}
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return
	}
	noted, err := store.ReadPrivate(syncedNote(s))
	if err != nil {
		return
	}
	file := string(noted)
	chosen, err := s.Settings(ctx)
	if err != nil || chosen.Known("memory.sync") != nil || chosen.Known("memory.backend") != nil {
		return // the file may still follow the memory
	}
	if chosen.Get("memory.sync") == file && chosen.Get("memory.backend") != settings.InSecret {
		return
	}
	_, err = keep.SyncFile(s.Place.Root, file, "")
	if err == nil {
		err = store.RemovePrivate(syncedNote(s))
	}
	if err != nil && s.Warn != nil {
		s.Warn("could not remove the memory from " + file + ": " + err.Error())
	}
}

// SyncedFile returns the file that holds the memory's block, "" if there is none.
func SyncedFile(ctx context.Context, s *session.Session) string {
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return ""
	}
	noted, err := store.ReadPrivate(syncedNote(s))
	if err != nil || !keep.HoldsBlock(s.Place.Root, string(noted)) {
		return ""
	}
	return string(noted)
}

// MemorySyncOutput is the result of a sync.
type MemorySyncOutput struct {
	File    string   `json:"file"`
	Changed bool     `json:"changed"`         // the file has changed
	Block   string   `json:"block,omitempty"` // with dryRun
	Size    int      `json:"size,omitempty"`  // of the block, bytes
	Most    int      `json:"most,omitempty"`  // its largest allowed size
	Left    []string `json:"left,omitempty"`  // files that did not fit
}
