package settings

import "consider/internal/editor"

// EditorSetting says how much of the editor's state answers tell.
const EditorSetting = "editorContext"

// AllSettings is every setting of a store, in the order in which they are listed. Adding one is a row here; code that
// needs its value asks Session.Settings.
var AllSettings = []Setting{
	{
		Name: "resolve", Default: "any", Strict: "human", Values: []string{"any", "human"},
		Help: "who resolves a thread: either side, or only a person (an agent's word is a proposal)",
	},
	{
		Name: EditorSetting, Default: string(editor.Path), Strict: string(editor.Off), Values: editor.Modes,
		Help: "what answers tell of where the person is in the editor: nothing, all but the selected text, or that too",
	},
	{
		Name: "memory", Default: "on", Strict: "off", Values: []string{"on", "off"},
		Help: "whether agents have a memory here",
	},
	{
		// With no backend that is known the memory is refused; see openMemory in package memory.
		Name: "memory.backend", Default: InWorkspace, Strict: InSecret, Values: []string{InWorkspace, InBranch, OnDisk, InSecret},
		Help: "where the memory is: in the private store, in it for each branch, in .vscode/memory, or in the store encrypted",
	},
	{
		Name: "memory.start", Default: startEmpty, Strict: startEmpty, Values: []string{startEmpty, StartParent},
		Help: "what a new branch remembers, with memory.backend branch: nothing, or what the branch it came from does",
	},
	{
		Name: "memory.sync", Default: SyncOff, Strict: SyncOff, Check: checkSyncFile,
		Help: "a file of the project that is kept up to date with the memory, such as AGENTS.md; off for none",
	},
}
