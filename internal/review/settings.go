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
	Name    string   // as it is typed and stored; a dot groups: "memory.sync"
	Default string   // the value of a store that says nothing
	Values  []string // all values there are; nil where Check decides
	Help    string   // what it is for, in a few words
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
type Settings struct {
	fields map[string]json.RawMessage
}

const settingsFile = "settings.json"

// Get returns the value of a setting, which must be in the table: the stored one, or the default where none
// is stored or this version does not know the value.
func (s Settings) Get(name string) string {
	row, ok := findSetting(name)
	if !ok {
		panic("no setting " + name)
	}
	var value string
	if json.Unmarshal(s.fields[name], &value) != nil || row.allows(value) != nil {
		return row.Default
	}
	return value
}

// set changes a setting; the default is stored as nothing.
func (s *Settings) set(row Setting, value string) error {
	if value == row.Default {
		delete(s.fields, row.Name)
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

func (c *change) settings() (Settings, error) { return decodeSettings(c.tx.ReadFile(settingsFile)) }

// Settings returns the store's settings as they are now; the defaults where there is no store.
func (s *Service) Settings(ctx context.Context) (Settings, error) {
	store, err := s.open(ctx, false)
	if errors.Is(err, ErrNoStore) {
		return Settings{}, nil
	}
	if err != nil {
		return Settings{}, err
	}
	snap, err := store.Snapshot()
	if err != nil {
		return Settings{}, storeError(err)
	}
	return decodeSettings(snap.ReadFile(settingsFile))
}
