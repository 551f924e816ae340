package setup

import (
	"testing"

	"consider/internal/agents"
)

func TestItIsSaidWhereAnAgentWantsTrustFirst(t *testing.T) {
	w := newWorld(t)
	for _, c := range w.setup(everything(in(InProject, "codex", "gemini", "claude"))) {
		of, _ := agents.ForSetup("codex")
		if c.Path == w.path(".codex/hooks.json") && c.Why != of.Trust.Needs {
			t.Errorf("%+v", c)
		}
	}
	untrusted := func() int {
		st, err := StateOf(w.machine, w.site)
		if err != nil {
			t.Fatal(err)
		}
		return len(st.Untrusted)
	}
	if n := untrusted(); n != 2 {
		t.Errorf("%d are not trusted, want Codex and Gemini", n)
	}
	w.write("home/.codex/config.toml", "[projects."+toJSON(w.site.Root)+"]\ntrust_level = \"trusted\"\n")
	for text, want := range map[string]int{
		`{` + toJSON(w.all) + `: "TRUST_FOLDER"}`:                                              0,
		`{` + toJSON(w.path("project")) + `: "TRUST_PARENT"}`:                                  0,
		`{` + toJSON(w.path("elsewhere")) + `: "TRUST_FOLDER"}`:                                1,
		`{` + toJSON(w.all) + `: "TRUST_FOLDER", ` + toJSON(w.site.Root) + `: "DO_NOT_TRUST"}`: 1,
		`[`: 1,
	} {
		w.write("home/.gemini/trustedFolders.json", text)
		if n := untrusted(); n != want {
			t.Errorf("%s: %d, want %d", text, n, want)
		}
	}
}

// pi skips folders that git ignores, as ours is: it would never find a skill in the project.
func TestTheSkillOfAnAgentThatHeedsGitignoreIsAtHome(t *testing.T) {
	if i, err := ParseIntegration("claude-code:home"); err != nil || i != (Integration{"claude", InHome}) {
		t.Errorf("its name in messages: %v, %v", i, err)
	}
	i, err := ParseIntegration("pi")
	if err != nil || i.Scope != InHome {
		t.Fatal(i, err)
	}
	w := newWorld(t)
	only(t, w.setup(Choice{Integrations: []Integration{i}}), Written, Skipped)
	if w.read("home/.agents/skills/consider/SKILL.md") == "" {
		t.Error("it is not there")
	}
	for _, c := range newWorld(t).setup(Choice{Integrations: in(InProject, "pi")}) {
		if c.What == "skill" && c.Done != Skipped {
			t.Errorf("%+v", c)
		}
	}
	// Without git, nothing in the project is ignored.
	w = newWorld(t)
	w.site.Git = false
	only(t, w.setup(Choice{Integrations: in(InProject, "pi")}), Written)
}
