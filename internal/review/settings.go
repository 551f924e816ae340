package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"consider/gitstore"
)

// Setting is one row of the settings table.
type Setting struct {
	Name    string // as it is typed and stored; a dot groups: "memory.sync"
	Default string // the value of a store that says nothing
	// Strict holds where something was chosen and cannot be known: the main worktree's settings cannot be read, or a
	// newer consider has stored a value that this one does not know. It lets nobody do or see more than any other.
	Strict string
	Values []string // all values there are; nil where Check decides
	Help   string   // what it is for, in a few words
	// Check refuses a value, saying what would be right; may be nil where Values has them all.
	Check func(value string) error
}

// allows returns an error unless value is one of the setting's.
func (row Setting) allows(value string) error {
	if row.Values != nil && !slices.Contains(row.Values, value) {
		return Usage("%s is one of %s, not %q", row.Name, strings.Join(row.Values, ", "), value)
	}
	if row.Check != nil {
		return row.Check(value)
	}
	return nil
}

func findSetting(name string) (Setting, bool) {
	i := slices.IndexFunc(AllSettings, func(row Setting) bool { return row.Name == name })
	if i < 0 {
		return Setting{}, false
	}
	return AllSettings[i], true
}

// Settings are the store's own, kept in its tree, so that every change of them is in its history. They are
// the fields of one JSON object, all of them texts; fields that no row has are kept as they are, as a newer
// consider may have written them.
//
// In a linked worktree, what is not set is the main worktree's; see [Service.Settings].
type Settings struct {
	fields map[string]json.RawMessage
	main   func() (Settings, error) // the main worktree's; nil where there is none
}

const settingsFile = "settings.json"

// Get returns the value of a setting, which must be in the table: the stored one, else the main worktree's, else the
// default. Where that cannot be known it is the strict one.
func (s Settings) Get(name string) string {
	value, _, _ := s.look(name)
	return value
}

// known returns an error that says why the value of a setting cannot be known.
func (s Settings) known(name string) error {
	_, _, err := s.look(name)
	return err
}

// look returns the value of a setting and where it is from; with the error that it cannot be known, the strict one.
func (s Settings) look(name string) (value, from string, err error) {
	row, ok := findSetting(name)
	if !ok {
		panic("no setting " + name)
	}
	if raw, ok := s.fields[name]; ok {
		if json.Unmarshal(raw, &value) != nil || row.allows(value) != nil {
			return row.Strict, fromHere, Denied("%s is %s, which this consider does not know", name, oneLine(string(raw))).
				Hint("upgrade consider, or choose again: consider config %s VALUE", name)
		}
		return value, fromHere, nil
	}
	if s.main == nil {
		return row.Default, fromDefault, nil
	}
	main, err := s.main()
	if err != nil {
		return row.Strict, fromUnread, err
	}
	value, from, err = main.look(name)
	if from == fromHere {
		from = fromMain
	}
	return value, from, err
}

// set changes a setting. The default is stored as nothing, but where nothing means the main worktree's value.
func (s *Settings) set(row Setting, value string) error {
	if value == row.Default && s.main == nil {
		s.unset(row)
		return nil
	}
	data, err := marshal(value)
	if err != nil {
		return err
	}
	if s.fields == nil {
		s.fields = map[string]json.RawMessage{}
	}
	s.fields[row.Name] = data
	return nil
}

func (s *Settings) unset(row Setting) { delete(s.fields, row.Name) }

// UnmarshalJSON keeps unknown fields.
func (s *Settings) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &s.fields); err != nil {
		return err
	}
	for _, row := range AllSettings {
		var value string
		if raw, ok := s.fields[row.Name]; ok && json.Unmarshal(raw, &value) != nil {
			return fmt.Errorf("%s is not a text", row.Name)
		}
	}
	return nil
}

// MarshalJSON writes the fields in the order of their names.
func (s Settings) MarshalJSON() ([]byte, error) {
	if s.fields == nil {
		return []byte("{}"), nil
	}
	return marshal(s.fields)
}

func decodeSettings(data []byte, err error) (Settings, error) {
	var s Settings
	switch {
	case errors.Is(err, gitstore.ErrNotExist):
		return s, nil
	case err != nil:
		return s, err
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("%s: %w: %w", settingsFile, ErrCorrupt, err)
	}
	return s, nil
}

// settings are those of this worktree, with what the store says in the change under way.
func (s *Service) settings(ctx context.Context, c *change) (Settings, error) {
	own, err := decodeSettings(c.tx.ReadFile(settingsFile))
	return s.withMain(ctx, own), err
}

// Settings returns the settings of this worktree as they are now: its store's; in a linked worktree, what that does not
// set is as the main worktree's store says. The defaults where there is no store.
func (s *Service) Settings(ctx context.Context) (Settings, error) {
	store, err := s.open(ctx, false)
	if errors.Is(err, ErrNoStore) {
		return s.withMain(ctx, Settings{}), nil
	}
	if err != nil {
		return Settings{}, err
	}
	snap, err := store.Snapshot()
	if err != nil {
		return Settings{}, storeError(err)
	}
	own, err := decodeSettings(snap.ReadFile(settingsFile))
	return s.withMain(ctx, own), err
}
