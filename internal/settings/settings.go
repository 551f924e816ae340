package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/words"
)

// Allows returns an error unless value is one of the setting's.
func (row Setting) Allows(value string) error {
	if names := row.Values.Names(); len(names) > 0 && !row.Values.Has(value) {
		return fail.Usage("%s must be one of %s, not %q", row.Name, strings.Join(names, ", "), value)
	}
	if row.Check != nil {
		return row.Check(value)
	}
	return nil
}

// FindSetting returns the row of a setting, false when the table has none.
func FindSetting(name string) (Setting, bool) {
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
// In a linked worktree, what is not set is the main worktree's; see Session.Settings.
type Settings struct {
	Fields map[string]json.RawMessage
	Main   func() (Settings, error) // the main worktree's; nil where there is none
}

// SettingsFile is where the settings are in the store's tree.
const SettingsFile = "settings.json"

// Get returns the value of a setting, which must be in the table: the stored one, else the main worktree's, else the
// default. Where that cannot be known it is the strict one.
func (s Settings) Get(name string) string {
	value, _, _ := s.Lookup(name)
	return value
}

// Known returns an error that says why the value of a setting cannot be known.
func (s Settings) Known(name string) error {
	_, _, err := s.Lookup(name)
	return err
}

// Lookup returns the value of a setting and where it is from; with the error that it cannot be known, the strict one.
func (s Settings) Lookup(name string) (value, from string, err error) {
	row, ok := FindSetting(name)
	if !ok {
		panic("no setting " + name)
	}
	if raw, ok := s.Fields[name]; ok {
		if json.Unmarshal(raw, &value) != nil || row.Allows(value) != nil {
			return row.Strict, FromHere, fail.Denied("unknown value of %s in this version: %s", name, words.OneLine(string(raw))).
				Hint("upgrade consider, or choose again: consider config %s VALUE", name)
		}
		return value, FromHere, nil
	}
	if s.Main == nil {
		return row.Default, FromDefault, nil
	}
	main, err := s.Main()
	if err != nil {
		return row.Strict, fromUnread, err
	}
	value, from, err = main.Lookup(name)
	if from == FromHere {
		from = FromMain
	}
	return value, from, err
}

// Set changes a setting. The default is stored as nothing, but where nothing means the main worktree's value.
func (s *Settings) Set(row Setting, value string) error {
	if value == row.Default && s.Main == nil {
		s.Unset(row)
		return nil
	}
	data, err := extra.Marshal(value)
	if err != nil {
		return err
	}
	if s.Fields == nil {
		s.Fields = map[string]json.RawMessage{}
	}
	s.Fields[row.Name] = data
	return nil
}

// Unset gives a setting up: the main worktree's value holds, or the default.
func (s *Settings) Unset(row Setting) { delete(s.Fields, row.Name) }

// UnmarshalJSON keeps unknown fields.
func (s *Settings) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &s.Fields); err != nil {
		return err
	}
	for _, row := range AllSettings {
		var value string
		if raw, ok := s.Fields[row.Name]; ok && json.Unmarshal(raw, &value) != nil {
			return fmt.Errorf("%s is not a string", row.Name)
		}
	}
	return nil
}

// MarshalJSON writes the fields in the order of their names.
func (s Settings) MarshalJSON() ([]byte, error) {
	if s.Fields == nil {
		return []byte("{}"), nil
	}
	return extra.Marshal(s.Fields)
}

// DecodeSettings reads the bytes of SettingsFile; err is that of reading the file, and a file that is not there sets
// nothing.
func DecodeSettings(data []byte, err error) (Settings, error) {
	var s Settings
	switch {
	case errors.Is(err, gitstore.ErrNotExist):
		return s, nil
	case err != nil:
		return s, err
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("%s: %w: %w", SettingsFile, fail.ErrCorrupt, err)
	}
	return s, nil
}

// Where the value of a setting is from.
const (
	FromHere    = "here"
	FromMain    = "main worktree"
	FromDefault = "default"
	fromUnread  = "main worktree, unreadable"
)
