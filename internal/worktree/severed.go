package worktree

import (
	"path/filepath"
	"strings"
)

// Severed reports whether p is a linked worktree whose repository cannot be reached: its .git file names one that was
// moved, is gone, or may not be read. Locate sees a folder without git there.
func (p Project) Severed() bool {
	if p.Top == "" || p.GitDir != "" {
		return false
	}
	text, err := ReadSmall(filepath.Join(p.Top, ".git"), MaxPointer)
	target, ok := strings.CutPrefix(string(text), "gitdir:")
	return err == nil && ok && filepath.Base(filepath.Dir(filepath.FromSlash(strings.TrimSpace(target)))) == "worktrees"
}
