package verb

import "consider/internal/project"

// editorVerbs ask for what every other answer has beside it; their data is empty.
var editorVerbs = []Verb{
	Define("editor get-context", Agents, "Get current editor cursor position, selection, and containing symbol context",
		``, Reads, CLI|RPC|MCP, project.Editor).ByDefault().ForModels().Tells(Asked).Guided(editorGuide),
}

// editorGuide is read by a model that looks for a tool.
const editorGuide = "USE FOR: where the human works now (file, line, class, method or heading), before you edit what they called " +
	"\"this\" or \"here\". DON'T USE FOR: going to a file or line, or searching code. " +
	"PATTERNS: when an editing task begins, and before an operation on the current scope. " +
	"No editorContext: no editor shows a file of this project, or the human does not want it told. " +
	"isDirty: the file on disk is older than what the human sees."
