package session

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/settings"
)

// Inherits reports whether settings missing from the store here come from the main worktree.
func (s *Session) Inherits() bool { return s.OwnsStore() && (s.Place.Linked || s.Place.Severed()) }

// withMain makes unset settings fall back to the main worktree's, if there is one. Its store is opened only when such a
// setting is read, and once in a request.
func (s *Session) withMain(ctx context.Context, own settings.Settings) settings.Settings {
	if !s.Inherits() {
		return own
	}
	own.Main = func() (settings.Settings, error) {
		if s.MainRead == nil {
			settings, err := s.readMain(ctx)
			s.MainRead = &mainSettings{settings, err}
		}
		return s.MainRead.Settings, s.MainRead.err
	}
	return own
}

// readMain reads the settings of the main worktree's store; they are empty if it has no store. The store is trusted
// only when its repository knows this worktree ([worktree.Project.Main]), because any folder can claim to belong to a
// repository.
func (s *Session) readMain(ctx context.Context) (settings.Settings, error) {
	if s.Place.Severed() {
		return settings.Settings{}, unread(errors.New("the repository that this worktree's .git file points to was not found")).
			Hint("move the repository back, or run 'git worktree repair' in its new location")
	}
	place, ok := s.Place.Main()
	if !ok {
		dir := s.Place.MainStore()
		if dir == "" { // the main repository is bare
			return settings.Settings{}, nil
		}
		if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
			return settings.Settings{}, nil
		}
		return settings.Settings{}, unread(errors.New("the repository does not list this worktree, or cannot be read")).
			Hint("run 'git worktree repair' in %s", filepath.Dir(dir))
	}
	main := s.InWorktree(place)
	defer main.Release()
	st, err := main.Snapshot(ctx)
	if errors.Is(err, fail.ErrNoStore) {
		return settings.Settings{}, nil
	}
	var chosen settings.Settings
	if err == nil {
		chosen, err = settings.DecodeSettings(st.Commit.ReadFile(settings.SettingsFile))
	}
	switch {
	case err == nil:
		return chosen, nil
	case ctx.Err() != nil:
		return settings.Settings{}, ctx.Err()
	}
	return settings.Settings{}, unreadStore(place.StoreDir, err)
}

func unread(cause error) *fail.Error {
	return fail.Denied("the settings of the main worktree cannot be read: %w", cause)
}

// unreadStore returns an error that says what to do about an existing store that cannot be read.
func unreadStore(dir string, err error) *fail.Error {
	e := unread(err)
	switch {
	case errors.Is(err, gitstore.ErrReadOnly):
		return e.Hint("give your account read access to %s", dir)
	case errors.Is(err, gitstore.ErrVersion):
		return e.Hint("upgrade consider: %s was written by a newer version", dir)
	}
	return e.Hint("run '{doctor}' in %s", filepath.Dir(dir))
}
