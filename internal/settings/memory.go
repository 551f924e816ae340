package settings

import (
	"errors"
	"strings"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/worktree"
)

// The values of the setting memory.backend.
const (
	InWorkspace = "workspace"
	InBranch    = "branch"
	OnDisk      = "disk"
	InSecret    = "secret"
)

// The values of the settings memory.sync and memory.start.
const (
	SyncOff     = "off"
	startEmpty  = "empty"
	StartParent = "parent"
)

func checkSyncFile(value string) error {
	if value == SyncOff {
		return nil
	}
	err := worktree.CheckPath(value)
	if err == nil && strings.HasPrefix(strings.ToLower(value), keep.DiskFolder+"/") {
		err = errors.New("it is in the memory itself")
	}
	if err != nil {
		return fail.Usage("memory.sync is off or a file of the project, not %q", value).
			Hint("such as AGENTS.md, or .github/instructions/memory.instructions.md")
	}
	return nil
}
