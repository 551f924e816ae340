package settings

import (
	"errors"
	"strings"

	"consider/internal/enum"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/worktree"
)

// Storage is a place where memories are kept: the values of the setting memory.backend.
type Storage string

// The storages.
const (
	InWorkspace = "workspace"
	InBranch    = "branch"
	OnDisk      = "disk"
	InSecret    = "secret"
)

var storages = enum.Set{Values: []enum.Value{
	{Name: InWorkspace, Word: "Workspace", Says: "in the private store"},
	{Name: InBranch, Word: "Branch", Says: "in the private store for each branch"},
	{Name: OnDisk, Word: "Disk", Says: "as files in .vscode/memory"},
	{Name: InSecret, Word: "Secret", Says: "encrypted in the private store"},
}}

// Enum is the storages.
func (Storage) Enum() enum.Set { return storages }

// What a new branch remembers: the values of the setting memory.start.
const (
	startEmpty  = "empty"
	StartParent = "parent"
)

// SyncOff is the value of the setting memory.sync that names no file.
const SyncOff = "off"

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
