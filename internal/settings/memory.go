package settings

import (
	"errors"
	"strings"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/worktree"
)

const (
	InWorkspace = "workspace"
)

const (
	InBranch = "branch"
)

const (
	OnDisk = "disk"
)

const (
	InSecret = "secret"
)

const (
	SyncOff = "off"
)

const (
	startEmpty = "empty"
)

const (
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
