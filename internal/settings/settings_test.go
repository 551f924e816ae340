package settings_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/thread"
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
		if row.Name == project.SyncedField {
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

// TestValuesThatAreNotKnownAreTheStrictOnes checks that a newer consider's values count as the strict ones, because the
// user may have chosen those.
func TestValuesThatAreNotKnownAreTheStrictOnes(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:1", "why?")
	err := d.Human().Update(t.Context(), false, func(c *session.Change) error {
		c.Record("config", thread.Author{Kind: thread.Human}, "")
		c.Tx.Put(settings.SettingsFile, []byte(`{"backup":"new","editorContext":"new","findings":"new","memory":"new","memory.backend":"vault","memory.start":"new","memory.sync":"//","memory.syncSize":"7","resolve":"new","turns":"new"}`))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	out := gittest.Must(project.Config(t.Context(), d.Human(), project.ConfigInput{}))(t)
	for _, row := range settings.AllSettings {
		if out[row.Name] != row.Strict {
			t.Errorf("%s is %v, want %q", row.Name, out[row.Name], row.Strict)
		}
	}
	text := "PLAIN"
	for _, s := range []*session.Session{d.Agent("codex"), d.Human()} {
		_, err := memory.MemoryCreate(t.Context(), s, memory.MemoryCreateInput{Path: "/memories/s", Text: &text})
		if e, ok := fail.As(err); !errors.Is(err, fail.ErrDenied) || !ok || len(e.Hints) == 0 {
			t.Errorf("create: %v %+v", err, e)
		}
	}
	d.WantNoWords("PLAIN", "/memories/s")
	d.Reads(d.Agent("codex"), id)
	if st := gittest.Must(review.Resolve(t.Context(), d.Agent("codex"), review.ResolveInput{IDs: []string{id}}))(t); st.Threads[0].WorkflowState != thread.Open {
		t.Errorf("resolve: %+v", st)
	}
	checks := gittest.Must(project.Doctor(t.Context(), d.Human(), project.DoctorInput{}))(t).Checks
	if !slices.ContainsFunc(checks, func(c fail.Check) bool { return c.Name == "settings" && c.State == "problem" && !c.Hint.IsZero() }) {
		t.Errorf("doctor: %+v", checks)
	}
	d.Set("memory.backend", settings.InWorkspace)
	d.Set("memory", "on")
	d.Keep("/memories/a.md", "chosen here, it is known")
}
