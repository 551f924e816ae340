package setup

import (
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"consider/internal/agents"
	"consider/internal/digest"
)

// marketName returns the name under which Claude Code registers the plugin's folder. The registry is in the home folder
// and shared by all projects, so each project has its own name.
func (e *engine) marketName() string {
	return "consider-" + digest.Of(e.site.Root)[:8]
}

// wakeFiles returns the files of an agent's plugin that wakes sessions: a marketplace of one plugin, the plugin, and
// the command that it runs during a session. In a git repository the folder ignores itself, as it is for this machine
// only.
func (e *engine) wakeFiles(a agent) []ownFile {
	if a.Hooks.Wake.Folder == "" {
		return nil
	}
	says := "Notifies an idle session when the developer leaves review comments."
	run := agents.Quoted(e.program().path(), e.machine.OS) + " --for-agents watch --for agent --brief --coalesce 5s"
	file := func(name string, v any) ownFile {
		data, _ := json.MarshalIndent(v, "", "  ") // these values can always be encoded
		text := strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">").Replace(string(data))
		return ownFile{location{e.site.Root, path.Join(a.Hooks.Wake.Folder, name)}, text + "\n"}
	}
	files := []ownFile{
		file(".claude-plugin/marketplace.json", map[string]any{
			"name": e.marketName(), "owner": map[string]any{"name": "Consider"},
			"plugins": []any{map[string]any{"name": wakePlugin, "source": "./wake", "description": says}},
		}),
		file("wake/.claude-plugin/plugin.json", map[string]any{"name": wakePlugin, "version": "1.0.0", "description": says}),
		file("wake/monitors/monitors.json", []any{map[string]any{"name": "consider", "description": "review threads from the developer", "command": run}}),
	}
	if e.site.Git {
		files = slices.Insert(files, 0, ownFile{location{e.site.Root, path.Join(a.Hooks.Wake.Folder, ".gitignore")}, ignoreAll})
	}
	return files
}

// wakeEntries returns the entries about the plugin in the agent's settings.
func (e *engine) wakeEntries(a agent, level Level) []entry {
	if !level.includes(agents.Wake) || a.Hooks.Wake.Folder == "" {
		return nil
	}
	folder := filepath.Join(e.site.Root, filepath.FromSlash(a.Hooks.Wake.Folder))
	source := map[string]any{"source": map[string]any{"source": "directory", "path": folder}}
	return []entry{
		{keys: []string{"extraKnownMarketplaces", e.marketName()}, value: source},
		{keys: []string{"enabledPlugins", wakePlugin + "@" + e.marketName()}, value: true},
	}
}

// writeWakePlugin writes the plugin of an agent to be woken, before its settings refer to it.
func (e *engine) writeWakePlugin(a agent, level Level) {
	if !level.includes(agents.Wake) {
		return
	}
	for _, f := range e.wakeFiles(a) {
		if e.ensure(f.at, "plugin", f.text, 0o644) == Refused {
			return
		}
	}
}

// removeWakePlugin removes the plugin, after the settings no longer refer to it. A folder goes with the last file below it.
func (e *engine) removeWakePlugin(a agent, level Level) {
	if level.includes(agents.Wake) {
		return
	}
	files := e.wakeFiles(a)
	for _, f := range slices.Backward(files) {
		e.removeOwn(f.at, "plugin", f.text)
	}
	for _, f := range files {
		for dir := path.Dir(f.at.name); strings.HasPrefix(dir, a.Hooks.Wake.Folder); dir = path.Dir(dir) {
			e.disk.removeFolder(location{e.site.Root, dir})
		}
	}
}
