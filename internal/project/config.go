package project

import (
	"context"
	"errors"
	"slices"
	"strings"

	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/memory"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/words"
)

// ConfigInput reads one setting or all, or changes one.
type ConfigInput struct {
	Name  string  `json:"name,omitempty" arg:"name?" help:"a setting (default: show all)"`
	Value *string `json:"value,omitempty" arg:"value?" help:"the new value"`
	Force bool    `json:"force,omitempty" flag:"force" help:"accept an unusual value, such as setting memory.sync to a file that is not for instructions"`
	Unset bool    `json:"unset,omitempty" flag:"unset" help:"reset the setting to the default"`
}

// ConfigOutput is the value of each setting that was asked for, by name. After a change by which a file follows the
// memory, "synced" says which part of it the file has.
type ConfigOutput map[string]any

// SyncedField is the other field of ConfigOutput, a memory.MemorySyncOutput; no setting has its name.
const SyncedField = "synced"

// Config reads or changes the store's settings. Only a person changes them.
func Config(ctx context.Context, s *session.Session, in ConfigInput) (ConfigOutput, error) {
	if in.Name == "" && in.Value == nil && !in.Unset {
		return showSettings(ctx, s, settings.AllSettings)
	}
	row, ok := settings.FindSetting(in.Name)
	if !ok {
		return nil, noSetting(in.Name)
	}
	if in.Value == nil && !in.Unset {
		return showSettings(ctx, s, []settings.Setting{row})
	}
	if in.Value != nil && in.Unset {
		return nil, fail.Usage("{--unset} does not take a value")
	}
	if !in.Unset {
		err := row.Allows(*in.Value)
		if err == nil && row.Usual != nil && !in.Force {
			err = row.Usual(*in.Value)
		}
		if err != nil {
			return nil, err
		}
	}
	was, err := s.Settings(ctx)
	if err == nil {
		err = putSetting(ctx, s, row, in)
	}
	if err != nil {
		return nil, err
	}
	var synced *memory.MemorySyncOutput
	if strings.HasPrefix(row.Name, "memory") {
		synced = memory.ResyncMemory(ctx, s, was)
	}
	out, err := showSettings(ctx, s, []settings.Setting{row})
	if err == nil && synced != nil {
		out[SyncedField] = *synced
	}
	return out, err
}

func putSetting(ctx context.Context, s *session.Session, row settings.Setting, in ConfigInput) error {
	who, err := s.Author(ctx)
	if err != nil {
		return err
	}
	return s.Update(ctx, true, func(c *session.Change) error {
		chosen, err := s.SettingsIn(ctx, c)
		if err != nil {
			return err
		}
		if in.Unset {
			chosen.Unset(row)
			c.Record("config", who, row.Name+" --unset")
		} else {
			if err := chosen.Set(row, *in.Value); err != nil {
				return err
			}
			c.Record("config", who, row.Name+" "+*in.Value)
		}
		data, err := extra.Marshal(chosen)
		if err != nil {
			return err
		}
		c.Tx.Put(settings.SettingsFile, append(data, '\n'))
		return nil
	})
}

func showSettings(ctx context.Context, s *session.Session, rows []settings.Setting) (ConfigOutput, error) {
	if _, err := s.Snapshot(ctx); err != nil && !errors.Is(err, fail.ErrNoStore) {
		return nil, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	out := ConfigOutput{}
	for _, row := range rows {
		out[row.Name] = settings.Get(row.Name)
	}
	return out, nil
}

func noSetting(name string) *fail.Error {
	var names []string
	for _, row := range settings.AllSettings {
		names = append(names, row.Name)
	}
	e := fail.Usage("unknown setting %q", name)
	if row, value, _ := strings.Cut(name, "="); slices.Contains(names, row) {
		return e.Hint("{config %s %s}", row, words.ShellWord(value))
	}
	return e.Hint("settings: %s", strings.Join(names, ", "))
}
