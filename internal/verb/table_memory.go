package verb

import "consider/internal/review"

// memoryVerbs are what may be asked of the memory. "memory" alone is the tool of models: its parameters and
// answers are those that they are trained on, so that none tells where the person is in the editor. The others are
// for people, scripts and editors.
var memoryVerbs = []Verb{
	Define("memory", "Remember across conversations: view, create, str_replace, insert, delete and rename files below /memories. Look there before a task; write down what was learnt",
		``, Writes, MCP|RPC, (*review.Service).Memory).Tells(Untold),
	Define("memory view", "Show a folder or a file of the memory",
		`/memories/build.md --lines 10-20`, Reads, CLI|RPC, (*review.Service).MemoryView).Tells(Untold),
	Define("memory create", "Make a file in the memory",
		`/memories/build.md -m "make test takes 20 minutes"`, Writes, CLI|RPC, (*review.Service).MemoryCreate).Tells(Untold),
	Define("memory str_replace", "Replace a text that occurs once in a file of the memory",
		`/memories/build.md --old "20 minutes" --new "5 minutes"`, Writes, CLI|RPC, (*review.Service).MemoryReplace).Tells(Untold),
	Define("memory insert", "Insert lines into a file of the memory",
		`/memories/build.md --line 0 -m "# Building"`, Writes, CLI|RPC, (*review.Service).MemoryInsert).Tells(Untold),
	Define("memory delete", "Delete a file or folder of the memory",
		`/memories/build.md`, Writes, CLI|RPC, (*review.Service).MemoryDelete).Tells(Untold),
	Define("memory rename", "Rename a file or folder of the memory",
		`/memories/build.md /memories/notes/build.md`, Writes, CLI|RPC, (*review.Service).MemoryRename).Tells(Untold),
	Define("memory list", "List what is remembered, pinned files first",
		``, Reads, CLI|RPC, (*review.Service).MemoryList).Tells(Untold).ByDefault(),
	Define("memory get", "Read a file of the memory as it is",
		`/memories/build.md`, Reads, CLI|RPC, (*review.Service).MemoryGet).Tells(Untold),
	Define("memory save", "Replace a file of the memory that was edited",
		`/memories/build.md --version 3f2a9c01d2b4e5f6 -F build.md`, Writes, CLI|RPC, (*review.Service).MemorySave).Tells(Untold),
	Define("memory pin", "Put files of the memory first (a person only)",
		`/memories/build.md`, Writes, CLI|RPC, (*review.Service).MemoryPin).Tells(Untold),
	Define("memory unpin", "Take that back (a person only)",
		`/memories/build.md`, Writes, CLI|RPC, (*review.Service).MemoryUnpin).Tells(Untold),
	Define("memory log", "Tell what was done with the memory, also what was read or refused, newest first",
		`--max 20`, Reads, CLI|RPC, (*review.Service).MemoryLog).Tells(Untold),
	Define("memory clear", "Remove all files of the memory (a person only; undo brings them back)",
		``, Destroys, CLI|RPC, (*review.Service).MemoryClear).Tells(Untold),
	Define("memory purge", "Remove what a secret memory has left in plain text, from the history too and for good (a person only)",
		`--dry-run`, Destroys, CLI|RPC, (*review.Service).MemoryPurge).Tells(Untold),
	Define("memory sync", "Bring the file that follows the memory up to date (a person only; see config memory.sync)",
		`--dry-run`, Writes, CLI|RPC, (*review.Service).MemorySync).Tells(Untold),
	Define("memory export", "Write the memory as one document",
		`--format json`, Reads, CLI|RPC, (*review.Service).MemoryExport).Tells(Untold),
	Define("memory import", "Take in what was exported, or what another branch or place remembers (a person only)",
		`memory.json`, Writes, CLI|RPC, (*review.Service).MemoryImport).Tells(Untold),
	Define("memory learn", "Draft a memory from a resolved thread; a person accepts it",
		`c_9e3779b1 --accept`, Writes, CLI|RPC, (*review.Service).MemoryLearn).Tells(Untold),
	Define("memory unlock", "Hand over the key of the encrypted memory",
		``, Reads, RPC, (*review.Service).MemoryUnlock).Tells(Untold),
}
