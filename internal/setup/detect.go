package setup

import (
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Detect returns the agents that left signs in a project or in a home folder.
func Detect(m Machine, root string) []string {
	var found []string
	for _, a := range agents {
		signs := []string{path.Dir(a.own), path.Dir(a.ownHome)}
		if a.id == "pi" {
			signs = []string{".pi"}
		}
		if a.id == "copilot" {
			signs = []string{".copilot"} // .github in a project does not imply Copilot
		}
		if a.id == "opencode" {
			signs = append(signs, ".config/opencode")
		}
		if slices.ContainsFunc(signs, func(sign string) bool { return isFolder(root, sign) || isFolder(m.Home, sign) }) {
			found = append(found, a.id)
		}
	}
	return found
}

func isFolder(base, name string) bool {
	if base == "" {
		return false
	}
	info, err := os.Stat(filepath.Join(base, filepath.FromSlash(name)))
	return err == nil && info.IsDir()
}
