package verb

import "consider/internal/review"

// memoryVerbs are what may be asked of the memory. "memory" alone is the tool of models: its parameters and
// answers are those that they are trained on. The others are for people, scripts and editors.
var memoryVerbs = []Verb{
	Define("memory", "Remember across conversations: view, create, str_replace, insert, delete and rename files below /memories. Look there before a task; write down what was learnt",
		``, Writes, MCP|RPC, (*review.Service).Memory),
	Define("memory view", "Show a folder or a file of the memory",
		`/memories/build.md --lines 10-20`, Reads, CLI|RPC, (*review.Service).MemoryView),
	Define("memory create", "Make a file in the memory",
		`/memories/build.md -m "make test takes 20 minutes"`, Writes, CLI|RPC, (*review.Service).MemoryCreate),
	Define("memory str_replace", "Replace a text that occurs once in a file of the memory",
		`/memories/build.md --old "20 minutes" --new "5 minutes"`, Writes, CLI|RPC, (*review.Service).MemoryReplace),
	Define("memory insert", "Insert lines into a file of the memory",
		`/memories/build.md --line 0 -m "# Building"`, Writes, CLI|RPC, (*review.Service).MemoryInsert),
	Define("memory delete", "Delete a file or folder of the memory",
		`/memories/build.md`, Writes, CLI|RPC, (*review.Service).MemoryDelete),
	Define("memory rename", "Rename a file or folder of the memory",
		`/memories/build.md /memories/notes/build.md`, Writes, CLI|RPC, (*review.Service).MemoryRename),
	Define("memory list", "List what is remembered, pinned files first",
		``, Reads, CLI|RPC, (*review.Service).MemoryList).ByDefault(),
	Define("memory get", "Read a file of the memory as it is",
		`/memories/build.md`, Reads, CLI|RPC, (*review.Service).MemoryGet),
	Define("memory save", "Replace a file of the memory that was edited",
		`/memories/build.md --version 3f2a9c01d2b4e5f6 -F build.md`, Writes, CLI|RPC, (*review.Service).MemorySave),
	Define("memory pin", "Put files of the memory first (a person only)",
		`/memories/build.md`, Writes, CLI|RPC, (*review.Service).MemoryPin),
	Define("memory unpin", "Take that back (a person only)",
		`/memories/build.md`, Writes, CLI|RPC, (*review.Service).MemoryUnpin),
	Define("memory log", "Tell what was done with the memory, also what was read or refused, newest first",
		`--max 20`, Reads, CLI|RPC, (*review.Service).MemoryLog),
	Define("memory clear", "Remove all files of the memory (a person only; undo brings them back)",
		``, Destroys, CLI|RPC, (*review.Service).MemoryClear),
}
