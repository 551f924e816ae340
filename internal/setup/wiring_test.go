package setup

import (
	"strings"
	"testing"
)

// `setup claude --hooks on-stop` changed the hooks of all agents that were set up before.
func TestOnlyTheAgentsThatAreNamedAreTouched(t *testing.T) {
	w := newWorld(t)
	w.setup(everything(in(InProject, "codex", "opencode")))
	before := w.tree()
	changes := w.setup(Choice{Integrations: in(InProject, "claude"), Hooks: OnStop, MCP: &yes, Allow: &yes})
	for _, c := range changes {
		if strings.Contains(c.Path, "codex") || strings.Contains(c.Path, "opencode") || strings.Contains(c.Path, ".agents") {
			t.Errorf("%s %s", c.Path, c.Done)
		}
	}
	for name, text := range w.tree() {
		if was, there := before[name]; there && was != text && name != "project/.consider/config.json" && name != "project/.git/info/exclude" {
			t.Errorf("%s is another", name)
		}
	}
	// Turning off does not affect the others either. Without a name, the choice applies to all.
	no := false
	w.setup(Choice{Integrations: in(InProject, "claude"), Hooks: Off, MCP: &no, Allow: &no})
	if w.read("project/.codex/hooks.json") == "" || w.doneTo(w.setup(Choice{}), "project/.claude/settings.local.json") != "" {
		t.Error("claude has hooks, or codex has none")
	}
	only(t, w.setup(Choice{Hooks: NextPrompt}), Updated, Unchanged, Written)
	if strings.Contains(w.read("project/.codex/hooks.json"), "PostToolUse") || !strings.Contains(w.read("project/.claude/settings.local.json"), "UserPromptSubmit") {
		t.Error("without a name, not all were meant")
	}
	st, err := StateOf(w.machine, w.site)
	if err != nil || st.Hooks != NextPrompt || !st.MCP {
		t.Errorf("%+v %v", st, err)
	}
}

// Records from before 2026-11-22 have one level for all agents.
func TestARecordOfAnOlderProgramIsReadAsMeantForAll(t *testing.T) {
	w := newWorld(t)
	older := everything(in(InProject, "claude", "codex"))
	older.Plans = nil // it did not have this field
	w.setup(older)
	text := w.read("project/.consider/config.json")
	start := strings.Index(text, `  "agents": {`)
	end := strings.Index(text, `  "lastUpdatedAt"`)
	if start < 0 || end < start {
		t.Fatal(text)
	}
	w.write("project/.consider/config.json", text[:start]+text[end:])
	hooks := w.read("project/.codex/hooks.json")
	only(t, w.setup(Choice{}), Unchanged, Removed) // the rule on Claude's list is not known to be ours, and stays with the hooks
	if w.read("project/.codex/hooks.json") != hooks || !strings.Contains(w.read("project/.claude/settings.local.json"), "PostToolUse") {
		t.Error("the hooks are gone")
	}
}

// Claude Code asks before each call of our program unless it is on its list.
func TestOurProgramIsPutOnTheListAndTakenOff(t *testing.T) {
	const file = "project/.claude/settings.local.json"
	lists := map[string]string{
		"none":          "",
		"other rules":   "{\n  \"permissions\": {\n    \"allow\": [\"Bash(ls)\"],\n    \"deny\": []\n  }\n}\n",
		"an empty list": "{\"permissions\": {\"allow\": []}}",
		"no list":       "{\"permissions\": {\"deny\": [\"Bash(rm:*)\"]}}",
	}
	for name, text := range lists {
		w := newWorld(t)
		if text != "" {
			w.write(file, text)
		}
		before := outsideStore(w.tree())
		w.setup(Choice{Integrations: in(InProject, "claude"), Allow: &yes})
		if got := w.read(file); !strings.Contains(got, `"Bash(.consider/bin/consider-cli:*)"`) || strings.Contains(got, "mcp__") {
			t.Errorf("%s: %s", name, got)
		}
		w.setup(Choice{Integrations: in(InProject, "claude"), MCP: &yes})
		if got := w.read(file); !strings.Contains(got, `"mcp__consider"`) {
			t.Errorf("%s, with MCP: %s", name, got)
		}
		only(t, w.setup(Choice{}), Unchanged)
		w.uninstall(false)
		same(t, name, before, outsideStore(w.tree()))
	}
}

func TestARuleThatAPersonWroteStaysThePersons(t *testing.T) {
	const file = "project/.claude/settings.local.json"
	const text = "{\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(.consider/bin/consider-cli:*)\"\n    ]\n  }\n}\n"
	for _, c := range []Choice{
		{Integrations: in(InProject, "claude"), Allow: &yes},
		everything(in(InProject, "claude")),
		{Integrations: in(InProject, "claude"), Hooks: OnStop},
	} {
		w := newWorld(t, file, text)
		w.setup(c)
		if strings.Count(w.read(file), "consider-cli:*") != 1 {
			t.Errorf("twice:\n%s", w.read(file))
		}
		w.setup(c)
		w.uninstall(false)
		if got := w.read(file); got != text {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// VS Code and Cursor have a variable for the project's folder, so that setup writes settings for them that work on
// every machine.
func TestAPathInTheProjectIsRelativeWhereTheAgentHasAWordForIt(t *testing.T) {
	w := newWorld(t)
	w.site.GitDir = "" // so that it warns of the other files
	for _, c := range w.setup(everything(in(InProject, "copilot", "cursor"))) {
		if strings.HasSuffix(c.Path, "mcp.json") && (c.Why == "") == strings.Contains(c.Path, ".github") {
			t.Errorf("%s: %q", c.Path, c.Why)
		}
	}
	for _, name := range []string{"project/.vscode/mcp.json", "project/.cursor/mcp.json"} {
		if got := w.read(name); !strings.Contains(got, `"${workspaceFolder}/.consider/bin/consider"`) || strings.Contains(got, w.all) {
			t.Errorf("%s: %s", name, got)
		}
	}
}
