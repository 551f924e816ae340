package review

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"consider/gitstore"
)

// Where the value of a setting is from.
const (
	fromHere    = "here"
	fromMain    = "main worktree"
	fromDefault = "default"
	fromUnread  = "main worktree, unreadable"
)

// inherits reports whether what the store here does not set is the main worktree's.
func (s *Service) inherits() bool { return s.atHome() && (s.Place.Linked || s.Place.Severed()) }

// withMain makes settings those of this worktree: what they do not set is the main worktree's, where there is one. Its
// store is opened when such a setting is asked for, and once in a request.
func (s *Service) withMain(ctx context.Context, own Settings) Settings {
	if !s.inherits() {
		return own
	}
	own.main = func() (Settings, error) {
		if s.mainRead == nil {
			settings, err := s.readMain(ctx)
			s.mainRead = &mainSettings{settings, err}
		}
		return s.mainRead.Settings, s.mainRead.err
	}
	return own
}

// mainSettings are the main worktree's, or why they cannot be read.
type mainSettings struct {
	Settings
	err error
}

// readMain reads the settings of the main worktree's store; none where it has no store. The store is believed only
// when its repository knows this worktree ([worktree.Project.Main]): a folder can claim to be anybody's.
func (s *Service) readMain(ctx context.Context) (Settings, error) {
	if s.Place.Severed() {
		return Settings{}, unread(errors.New("the repository of this worktree is not where its .git file says")).
			Hint("bring it back, or run 'git worktree repair' in it")
	}
	place, ok := s.Place.Main()
	if !ok {
		dir := s.Place.MainStore()
		if dir == "" { // beside a bare repository
			return Settings{}, nil
		}
		if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
			return Settings{}, nil
		}
		return Settings{}, unread(errors.New("its repository does not lead back to this worktree, or may not be read")).
			Hint("run 'git worktree repair' in %s", filepath.Dir(dir))
	}
	main := s.neighbour(place)
	defer main.close()
	st, err := main.glance(ctx)
	if errors.Is(err, ErrNoStore) {
		return Settings{}, nil
	}
	var settings Settings
	if err == nil {
		settings, err = decodeSettings(st.snap.ReadFile(settingsFile))
	}
	switch {
	case err == nil:
		return settings, nil
	case ctx.Err() != nil:
		return Settings{}, ctx.Err()
	}
	return Settings{}, unreadStore(place.StoreDir, err)
}

func unread(cause error) *Error {
	return Denied("the settings of the main worktree cannot be read: %w", cause)
}

// unreadStore says what to do about a store that is there and cannot be read.
func unreadStore(dir string, err error) *Error {
	e := unread(err)
	switch {
	case errors.Is(err, gitstore.ErrReadOnly):
		return e.Hint("let this account read %s", dir)
	case errors.Is(err, gitstore.ErrVersion):
		return e.Hint("upgrade consider: %s was written by a newer one", dir)
	}
	return e.Hint("'consider doctor' in %s says what is wrong", filepath.Dir(dir))
}

// checkSettings says whether the settings of a linked worktree are known; nothing elsewhere.
func (s *Service) checkSettings(ctx context.Context) []Check {
	settings, err := s.Settings(ctx)
	if err != nil || !s.inherits() { // a store that cannot be read is told by its own check
		return nil
	}
	for _, row := range AllSettings {
		if err := settings.known(row.Name); err != nil {
			return []Check{problem("settings", err)}
		}
	}
	return []Check{{Name: "settings", State: "ok", What: "what is not set here is as in the main worktree"}}
}
