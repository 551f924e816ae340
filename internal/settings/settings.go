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
type Settings struct {
	Fields map[string]json.RawMessage
}

// SettingsFile is the path of the settings in the store's tree.
const SettingsFile = "settings.json"

// Get returns the value of a setting, which must be in the table: the stored value or the default. If the value cannot be
// known, Get returns the strict one.
func (s Settings) Get(name string) string {
	value, _ := s.lookup(name)
	return value
}

// Known returns an error that explains why the value of a setting cannot be known, nil if it can.
func (s Settings) Known(name string) error {
	_, err := s.lookup(name)
	return err
}

func (s Settings) lookup(name string) (value string, err error) {
	row, ok := FindSetting(name)
	if !ok {
		panic("no setting " + name)
	}
	raw, ok := s.Fields[name]
	if !ok {
		return row.Default, nil
	}
	if json.Unmarshal(raw, &value) != nil || row.Allows(value) != nil {
		return row.Strict, fail.Denied("%s has a value that this version does not support: %s", name, words.OneLine(string(raw))).
			Hint("upgrade consider, or choose again: {config %s VALUE}", name)
	}
	return value, nil
}

// Set changes a setting. A default value is not stored.
func (s *Settings) Set(row Setting, value string) error {
	if value == row.Default {
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

// Unset removes a value, so that the default applies.
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
