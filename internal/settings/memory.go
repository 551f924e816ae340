package settings

import (
	"errors"
	"path"
	"slices"
	"strings"

	"consider/internal/enum"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/worktree"
)

// Backend names a storage of memories ([keep.Storage]): the values of the setting memory.backend.
type Backend string

// The backends.
const (
	InWorkspace = "workspace"
	InBranch    = "branch"
	OnDisk      = "disk"
	InSecret    = "secret"
)

var backends = enum.Set{Values: []enum.Value{
	{Name: InWorkspace, Word: "Workspace", Says: "in the review data"},
	{Name: InBranch, Word: "Branch", Says: "per branch in the review data"},
	{Name: OnDisk, Word: "Disk", Says: "as files in .vscode/memory"},
	{Name: InSecret, Word: "Secret", Says: "encrypted in the review data"},
}}

// Enum returns the backends.
func (Backend) Enum() enum.Set { return backends }

// These are the values of the setting memory.start, the initial memory of a new branch.
const (
	startEmpty  = "empty"
	StartParent = "parent"
)

// kibibytes are the values of the setting memory.syncSize.
var kibibytes = enum.Set{Values: []enum.Value{
	{Name: "8", Word: "8 KiB"},
	{Name: "16", Word: "16 KiB"},
	{Name: "24", Word: "24 KiB"},
	{Name: "32", Word: "32 KiB"},
	{Name: "64", Word: "64 KiB"},
	{Name: "128", Word: "128 KiB"},
}}

// SyncOff is the value of the setting memory.sync for no file.
const SyncOff = "off"

func checkSyncFile(value string) error {
	if value == SyncOff {
		return nil
	}
	err := worktree.CheckPath(value)
	if err == nil && strings.HasPrefix(strings.ToLower(value), keep.DiskFolder+"/") {
		err = errors.New("it is inside the memory")
	}
	if err != nil {
		return fail.Usage("memory.sync must be off or a file in the project, not %q", value).
			Hint("for example AGENTS.md, or .github/instructions/memory.instructions.md")
	}
	return nil
}

// instructions are the names of the files in which agents look for instructions about a project, according to their
// documentation, in lower case.
var instructions = []string{
	"agents.md", "agents.override.md", "agent.md", "claude.md", "claude.local.md", "gemini.md", "qwen.md", "crush.md", "warp.md", "conventions.md",
	"copilot-instructions.md", ".cursorrules", ".windsurfrules", ".clinerules", ".roorules", ".goosehints", ".rules", "replit.md",
}

// ruleFolders are the folders whose Markdown files are such files, if they are in a program's own folder (".cursor").
var ruleFolders = []string{"rules", "instructions", "steering", "guidelines", ".clinerules"}

func checkInstructions(value string) error {
	lower := strings.ToLower(value)
	base, dir := path.Base(lower), path.Dir(lower)
	markdown := strings.HasSuffix(base, ".md") || strings.HasSuffix(base, ".mdc")
	ofProgram := strings.Contains("/"+dir, "/.") && slices.ContainsFunc(strings.Split(dir, "/"), func(name string) bool {
		return slices.Contains(ruleFolders, name)
	})
	if value == SyncOff || slices.Contains(instructions, base) || strings.HasSuffix(base, ".instructions.md") || markdown && ofProgram {
		return nil
	}
	return fail.Denied("the memory would be written to %q, which is not a known instructions file for agents", value).
		Hint("use AGENTS.md, CLAUDE.md or .github/instructions/memory.instructions.md, or {--force} to use this file anyway")
}
