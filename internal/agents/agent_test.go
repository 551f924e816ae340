package agents

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestWhatIsSetUpForAnAgentIsComplete(t *testing.T) {
	names := map[string]bool{}
	for _, a := range known {
		for _, name := range slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(a.former), a.ID, a.Word)))) {
			if name != "" && names[name] {
				t.Errorf("two agents are %s", name)
			}
			names[name] = true
		}
		if a.source == "" {
			t.Errorf("%s: no source", a.ID)
		}
		if a.Word == "" {
			continue
		}
		if s := a.Skills; a.Name == "" || s.Shared == "" || s.Own == "" || s.SharedHome == "" || s.OwnHome == "" {
			t.Errorf("%s: %+v", a.ID, a)
		}
		if h := a.Hooks; (h.File == "") != (h.Answer == nil) || h.File != "" && !h.Plugin && h.Entry == nil {
			t.Errorf("%s: hooks %+v", a.ID, h)
		}
		for _, e := range a.Hooks.Events {
			if e.Moment == Never || e.Moment != Wake && MomentOf(e.Name) != e.Moment {
				t.Errorf("%s: %q is at %d, and elsewhere at %d", a.ID, e.Name, e.Moment, MomentOf(e.Name))
			}
		}
		for _, m := range a.MCP {
			if _, err := json.Marshal(m.Entry("consider")); err != nil || m.File == "" || len(m.Keys) == 0 {
				t.Errorf("%s: %+v, %v", a.ID, m, err)
			}
		}
		for _, name := range []string{a.ID, a.Word} {
			if got, ok := ForSetup(name); !ok || got.ID != a.ID {
				t.Errorf("%s is %q", name, got.ID)
			}
		}
	}
	if _, ok := ForSetup("aider"); ok {
		t.Error("setup does not support aider")
	}
}
