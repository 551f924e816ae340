package review

import "consider/internal/editor"

// AllSettings is every setting of a store, in the order in which they are listed. Adding one is a row here; who
// needs it asks [Service.Settings] for its value.
var AllSettings = []Setting{
	{
		Name: "resolve", Default: "any", Values: []string{"any", "human"},
		Help: "who resolves a thread: either side, or only a person (an agent's word is a proposal)",
	},
	{
		Name: editorSetting, Default: string(editor.Path), Values: editor.Modes,
		Help: "what answers tell of where the person is in the editor: nothing, all but the selected text, or that too",
	},
}
