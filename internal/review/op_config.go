package review

import (
	"context"
	"errors"
	"strings"
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

// fromField is not the name of a setting.
const fromField = "from"

// Config reads or changes the store's settings. Only a person changes them.
func (s *Service) Config(ctx context.Context, in ConfigInput) (ConfigOutput, error) {
	if in.Name == "" && in.Value == nil && !in.Unset {
		return s.showSettings(ctx, AllSettings)
	}
	row, ok := findSetting(in.Name)
	if !ok {
		return nil, noSetting(in.Name)
	}
	if in.Value == nil && !in.Unset {
		return s.showSettings(ctx, []Setting{row})
	}
	if in.Value != nil && in.Unset {
		return nil, Usage("--unset goes without a value")
	}
	if !in.Unset {
		if err := row.allows(*in.Value); err != nil {
			return nil, err
		}
	}
	if err := s.Caller.person("change a setting"); err != nil {
		return nil, err
	}
	if err := s.putSetting(ctx, row, in); err != nil {
		return nil, err
	}
	if strings.HasPrefix(row.Name, "memory") {
		s.resyncMemory(ctx)
	}
	return s.showSettings(ctx, []Setting{row})
}

func (s *Service) putSetting(ctx context.Context, row Setting, in ConfigInput) error {
	who, err := s.writer(ctx, Human)
	if err != nil {
		return err
	}
	return s.update(ctx, true, func(c *change) error {
		settings, err := s.settings(ctx, c)
		if err != nil {
			return err
		}
		if in.Unset {
			settings.unset(row)
			c.record("config", who, row.Name+" --unset")
		} else {
			if err := settings.set(row, *in.Value); err != nil {
				return err
			}
			c.record("config", who, row.Name+" "+*in.Value)
		}
		data, err := marshal(settings)
		if err != nil {
			return err
		}
		c.tx.Put(settingsFile, append(data, '\n'))
		return nil
	})
}

func (s *Service) showSettings(ctx context.Context, rows []Setting) (ConfigOutput, error) {
	if _, err := s.glance(ctx); err != nil && !(errors.Is(err, ErrNoStore) && s.inherits()) {
		return nil, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	out, sources := ConfigOutput{}, map[string]string{}
	for _, row := range rows {
		out[row.Name], sources[row.Name], _ = settings.look(row.Name)
	}
	if s.inherits() {
		out[fromField] = sources
	}
	return out, nil
}

func noSetting(name string) *Error {
	var names []string
	for _, row := range AllSettings {
		names = append(names, row.Name)
	}
	return Usage("no setting %q", name).Hint("the settings are: %s", strings.Join(names, ", "))
}
