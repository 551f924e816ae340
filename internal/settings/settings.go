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

// Allows returns an error unless value is a valid value of the setting.
func (row Setting) Allows(value string) error {
	if names := row.Values.Names(); len(names) > 0 && !row.Values.Has(value) {
		return fail.Usage("%s must be one of %s, not %q", row.Name, strings.Join(names, ", "), value)
	}
	if row.Check != nil {
		return row.Check(value)
	}
	return nil
}

// FindSetting returns the row of a setting, false if the table has none.
func FindSetting(name string) (Setting, bool) {
	i := slices.IndexFunc(AllSettings, func(row Setting) bool { return row.Name == name })
	if i < 0 {
		return Setting{}, false
	}
	return AllSettings[i], true
}

// Settings are the settings of a store, kept in its tree, so that the history has every change of them. They are the
// fields of one JSON object, all of them strings. Unknown fields are kept, as a newer consider may have written them.
// A linked worktree uses the main worktree's value of a setting that it does not set; see Session.Settings.
type Settings struct {
	Fields map[string]json.RawMessage
	Main   func() (Settings, error) // returns the main worktree's settings; nil if there is none
}

// SettingsFile is the path of the settings in the store's tree.
const SettingsFile = "settings.json"

// Get returns the value of a setting, which must be in the table: the stored value, by default the main worktree's,
// and without that the default. If the value cannot be known, Get returns the strict one.
func (s Settings) Get(name string) string {
	value, _, _ := s.Lookup(name)
	return value
}

// Known returns an error that explains why the value of a setting cannot be known, nil if it can.
func (s Settings) Known(name string) error {
	_, _, err := s.Lookup(name)
	return err
}

// Lookup returns the value of a setting and its origin. If the value cannot be known, it returns the strict one and
// an error.
func (s Settings) Lookup(name string) (value, from string, err error) {
	row, ok := FindSetting(name)
	if !ok {
		panic("no setting " + name)
	}
	if raw, ok := s.Fields[name]; ok {
		if json.Unmarshal(raw, &value) != nil || row.Allows(value) != nil {
			return row.Strict, FromHere, fail.Denied("%s has a value that this version does not support: %s", name, words.OneLine(string(raw))).
				Hint("upgrade consider, or choose again: {config %s VALUE}", name)
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

// Set changes a setting. A default value is stored only in a linked worktree, where a missing value means the main
// worktree's.
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

// Unset removes a value: the main worktree's value applies, or the default.
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

// DecodeSettings decodes the content of SettingsFile. err is the error of reading the file; a missing file sets
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

// These are the origins of a setting's value.
const (
	FromHere    = "here"
	FromMain    = "main worktree"
	FromDefault = "default"
	fromUnread  = "the main worktree's settings cannot be read"
)
