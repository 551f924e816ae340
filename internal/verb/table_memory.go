package verb

import "consider/internal/memory"

// memoryVerbs are what may be asked of the memory. "memory" alone is the tool of models: its parameters and
// answers are those that they are trained on, so that none tells where the person is in the editor. The others are
// for people, scripts and editors.
var memoryVerbs = []Verb{
	Define("memory", Agents, "Remember across conversations: view, create, str_replace, insert, delete and rename files below /memories. Look there before a task; write down what was learnt",
		``, Writes, MCP|RPC, memory.Memory).ForModels().SwitchedBy("memory").Tells(Untold),
	Define("memory view", Agents, "Show a folder or a file of the memory",
		`/memories/build.md --lines 10-20`, Reads, CLI|RPC, memory.MemoryView).Tells(Untold),
	Define("memory create", Agents, "Make a file in the memory",
		`/memories/build.md -m 'make test takes 20 minutes'`, Writes, CLI|RPC, memory.MemoryCreate).Tells(Untold),
	Define("memory str_replace", Agents, "Replace a text that occurs once in a file of the memory",
		`/memories/build.md --old '20 minutes' --new '5 minutes'`, Writes, CLI|RPC, memory.MemoryReplace).Tells(Untold),
	Define("memory insert", Agents, "Insert lines into a file of the memory",
		`/memories/build.md --line 0 -m '# Building'`, Writes, CLI|RPC, memory.MemoryInsert).Tells(Untold),
	Define("memory delete", Agents, "Delete a file or folder of the memory",
		`/memories/build.md`, Writes, CLI|RPC, memory.MemoryDelete).Tells(Untold),
	Define("memory rename", Agents, "Rename a file or folder of the memory",
		`/memories/build.md /memories/notes/build.md`, Writes, CLI|RPC, memory.MemoryRename).Tells(Untold),
	Define("memory list", Agents, "List what is remembered, pinned files first",
		``, Reads, CLI|RPC, memory.MemoryList).Tells(Untold).ByDefault(),
	Define("memory get", Agents, "Read a file of the memory as it is",
		`/memories/build.md`, Reads, CLI|RPC, memory.MemoryGet).Tells(Untold),
	Define("memory save", Agents, "Replace a file of the memory that was edited",
		`/memories/build.md --version 3f2a9c01d2b4e5f6 -F build.md`, Writes, CLI|RPC, memory.MemorySave).Tells(Untold),
	Define("memory pin", Agents, "Put files of the memory first (a person only)",
		`/memories/build.md`, Writes, CLI|RPC, memory.MemoryPin).Persons("pin what agents remember").noting(memory.Refused).Tells(Untold),
	Define("memory unpin", Agents, "Take the pin off files of the memory (a person only)",
		`/memories/build.md`, Writes, CLI|RPC, memory.MemoryUnpin).Persons("take a pin off").noting(memory.Refused).Tells(Untold),
	Define("memory log", Agents, "Tell what was done with the memory, also what was read or refused, newest first",
		`--max 20`, Reads, CLI|RPC, memory.MemoryLog).Tells(Untold),
	Define("memory clear", Agents, "Remove all files of the memory (a person only; undo brings them back)",
		``, Destroys, CLI|RPC, memory.MemoryClear).Persons("clear the memory").noting(memory.Refused).Tells(Untold),
	Define("memory purge", Agents, "Remove what a secret memory has left in plain text, from the history too and for good (a person only)",
		`--dry-run`, Destroys, CLI|RPC, memory.MemoryPurge).Persons("remove memories for good").Unless("dryRun").noting(memory.Refused).Tells(Untold),
	Define("memory sync", Agents, "Bring the file that follows the memory up to date (a person only; see config memory.sync)",
		`--dry-run`, Writes, CLI|RPC, memory.MemorySync).Persons("sync the memory by hand").Unless("dryRun").noting(memory.Refused).Tells(Untold),
	Define("memory export", Agents, "Write the memory as one document",
		`--format json`, Reads, CLI|RPC, memory.MemoryExport).Tells(Untold),
	Define("memory import", Agents, "Take in what was exported, or what another branch or place remembers (a person only)",
		`memory.json`, Writes, CLI|RPC, memory.MemoryImport).Persons("import memories").noting(memory.Refused).Tells(Untold),
	Define("memory learn", Agents, "Draft a memory from a resolved thread; a person accepts it",
		`c_9e3779b1 --accept`, Writes, CLI|RPC, memory.MemoryLearn).Persons("accept or drop what was learnt").If("accept", "drop").noting(memory.Refused).Tells(Untold),
	Define("memory unlock", Agents, "Hand over the key of the encrypted memory",
		``, Reads, RPC, memory.MemoryUnlock).Tells(Untold),
}
