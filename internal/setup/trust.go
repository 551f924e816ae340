package setup

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// isTrusted reports whether the user made an agent read the files that setup wrote to the project, as far as that can
// be known.
func (e *engine) isTrusted(a agent) bool {
	switch a.ID {
	case "codex":
		return codexTrusts(e)
	case "gemini":
		return geminiTrusts(e)
	}
	return true
}

// codexTrusts reports whether the project is trusted in Codex's own settings.
func codexTrusts(e *engine) bool {
	at := location{e.machine.CodexDir, "config.toml"}
	if at.base == "" {
		at = resolveLinks(location{e.machine.Home, ".codex/config.toml"})
	}
	text, _ := e.disk.read(at) // without the file, no project is trusted
	v, _ := tomlValue(text)
	top, _ := v.(map[string]any)
	projects, _ := top["projects"].(map[string]any)
	project, _ := projects[e.site.Root].(map[string]any)
	return project["trust_level"] == "trusted"
}

// geminiTrusts reports whether the project is in a folder that the user marked as trusted in Gemini CLI.
func geminiTrusts(e *engine) bool {
	text, err := e.disk.read(resolveLinks(location{e.machine.Home, ".gemini/trustedFolders.json"}))
	var folders map[string]string
	if err != nil || json.Unmarshal([]byte(text), &folders) != nil {
		return false
	}
	trusted := false
	for folder, how := range folders {
		if how == "TRUST_PARENT" {
			folder = filepath.Dir(folder)
		}
		rel, err := filepath.Rel(folder, e.site.Root)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			continue
		}
		if how == "DO_NOT_TRUST" {
			return false
		}
		trusted = trusted || strings.HasPrefix(how, "TRUST_")
	}
	return trusted
}
