package review

import (
	"context"
	"strings"
)

// ConfigInput reads the settings, or one, or changes one.
type ConfigInput struct {
	Name  string  `json:"name,omitempty" arg:"name?" help:"one setting; without it all are shown"`
	Value *string `json:"value,omitempty" arg:"value?" help:"its new value"`
}

// ConfigOutput is the value of each setting that was asked for, by name.
type ConfigOutput map[string]string

// Config reads or changes the store's settings. Only a person changes them.
func (s *Service) Config(ctx context.Context, in ConfigInput) (ConfigOutput, error) {
	if in.Name == "" && in.Value == nil {
		return s.showSettings(ctx, AllSettings)
	}
	row, ok := findSetting(in.Name)
	if !ok {
		return nil, noSetting(in.Name)
	}
	if in.Value == nil {
		return s.showSettings(ctx, []Setting{row})
	}
	if err := row.allows(*in.Value); err != nil {
		return nil, err
	}
	if err := s.Caller.person("change a setting"); err != nil {
		return nil, err
	}
	who, err := s.writer(ctx, Human)
	if err != nil {
		return nil, err
	}
	err = s.update(ctx, true, func(c *change) error {
		settings, err := c.settings()
		if err != nil {
			return err
		}
		if err := settings.set(row, *in.Value); err != nil {
			return err
		}
		data, err := marshal(settings)
		if err != nil {
			return err
		}
		c.tx.Put(settingsFile, append(data, '\n'))
		c.record("config", who, row.Name+" "+*in.Value)
		return nil
	})
	if err == nil && strings.HasPrefix(row.Name, "memory") {
		s.resyncMemory(ctx)
	}
	return ConfigOutput{row.Name: *in.Value}, err
}

func (s *Service) showSettings(ctx context.Context, rows []Setting) (ConfigOutput, error) {
	st, err := s.glance(ctx)
	if err != nil {
		return nil, err
	}
	settings, err := decodeSettings(st.snap.ReadFile(settingsFile))
	if err != nil {
		return nil, err
	}
	out := ConfigOutput{}
	for _, row := range rows {
		out[row.Name] = settings.Get(row.Name)
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
