package settings

import (
	"consider/internal/editor"
	"consider/internal/enum"
)

// EditorSetting is the name of the setting for the part of the editor's state that outputs include.
const EditorSetting = "editorContext"

// TurnsSetting is the name of the setting for keeping the project's files at each message.
const TurnsSetting = "turns"

// FindingsSetting is the name of the setting for when agents get the findings of others.
const FindingsSetting = "findings"

// InboxSetting is the name of the setting for the inbox in a terminal.
const InboxSetting = "inbox"

// BackupSetting is the name of the setting for a copy of the store outside of the project.
const BackupSetting = "backup"

// AllSettings lists every setting of a store. To add a setting, add a row here; code that needs its value calls
// Session.Settings.
var AllSettings = []Setting{
	{
		Name: "resolve", Default: "any", Strict: "human", Values: enum.Set{Values: []enum.Value{
			{Name: "any", Word: "Anyone", Says: "the human and agents"},
			{Name: "human", Word: "Human", Says: "only the human (agents can propose it)"},
		}},
		Help: "who can resolve threads:",
	},
	{
		Name: FindingsSetting, Default: "direct", Strict: "triage", Values: enum.Set{Values: []enum.Value{
			{Name: "direct", Word: "Direct", Says: "at once"},
			{Name: "triage", Word: "Triage", Says: "once the human accepts them"},
		}},
		Help: "when agents get the findings that others report:",
	},
	{
		Name: EditorSetting, Default: string(editor.Path), Strict: string(editor.Off), Values: enum.Of[editor.Mode](),
		Help: "the editor context to include in output:",
	},
	{
		Name: TurnsSetting, Default: "on", Strict: "off", Values: enum.Set{Values: []enum.Value{{Name: "on", Word: "On"}, {Name: "off", Word: "Off"}}},
		Help: "keep the changed files at each message and each turn of an agent, to show what was changed",
	},
	{
		Name: InboxSetting, Default: "on", Strict: "on", Values: enum.Set{Values: []enum.Value{{Name: "on", Word: "On"}, {Name: "off", Word: "Off"}}},
		Help: "let 'consider' without a verb open your inbox in a terminal",
	},
	{
		Name: BackupSetting, Default: "on", Strict: "off", Values: enum.Set{Values: []enum.Value{{Name: "on", Word: "On"}, {Name: "off", Word: "Off"}}},
		Help: "keep a copy of the threads outside the project, to restore a deleted or overwritten store (off: also delete it)",
	},
	{
		Name: "memory", Default: "on", Strict: "off", Values: enum.Set{Values: []enum.Value{{Name: "on", Word: "On"}, {Name: "off", Word: "Off"}}},
		Help: "let agents use memory in this project",
	},
	{
		// With an unknown backend, the memory is refused; see openMemory in package memory.
		Name: "memory.backend", Default: InWorkspace, Strict: InSecret, Values: backends,
		Help: "where to store the memory:",
	},
	{
		Name: "memory.start", Default: startEmpty, Strict: startEmpty, Values: enum.Set{Values: []enum.Value{
			{Name: startEmpty, Word: "Empty", Says: "empty"},
			{Name: StartParent, Word: "Parent", Says: "a copy of the parent branch's memory"},
		}},
		Help: "the memory of a new branch (with memory.backend branch):",
	},
	{
		Name: "memory.sync", Default: SyncOff, Strict: SyncOff, Check: checkSyncFile, Usual: checkInstructions,
		Help: "a project file to keep in sync with the memory, such as AGENTS.md (off: none)",
	},
	{
		// Codex reads 32 KiB of a project's documents, of which the memory is only a part.
		Name: "memory.syncSize", Default: "24", Strict: "8", Values: kibibytes,
		Help: "maximum size, in KiB, of the memory in the memory.sync file",
	},
}

// Setting is one row of the settings table.
type Setting struct {
	Name    string // in commands and in the store; a dot groups settings, as in "memory.sync"
	Default string // the value if the store has none
	// Strict applies if a newer consider has stored a value that this one does not know. It permits no more than any
	// other value.
	Strict string
	Values enum.Set // all valid values; none if Check decides
	Help   string   // its purpose, in a few words; if it ends with a colon, the texts of the values follow
	// Check returns an error for an invalid value, with advice; may be nil if Values lists all values.
	Check func(value string) error
	// Usual returns an error for a value that is most likely a mistake, unless it is forced; may be nil. It does not
	// check stored values.
	Usual func(value string) error
}
