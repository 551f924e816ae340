package session

import (
	"context"
	"fmt"
	"os"
	"time"

	"consider/gitstore"
	"consider/internal/backup"
	"consider/internal/settings"
	"consider/internal/words"
)

// backupPatience is how long a change waits for another one that is being copied.
const backupPatience = time.Second

// Backups is the folder with the copies of the store. A store that the caller named has none, nor has an outbox.
func (s *Session) Backups() backup.Folder {
	if s.Named || s.Place.Home != "" {
		return backup.Folder{}
	}
	return backup.Of(s.State, s.Place.StoreDir)
}

// CopyOptions are what the copies of the store are opened with.
func (s *Session) CopyOptions() gitstore.Options {
	return gitstore.Options{Now: s.Now, Program: s.Program, LockWait: backupPatience}
}

// backUp brings the copy of the store up to date. The change is stored, so that a failure only leaves the copy behind: the
// next change copies both. Root copies no store of another user, who could not write to files that root made in their home.
func (s *Session) backUp(ctx context.Context, store *gitstore.Store) {
	if s.State == "" {
		return
	}
	if os.Geteuid() == 0 {
		if _, foreign := s.Place.ForeignOwner(""); foreign {
			return
		}
	}
	snap, err := store.Snapshot()
	if err != nil {
		return
	}
	chosen, err := settings.DecodeSettings(snap.ReadFile(settings.SettingsFile))
	switch {
	case err != nil || chosen.Known(settings.BackupSetting) != nil:
	case chosen.Get(settings.BackupSetting) == "off":
		_ = s.Backups().Delete()
	default:
		_ = s.Backups().Copy(ctx, store, s.CopyOptions())
	}
}

// BackupAhead says that a copy of the store has changes that the store lacks.
type BackupAhead struct {
	Changes int       `json:"changes"`
	Last    time.Time `json:"last"` // when the newest of them was made
}

// ahead is BackupAhead for every caller, for the store at tip. It omits what a person has seen.
func (s *Session) ahead(ctx context.Context, store *gitstore.Store, tip gitstore.ID) *BackupAhead {
	lost := s.Backups().Lost(ctx, store, tip, false, s.CopyOptions())
	if len(lost) == 0 {
		return nil
	}
	if s.showsBackup() || s.Caller.IsPerson() && s.Caller.OnScreen {
		for _, c := range lost {
			_ = c.Offered()
		}
	}
	return &BackupAhead{len(lost[0].Missing), lost[0].Missing[0].When}
}

// showsBackup reports whether the caller is a person's editor or review page, which shows what it gets and may restore the
// backup.
func (s *Session) showsBackup() bool {
	return (s.Caller.IsEditor || s.Caller.IsPage) && s.Caller.IsPerson() && s.Caller.Unproven == ""
}

// warnOfBackup warns, once in a process, that a copy of the store has changes that the store lacks at tip. An editor is
// notified instead, and so is a page, which opens the project anew for each request.
func (s *Session) warnOfBackup(ctx context.Context, store *gitstore.Store, tip gitstore.ID) {
	if s.Warn == nil || s.Caller.IsPage || s.showsBackup() || s.told.Swap(true) {
		return
	}
	if a := s.ahead(ctx, store, tip); a != nil {
		s.Warn(fmt.Sprintf("the backup is %s ahead of this project (last: %s); to restore them, run 'consider fsck --restore' (human only)",
			words.Plural(a.Changes, "change"), a.Last.UTC().Format("2006-01-02 15:04 UTC")))
	}
}

// Recreate makes the store again from a copy of it.
func (s *Session) Recreate(ctx context.Context, from *gitstore.Store) error {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if err := s.CheckOwned(ctx); err != nil {
		return err
	}
	o := s.options(ctx)
	o.Fork, o.Whole = from, true
	store, err := gitstore.Create(s.Place.StoreDir, o)
	if err != nil {
		return StoreError(err)
	}
	if err := store.NotOwn(); err != nil {
		_ = store.Close() // nothing more is written
		return StoreError(err)
	}
	s.RecordOrigin(ctx, store)
	s.Store = store
	return nil
}
