package setup

import "time"

// Scope is where an agent is taught.
type Scope string

// Machine is what the surroundings say. Paths are absolute, or "".
type Machine struct {
	Home    string // the person's home folder
	Program string // the program that runs
	Version string // its version
	OS      string // as GOOS names it
	Arch    string // as GOARCH names it

	ClaudeDir, CodexDir, CopilotDir string // where the agents were told to keep their settings, "" for the usual places
}

// Site is the project that is set up.
type Site struct {
	Root  string // the project's folder
	Store string // its .consider
	Git   bool   // it is in a git repository
	// Tracked reports whether git tracks a file, named from the root; may be nil, then it tracks none.
	Tracked func(name string) bool
}

// Done says what was done to a path, or would be.
type Done string

// Change is one path and what was done to it.
type Change struct {
	Path string `json:"path"`
	What string `json:"what"` // skill, program, wrapper, hooks, mcp, allow, settings, plugin, gitignore, record, folder, store or memory
	Done Done   `json:"done"`
	Why  string `json:"why,omitempty"`
}

// engine is one run.
type engine struct {
	machine Machine
	site    Site
	force   bool
	also    Also
	now     time.Time

	disk    disk
	record  record
	tracked bool // there was a record
	damaged bool // there was a file of the record, and no record in it
	changed bool // the record says something new
	changes []Change
}

// record is what setup did, for the next setup and for uninstall. Paths are absolute.
type record struct {
	Version       int               `json:"version"`
	Skills        []skillInstall    `json:"trackedSkillInstalls"`
	Files         []fileRecord      `json:"trackedFiles"`
	Folders       []string          `json:"createdFolders"`
	Hooks         Level             `json:"hooks,omitempty"` // the most that any agent has, for older programs
	MCP           bool              `json:"mcp,omitempty"`
	Agents        map[string]wiring `json:"agents,omitempty"` // what each has, by its id
	LastUpdatedAt time.Time         `json:"lastUpdatedAt"`
}

// skillInstall is one agent that was taught.
type skillInstall struct {
	Target string `json:"target"`
	Scope  Scope  `json:"scope"`
	Path   string `json:"path"` // of SKILL.md
}

// fileRecord is one file that was written, or written into.
type fileRecord struct {
	Path     string   `json:"path"`
	Kind     string   `json:"kind"`
	SHA256   string   `json:"sha256"`             // of the whole file as it was then
	Version  string   `json:"version,omitempty"`  // of the program
	System   string   `json:"system,omitempty"`   // that the program is for: linux/amd64
	Created  bool     `json:"created,omitempty"`  // it was not there before
	Inserted []string `json:"inserted,omitempty"` // pieces put into a file of others, in this order
}

// wiring is what one agent has in the project beside its skill.
type wiring struct {
	Hooks Level    `json:"hooks,omitempty"`
	MCP   bool     `json:"mcp,omitempty"`
	Plans bool     `json:"plans,omitempty"` // the hook for its plans
	Allow []string `json:"allow,omitempty"` // the rules of ours on its list of what it may run unasked
}

// Also is what setup writes only after a person was asked.
type Also struct {
	Tracked  bool // files that git tracks and that would get a path of this machine, for others to get with the next commit
	ReadOnly bool // files that may not be written
}
