package project

import (
	"context"
	"errors"
	"strings"

	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/memory"
	"consider/internal/session"
	"consider/internal/settings"
)

// ConfigInput reads the settings, or one, or changes one.
type ConfigInput struct {
	Name  string  `json:"name,omitempty" arg:"name?" help:"one setting; without it all are shown"`
	Value *string `json:"value,omitempty" arg:"value?" help:"its new value"`
	Unset bool    `json:"unset,omitempty" flag:"unset" help:"take its value back: it is the default again, in a linked worktree what the main one's is"`
}

// ConfigOutput is the value of each setting that was asked for, by name. In a linked worktree it has "from" beside them:
// where each is from, by name.
type ConfigOutput map[string]any

// FromField is the field that says where values are from; it is not the name of a setting.
const FromField = "from"

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
		return nil, fail.Usage("--unset goes without a value")
	}
	if !in.Unset {
		if err := row.Allows(*in.Value); err != nil {
			return nil, err
		}
	}
	if err := putSetting(ctx, s, row, in); err != nil {
		return nil, err
	}
	if strings.HasPrefix(row.Name, "memory") {
		memory.ResyncMemory(ctx, s)
	}
	return showSettings(ctx, s, []settings.Setting{row})
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
	if _, err := s.Snapshot(ctx); err != nil && !(errors.Is(err, fail.ErrNoStore) && s.Inherits()) {
		return nil, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	out, sources := ConfigOutput{}, map[string]string{}
	for _, row := range rows {
		out[row.Name], sources[row.Name], _ = settings.Lookup(row.Name)
	}
	if s.Inherits() {
		out[FromField] = sources
	}
	return out, nil
}

func noSetting(name string) *fail.Error {
	var names []string
	for _, row := range settings.AllSettings {
		names = append(names, row.Name)
	}
	return fail.Usage("no setting %q", name).Hint("the settings are: %s", strings.Join(names, ", "))
}
