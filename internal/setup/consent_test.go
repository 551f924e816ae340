package setup

import (
	"os"
	"strings"
	"testing"
)

// A tracked .mcp.json got a path of this machine, and the output said only "updated".
func TestATrackedFileThatWouldGetAPathOfThisMachineWaits(t *testing.T) {
	const file, text = "project/.mcp.json", "{\n  \"mcpServers\": {}\n}\n"
	w := newWorld(t, file, text, "project/.vscode/mcp.json", "{}\n")
	w.site.Tracked = func(name string) bool { return strings.HasSuffix(name, "mcp.json") }
	choice := Choice{Integrations: in(InProject, "claude", "copilot"), MCP: &yes}
	for _, c := range w.setup(choice) {
		switch {
		case c.Path == w.path(file) && (c.Done != Kept || !strings.Contains(c.Why, WhyTracked)):
			t.Errorf("%+v", c)
		case c.Path == w.path("project/.vscode/mcp.json") && c.Done != Updated: // it gets no such path
			t.Errorf("%+v", c)
		}
	}
	if w.read(file) != text {
		t.Error("it was written")
	}
	choice.Consent.Tracked = true
	for _, c := range w.setup(choice) {
		if c.Path == w.path(file) && (c.Done != Updated || !strings.Contains(c.Why, WhyTracked)) {
			t.Errorf("%+v", c)
		}
	}
	// An entry that exists already needs no further consent, and is removed without a question.
	if done := w.doneTo(w.setup(Choice{}), file); done != Unchanged {
		t.Error(done)
	}
	only(t, w.uninstall(false), Removed)
	if w.read(file) != text {
		t.Errorf("%q", w.read(file))
	}
}

func TestAReadOnlyFileWaits(t *testing.T) {
	for _, file := range []string{"project/.mcp.json", "project/.gitignore", "project/.claude/settings.local.json"} {
		w := newWorld(t, file, "{}\n")
		if err := os.Chmod(w.path(file), 0o444); err != nil {
			t.Fatal(err)
		}
		before := outsideStore(w.tree())
		choice := everything(in(InProject, "claude"))
		if done := w.doneTo(w.setup(choice), file); done != Kept || w.read(file) != "{}\n" {
			t.Errorf("%s: %s", file, done)
		}
		choice.Consent.ReadOnly = true
		if done := w.doneTo(w.setup(choice), file); done != Updated {
			t.Errorf("%s: %s", file, done)
		}
		only(t, w.uninstall(false), Removed)
		same(t, file, before, outsideStore(w.tree()))
	}
}
