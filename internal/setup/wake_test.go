package setup

import (
	"encoding/json"
	"strings"
	"testing"
)

const wakeSettings = "project/.claude/settings.local.json"

func TestASessionThatIsToBeWokenHasAPluginOfItsOwnProject(t *testing.T) {
	w := newWorld(t, wakeSettings, `{"enabledPlugins": {"theirs@shop": true}, "extraKnownMarketplaces": {"shop": {"source": {"source": "directory", "path": "/shop"}}}}`+"\n")
	before := w.read(wakeSettings)
	changes := w.setup(Choice{Integrations: in(InProject, "claude"), Hooks: Wake})
	var settings struct {
		Plugins map[string]bool `json:"enabledPlugins"`
		Markets map[string]struct{ Source struct{ Source, Path string } }
	}
	text := strings.Replace(w.read(wakeSettings), "extraKnownMarketplaces", "markets", 1)
	if err := json.Unmarshal([]byte(text), &settings); err != nil {
		t.Fatal(err)
	}
	for name, market := range settings.Markets {
		if name != "shop" && (market.Source.Path != w.path("project/.claude/consider-wake") || !settings.Plugins["consider-wake@"+name]) {
			t.Errorf("%s: %+v, %+v", name, market, settings.Plugins)
		}
	}
	if len(settings.Markets) != 2 || len(settings.Plugins) != 2 || !strings.Contains(text, "PostToolUse") {
		t.Errorf("%s", text)
	}
	monitors := w.read("project/.claude/consider-wake/wake/monitors/monitors.json")
	if !strings.Contains(monitors, "'"+w.path("project/.consider/bin/consider")+"' --for-agents watch --for agent --brief") {
		t.Error(monitors)
	}
	said := false
	for _, c := range changes {
		said = said || strings.Contains(c.Why, "Claude Code wakes sessions only in trusted folders")
	}
	if !said {
		t.Errorf("a person is not told what will be asked: %+v", changes)
	}
	// A lower level removes it, and nothing of theirs.
	w.setup(Choice{Integrations: in(InProject, "claude"), Hooks: MidTurn})
	if text := w.read(wakeSettings); strings.Contains(text, "consider-wake") || !strings.Contains(text, "theirs@shop") || !strings.Contains(text, "PostToolUse") {
		t.Error(text)
	}
	for name := range w.tree() {
		if strings.Contains(name, "consider-wake") {
			t.Errorf("%s is left", name)
		}
	}
	w.setup(Choice{Integrations: in(InProject, "claude"), Hooks: Off})
	if w.read(wakeSettings) != before {
		t.Error(w.read(wakeSettings))
	}
}

// Claude Code lists marketplaces by name in the home folder, in one list for all projects.
func TestTwoProjectsHaveMarketplacesOfTheirOwn(t *testing.T) {
	one, two := newWorld(t), newWorld(t)
	name := func(w *world) string {
		e := newEngine(w.machine, w.site, noon, true, false)
		return e.marketName()
	}
	if name(one) == name(two) {
		t.Errorf("%s and %s", name(one), name(two))
	}
}

func TestAPluginThatWasEditedStays(t *testing.T) {
	w := newWorld(t)
	w.setup(Choice{Integrations: in(InProject, "claude"), Hooks: Wake})
	const monitors = "project/.claude/consider-wake/wake/monitors/monitors.json"
	w.write(monitors, "[]\n")
	w.uninstall(false)
	if w.read(monitors) != "[]\n" {
		t.Error("it is gone")
	}
}

func TestAgentsThatCannotBeWokenAreNamed(t *testing.T) {
	for _, agent := range []string{"gemini", "copilot", "cursor"} {
		w := newWorld(t)
		said := false
		for _, c := range w.setup(Choice{Integrations: in(InProject, agent), Hooks: Wake}) {
			said = said || c.Done == Skipped && strings.Contains(c.Why, "cannot wake")
		}
		if !said {
			t.Errorf("%s: nothing is said", agent)
		}
	}
}

func TestOpenCodeIsWokenByThePluginThatItsHooksAreIn(t *testing.T) {
	w := newWorld(t)
	const plugin = "project/.opencode/plugin/consider.js"
	said := false
	for _, c := range w.setup(Choice{Integrations: in(InProject, "opencode"), Hooks: Wake}) {
		said = said || strings.HasSuffix(c.Path, "consider.js") && strings.Contains(c.Why, "Restart running sessions")
	}
	if !said || !strings.Contains(w.read(plugin), `"tool.execute.before","wake"]`) {
		t.Errorf("said %t: %s", said, w.read(plugin))
	}
	w.setup(Choice{Integrations: in(InProject, "opencode"), Hooks: MidTurn})
	if strings.Contains(w.read(plugin), `"wake"]`) {
		t.Error("a lower level wakes")
	}
	w.uninstall(false)
	for name := range w.tree() {
		if strings.Contains(name, ".opencode") {
			t.Errorf("%s is left", name)
		}
	}
}

func TestCodexHasHooksThatStartAndEndWhatListens(t *testing.T) {
	w := newWorld(t)
	const hooks = "project/.codex/hooks.json"
	said := false
	for _, c := range w.setup(Choice{Integrations: in(InProject, "codex"), Hooks: Wake}) {
		said = said || strings.HasSuffix(c.Path, "hooks.json") && strings.Contains(c.Why, "restart running sessions")
	}
	for _, event := range []string{"SessionStart", "SessionEnd"} {
		if text := w.read(hooks); !said || !strings.Contains(text, "' hook codex "+event+`"`) {
			t.Errorf("said %t: %s", said, text)
		}
	}
	w.setup(Choice{Integrations: in(InProject, "codex"), Hooks: MidTurn})
	if text := w.read(hooks); strings.Contains(text, "Session") {
		t.Errorf("a lower level wakes: %s", text)
	}
	w.uninstall(false)
	for name := range w.tree() {
		if strings.Contains(name, ".codex") {
			t.Errorf("%s is left", name)
		}
	}
}
