package settings

import (
	"consider/internal/editor"
	"consider/internal/enum"
)

// EditorSetting says how much of the editor's state answers tell.
const EditorSetting = "editorContext"

// AllSettings is every setting of a store, in the order in which they are listed. Adding one is a row here; code that
// needs its value asks Session.Settings.
var AllSettings = []Setting{
	{
		Name: "resolve", Default: "any", Strict: "human", Values: enum.Set{Values: []enum.Value{
			{Name: "any", Word: "Anyone", Says: "either side"},
			{Name: "human", Word: "Human", Says: "only the human (agents can propose it)"},
		}},
		Help: "who can resolve threads:",
	},
	{
		Name: EditorSetting, Default: string(editor.Path), Strict: string(editor.Off), Values: enum.Of[editor.Mode](),
		Help: "the editor context in outputs:",
	},
	{
		Name: "memory", Default: "on", Strict: "off", Values: enum.Set{Values: []enum.Value{{Name: "on", Word: "On"}, {Name: "off", Word: "Off"}}},
		Help: "let agents use a memory in this project",
	},
	{
		// With no backend that is known the memory is refused; see openMemory in package memory.
		Name: "memory.backend", Default: InWorkspace, Strict: InSecret, Values: backends,
		Help: "where to store the memory:",
	},
	{
		Name: "memory.start", Default: startEmpty, Strict: startEmpty, Values: enum.Set{Values: []enum.Value{
			{Name: startEmpty, Word: "Empty", Says: "empty"},
			{Name: StartParent, Word: "Parent", Says: "a copy of its parent branch's"},
		}},
		Help: "the memory of a new branch, with memory.backend branch:",
	},
	{
		Name: "memory.sync", Default: SyncOff, Strict: SyncOff, Check: checkSyncFile, Usual: checkInstructions,
		Help: "a project file to keep in sync with the memory, such as AGENTS.md (off: none)",
	},
	{
		// Codex reads 32 KiB of a project's documents, which are not the memory alone.
		Name: "memory.syncSize", Default: "24", Strict: "8", Values: kibibytes,
		Help: "maximum size of the memory in that file, in KiB",
	},
}

// Setting is one row of the settings table.
type Setting struct {
	Name    string // as it is typed and stored; a dot groups: "memory.sync"
	Default string // the value of a store that says nothing
	// Strict holds where something was chosen and cannot be known: the main worktree's settings cannot be read, or a
	// newer consider has stored a value that this one does not know. It permits no more than any other value.
	Strict string
	Values enum.Set // all values there are; none where Check decides
	Help   string   // what it is for, in a few words; after a colon at its end come the values' own
	// Check refuses a value, saying what would be right; may be nil where Values has them all.
	Check func(value string) error
	// Usual refuses a value that is most likely a slip, unless it is forced; may be nil. What is stored is not asked.
	Usual func(value string) error
}
