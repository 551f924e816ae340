package setup

import (
	"os"
	"path"
	"path/filepath"
	"slices"

	"consider/internal/agents"
)

// Detect returns the agents that are used here, by the folders that they make in a project or in a home folder.
func Detect(m agents.Machine, root string) []string {
	var found []string
	for _, a := range agents.WithSetup() {
		signs := a.Skills.Signs
		if signs == nil {
			signs = []string{path.Dir(a.Skills.Own), path.Dir(a.Skills.OwnHome)}
		}
		if slices.ContainsFunc(signs, func(sign string) bool { return isFolder(root, sign) || isFolder(m.Home, sign) }) {
			found = append(found, a.Word)
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
