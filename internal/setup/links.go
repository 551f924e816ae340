package setup

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// resolveLinks resolves the links in the path of a location in the user's own folders: many users keep their settings
// in a repository, to which links lead (stow, chezmoi). A link is followed only if the user owns both it and the folder
// that it leads to. The last name is not followed: setup makes no links.
func resolveLinks(s location) location {
	parts := strings.Split(s.name, "/")
	for i := 1; i < len(parts); i++ {
		at := filepath.Join(s.base, filepath.Join(parts[:i]...))
		info, err := os.Lstat(at)
		if err != nil {
			return s
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		real, err := filepath.EvalSymlinks(at)
		if err != nil || !isMine(info) {
			return s
		}
		if target, err := os.Stat(real); err != nil || !target.IsDir() || !isMine(target) {
			return s
		}
		return resolveLinks(location{real, path.Join(parts[i:]...)})
	}
	return s
}
