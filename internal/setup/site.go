package setup

import (
	"path/filepath"
	"time"

	"consider/internal/agents"
)

// Scope is where an agent is set up: in the project or in the home folder.
type Scope string

// Site is the project that is set up.
type Site struct {
	Root  string // the project's folder
	Store string // its .consider
	Git   bool   // it is in a git repository
	// GitDir is the repository's folder that its worktrees share, with the exclude file; empty if setup must not use it.
	GitDir string
	Prefix string // the project's folder in its worktree, as "sub/folder/"
	// Worktrees are the project's folders in the other worktrees.
	Worktrees []string
	// Tracked reports whether git tracks a file, named relative to Root. If it is nil, git tracks none.
	Tracked func(name string) bool
}

// Done is the outcome for a path; in a dry run, the expected one.
type Done string

// Change is one path and its outcome.
type Change struct {
	Path string `json:"path"`
	What string `json:"what"` // skill, program, wrapper, hooks, mcp, allow, settings, plugin, gitignore, exclude, worktrees, record, folder, store or memory
	Done Done   `json:"done"`
	Why  string `json:"why,omitempty"`
}

// RelativePath returns the path of a change for people: relative to the project's root if it is inside.
func RelativePath(root, path string) string {
	if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return path
}

// engine is one run of setup.
type engine struct {
	machine agents.Machine
	site    Site
	force   bool
	consent Consent
	now     time.Time

	disk    disk
	record  record
	tracked bool // a record was found
	damaged bool // the record's file exists, but is not a valid record
	changed bool // the record has to be saved
	changes []Change
}

// record describes the state that setup left, for the next setup and for uninstall. Paths are absolute.
type record struct {
	Version       int               `json:"version"`
	Skills        []skillInstall    `json:"trackedSkillInstalls"`
	Files         []fileRecord      `json:"trackedFiles"`
	Folders       []string          `json:"createdFolders"`
	Hooks         Level             `json:"hooks,omitempty"` // the highest level of any agent, for older programs
	MCP           bool              `json:"mcp,omitempty"`
	Agents        map[string]wiring `json:"agents,omitempty"` // by agent ID
	LastUpdatedAt time.Time         `json:"lastUpdatedAt"`
}

// skillInstall is one agent that was set up.
type skillInstall struct {
	Target string `json:"target"`
	Scope  Scope  `json:"scope"`
	Path   string `json:"path"` // of SKILL.md
}

// fileRecord is one file that was written or changed.
type fileRecord struct {
	Path     string   `json:"path"`
	Kind     string   `json:"kind"`
	SHA256   string   `json:"sha256"`             // of the whole file when it was written
	Version  string   `json:"version,omitempty"`  // of the program
	System   string   `json:"system,omitempty"`   // the program's platform, such as linux/amd64
	Created  bool     `json:"created,omitempty"`  // it did not exist before
	Inserted []string `json:"inserted,omitempty"` // pieces added to a file of others, in this order
}

// wiring is the setup of one agent in the project, without its skill.
type wiring struct {
	Hooks Level    `json:"hooks,omitempty"`
	MCP   bool     `json:"mcp,omitempty"`
	Plans bool     `json:"plans,omitempty"` // the hook for its plans
	Allow []string `json:"allow,omitempty"` // the rules that setup added to its list of what it may run unasked
}

// Consent is the user's consent to writes that need it.
type Consent struct {
	Tracked  bool // tracked files that would get a path of this machine, which the next commit would share
	ReadOnly bool // read-only files
}
