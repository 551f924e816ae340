package setup

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// wakeFile is a file of a plugin that wakes.
type wakeFile struct {
	at   location
	text string
}

// market is the name under which Claude Code keeps where the plugin is. It keeps it in the home folder, one for all
// projects, so each has its own.
func (e *engine) market() string {
	sum := sha256.Sum256([]byte(e.site.Root))
	return "consider-" + hex.EncodeToString(sum[:4])
}

// wakeFiles are the files of an agent's plugin that wakes: a marketplace of one plugin, the plugin, and what it runs as long
// as a session is there. The folder ignores itself, as it is for this machine only.
func (e *engine) wakeFiles(a agent) []wakeFile {
	if a.hooks.wake.folder == "" {
		return nil
	}
	says := "Tells an idle session that the developer left review threads."
	run := quoted(e.program().path(), e.machine.OS) + " --for-agents watch --for agent --brief --coalesce 5s"
	file := func(name string, v any) wakeFile {
		data, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			data = nil
		}
		text := strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">").Replace(string(data))
		return wakeFile{location{e.site.Root, path.Join(a.hooks.wake.folder, name)}, text + "\n"}
	}
	files := []wakeFile{
		file(".claude-plugin/marketplace.json", map[string]any{
			"name": e.market(), "owner": map[string]any{"name": "Consider"},
			"plugins": []any{map[string]any{"name": wakePlugin, "source": "./wake", "description": says}},
		}),
		file("wake/.claude-plugin/plugin.json", map[string]any{"name": wakePlugin, "version": "1.0.0", "description": says}),
		file("wake/monitors/monitors.json", []any{map[string]any{"name": "consider", "description": "review threads of the developer", "command": run}}),
	}
	if e.site.Git {
		files = slices.Insert(files, 0, wakeFile{location{e.site.Root, path.Join(a.hooks.wake.folder, ".gitignore")}, hidden})
	}
	return files
}

// wakeEntries are what the agent's settings say of the plugin.
func (e *engine) wakeEntries(a agent, level Level) []entry {
	if !level.includes(Wake) || a.hooks.wake.folder == "" {
		return nil
	}
	folder := filepath.Join(e.site.Root, filepath.FromSlash(a.hooks.wake.folder))
	source := map[string]any{"source": map[string]any{"source": "directory", "path": folder}}
	return []entry{
		{keys: []string{"extraKnownMarketplaces", e.market()}, value: source},
		{keys: []string{"enabledPlugins", wakePlugin + "@" + e.market()}, value: true},
	}
}

// wakes writes the plugin of an agent that is to be woken, before its settings name it.
func (e *engine) wakes(a agent, level Level) {
	if !level.includes(Wake) {
		return
	}
	for _, f := range e.wakeFiles(a) {
		if e.ensure(f.at, "plugin", f.text, 0o644) == Refused {
			return
		}
	}
}

// wakesNot takes the plugin away again, after the settings do not name it any more.
func (e *engine) wakesNot(a agent, level Level) {
	if level.includes(Wake) {
		return
	}
	files := e.wakeFiles(a)
	for _, f := range slices.Backward(files) {
		e.drop(f.at, "plugin", f.text)
	}
	for _, folder := range e.wakeFolders(a) {
		e.disk.removeFolder(folder)
	}
}

// wakeFolders are the folders of an agent's plugin that wakes, the deepest first.
func (e *engine) wakeFolders(a agent) []location {
	var out []location
	for _, f := range e.wakeFiles(a) {
		for dir := path.Dir(f.at.name); strings.HasPrefix(dir, a.hooks.wake.folder); dir = path.Dir(dir) {
			if at := (location{e.site.Root, dir}); !slices.Contains(out, at) {
				out = append(out, at)
			}
		}
	}
	slices.SortFunc(out, func(a, b location) int { return strings.Count(b.name, "/") - strings.Count(a.name, "/") })
	return out
}
