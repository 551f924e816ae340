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
			{Name: "human", Word: "A person", Says: "only a person (an agent's word is a proposal)"},
		}},
		Help: "who resolves a thread:",
	},
	{
		Name: EditorSetting, Default: string(editor.Path), Strict: string(editor.Off), Values: enum.Of[editor.Mode](),
		Help: "what answers tell of where the person is in the editor:",
	},
	{
		Name: "memory", Default: "on", Strict: "off", Values: enum.Set{Values: []enum.Value{{Name: "on", Word: "On"}, {Name: "off", Word: "Off"}}},
		Help: "whether agents have a memory here",
	},
	{
		// With no backend that is known the memory is refused; see openMemory in package memory.
		Name: "memory.backend", Default: InWorkspace, Strict: InSecret, Values: backends,
		Help: "where the memory is:",
	},
	{
		Name: "memory.start", Default: startEmpty, Strict: startEmpty, Values: enum.Set{Values: []enum.Value{
			{Name: startEmpty, Word: "Empty", Says: "nothing"},
			{Name: StartParent, Word: "Parent", Says: "what the branch that it came from does"},
		}},
		Help: "what a new branch remembers, with memory.backend branch:",
	},
	{
		Name: "memory.sync", Default: SyncOff, Strict: SyncOff, Check: checkSyncFile, Usual: checkInstructions,
		Help: "a file of the project that is kept up to date with the memory, such as AGENTS.md; off for none",
	},
	{
		// Codex reads 32 KiB of a project's documents, which are not the memory alone.
		Name: "memory.syncSize", Default: "24", Strict: "8", Values: kibibytes,
		Help: "how many KiB of the memory that file gets",
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
