package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"consider/gitstore"
)

// Settings are the store's own, kept in its tree, so that every change of them is in its history.
type Settings struct {
	Resolve AuthorKind `json:"resolve,omitempty"` // human: an agent's resolve is a proposal; "": either side resolves

	unknown extra
}

const settingsFile = "settings.json"

// UnmarshalJSON keeps unknown fields.
func (s *Settings) UnmarshalJSON(data []byte) (err error) {
	type plain Settings
	s.unknown, err = decodeExtra(data, (*plain)(s))
	return err
}

// MarshalJSON writes unknown fields back.
func (s Settings) MarshalJSON() ([]byte, error) {
	type plain Settings
	return encodeExtra(plain(s), s.unknown)
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

// ConfigInput reads the settings, or one, or changes one.
type ConfigInput struct {
	Name  string  `json:"name,omitempty" arg:"name?" help:"setting: resolve"`
	Value *string `json:"value,omitempty" arg:"value?" help:"new value; resolve: human (agents only propose) or any (default)"`
}

// ConfigOutput is the settings now.
type ConfigOutput struct {
	Resolve string `json:"resolve"` // human or any
}

// Config reads or changes the store's settings. Only a person changes them.
func (s *Service) Config(ctx context.Context, in ConfigInput) (ConfigOutput, error) {
	if in.Name != "" && in.Name != "resolve" {
		return ConfigOutput{}, Usage("no setting %q", in.Name).Hint("the settings are: resolve")
	}
	if in.Value == nil {
		st, err := s.glance(ctx)
		if err != nil {
			return ConfigOutput{}, err
		}
		settings, err := decodeSettings(st.snap.ReadFile(settingsFile))
		return settings.output(), err
	}
	if *in.Value != "human" && *in.Value != "any" {
		return ConfigOutput{}, Usage("resolve is human or any, not %q", *in.Value)
	}
	if err := s.Caller.person("change a setting"); err != nil {
		return ConfigOutput{}, err
	}
	who, err := s.writer(ctx, Human)
	if err != nil {
		return ConfigOutput{}, err
	}
	var out ConfigOutput
	err = s.update(ctx, true, func(c *change) error {
		settings, err := c.settings()
		if err != nil {
			return err
		}
		settings.Resolve = ""
		if *in.Value == "human" {
			settings.Resolve = Human
		}
		data, err := marshal(settings)
		if err != nil {
			return err
		}
		c.tx.Put(settingsFile, append(data, '\n'))
		out = settings.output()
		c.record("config", who, in.Name+" "+*in.Value)
		return nil
	})
	return out, err
}

func (s Settings) output() ConfigOutput {
	if s.Resolve == Human {
		return ConfigOutput{Resolve: "human"}
	}
	return ConfigOutput{Resolve: "any"}
}
