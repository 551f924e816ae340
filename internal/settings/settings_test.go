package settings_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/extra"
	"consider/internal/project"
	"consider/internal/settings"
)

// TestEverySettingHasASoundRow checks the fields without which a setting could not be listed, set or unset.
func TestEverySettingHasASoundRow(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range settings.AllSettings {
		if row.Name == "" || seen[row.Name] || row.Help == "" {
			t.Errorf("row %q: a name of its own and a help are needed", row.Name)
		}
		seen[row.Name] = true
		if len(row.Values.Values) == 0 && row.Check == nil {
			t.Errorf("%s takes anything", row.Name)
		}
		for what, value := range map[string]string{"default": row.Default, "strict value": row.Strict} {
			if err := row.Allows(value); err != nil {
				t.Errorf("the %s of %s: %v", what, row.Name, err)
			}
		}
		if row.Name == project.FromField || row.Name == project.SyncedField {
			t.Errorf("a setting has the name of what stands beside the settings")
		}
	}
}

// TestSettingsKeepWhatTheyDoNotKnow checks that a newer consider's settings survive a change by this one.
func TestSettingsKeepWhatTheyDoNotKnow(t *testing.T) {
	for name, c := range map[string]struct{ stored, get, after string }{
		"nothing stored":          {`{}`, "any", `{"resolve":"human"}`},
		"a field of a newer one":  {`{"resolve":"human","zoom":{"a":[1]}}`, "human", `{"resolve":"human","zoom":{"a":[1]}}`},
		"a value of a newer one":  {`{"resolve":"third"}`, "human", `{"resolve":"human"}`},
		"a field before ours":     {`{"aim":7,"resolve":"human"}`, "human", `{"aim":7,"resolve":"human"}`},
		"characters of all kinds": {`{"x":"<&>"}`, "any", `{"resolve":"human","x":"<&>"}`},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := settings.DecodeSettings([]byte(c.stored), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Get("resolve"); got != c.get {
				t.Errorf("resolve is %q, want %q", got, c.get)
			}
			row, _ := settings.FindSetting("resolve")
			if err := s.Set(row, "human"); err != nil {
				t.Fatal(err)
			}
			data, err := extra.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.after, string(data)); diff != "" {
				t.Error(diff)
			}
			if err := s.Set(row, row.Default); err != nil {
				t.Fatal(err)
			}
			if data, _ := json.Marshal(s); json.Unmarshal(data, &s) != nil || s.Fields["resolve"] != nil {
				t.Errorf("the default is stored: %s", data)
			}
		})
	}
}

// TestDamagedSettingsAreNamed checks that a store reports settings that are damaged, and does not use them.
func TestDamagedSettingsAreNamed(t *testing.T) {
	for _, stored := range []string{`[]`, `{"resolve":5}`, `{`, ``} {
		if _, err := settings.DecodeSettings([]byte(stored), nil); err == nil {
			t.Errorf("%q is taken", stored)
		}
	}
}
