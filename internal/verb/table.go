package verb

import (
	"consider/internal/memory"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/review/exchange"
	"consider/internal/review/feedback"
	"consider/internal/review/history"
	"consider/internal/review/plan"
	"consider/internal/review/round"
	"consider/internal/review/submission"
	"consider/internal/review/undo"
)

// All is everything a client may ask, each section in the order in which help lists it. It is one literal: a start of the
// program pays for each row that is copied.
var All = []Verb{
	// The review itself.
	Define("add", Talk, "Start a thread on lines, a file or the whole review",
		`src/auth.go:45-47 -m 'return an error here'`, Writes, Everywhere, review.Add).ForModels().
		Guided("Quote is the surest way to name a place."),
	Define("list", Talk, "List threads with where they are now",
		`--unseen --file src/`, Reads, Everywhere, review.List).As("ls").ForModels().
		Guided("Open ones, those new to you first. Listing marks nothing as read."),
	Define("get", Talk, "Show one thread with everything that was said",
		`c_9e3779b1`, Reads, CLI|RPC|Web, review.Get).As("thread").OverMCP("context", ""),
	Define("threads", Talk, "Read many threads with everything that was said",
		``, Reads, RPC|Web, review.Threads),
	Define("seen", Talk, "Note that the person has threads on screen",
		``, Reads, RPC|Web, review.Seen).Persons("mark threads as read by the person").Repeats().Tells(Untold),
	Define("context", Talk, "Show threads with all that was said and their code, now and then",
		`c_9e3779b1 -C 20`, Reads, Everywhere, review.Context).ForModels().
		Guided("Several ids cost one call. Marks them as read by you."),
	Define("prompt", Talk, "Say in words for an agent which threads it should look at",
		`c_9e3779b1`, Reads, RPC|Web, review.Prompt),
	Define("base", Talk, "Read the file that a thread was made on, as it was then",
		`c_9e3779b1`, Reads, RPC|Web, review.Base),
	Define("summary", Talk, "Count open threads and what waits for an answer",
		``, Reads, Everywhere, review.Summary).ForModels().
		Guided("Cheap: ask before you begin something and when you are done."),
	Define("reply", Talk, "Reply to a thread, or to several at once",
		`c_9e3779b1 --outcome addressed -m 'done, see parse.go'`, Writes, Everywhere, review.Reply).Persons("choose an answer to a question").If("choose").ForModels().
		Guided("What concerns its place. The thread stays open."),
	Define("resolve", Talk, "Say that threads need no more attention",
		`c_9e3779b1`, Writes, Everywhere, review.Resolve).Repeats().ForModels().
		Guided("Only when the matter is settled and you have read them. It may count as a proposal to the human."),
	Define("unresolve", Talk, "Open resolved threads again",
		`c_9e3779b1`, Writes, CLI|RPC|Web, review.Unresolve).As("reopen").Repeats().OverMCP("resolve", `"reopen":true`),
	Define("edit", Talk, "Change your own words",
		`r_1b2c3d4e -m 'what I meant'`, Writes, Everywhere, review.Edit).
		Guided("Yours only: an entry that you wrote."),
	Define("apply", Talk, "Put suggestions into the files that they are about (a person only)",
		`c_9e3779b1 --dry-run`, Writes, CLI|RPC|Web, apply.Apply).Persons("apply a suggestion").
		Guided("Exact: only where the lines are what the author saw. 'consider undo' puts them back."),
	Define("label", Talk, "Add and remove a thread's labels",
		`c_9e3779b1 +error-handling -later`, Writes, Everywhere, review.Label).Repeats().ForModels(),
	Define("reanchor", Places, "Put a thread on other lines by hand",
		`c_9e3779b1 src/auth.go:52`, Writes, Everywhere, review.Reanchor).
		Guided("Use it when you have found the new place of a stale or orphaned thread. The original place is kept."),
	Define("reconcile", Places, "Find all threads' places again from their texts alone",
		`--all`, Reads, Everywhere, review.Reconcile).
		Guided("Reading does this by itself; ask only when you doubt the places."),
	Define("place", Places, "Find a file's threads in a text that is not saved yet",
		``, Reads, RPC, review.PlaceText).Tells(Untold),
	Define("adopt", Places, "Take over threads of a worktree that was removed",
		`c_9e3779b1`, Writes, CLI|RPC, review.Adopt),
	Define("archive", PutAway, "Take resolved threads out of the active list",
		``, Writes, CLI|RPC|Web, review.Archive),
	Define("unarchive", PutAway, "Bring archived threads back",
		`c_9e3779b1`, Writes, CLI|RPC|Web, review.Unarchive),
	Define("delete", PutAway, "Delete threads, or replies of your own (a person only; undelete brings threads back, undo replies)",
		`c_9e3779b1`, Destroys, CLI|RPC|Web, review.Delete).Persons("delete a thread"),
	Define("undelete", PutAway, "Bring deleted threads back (a person only)",
		`c_9e3779b1`, Writes, CLI|RPC|Web, review.Undelete).Persons("undelete a thread"),
	// For surfaces that show the diff, and so know what the reviewer saw.
	Define("changes", Rounds, "List the files that differ, those that were viewed, and where threads were addressed",
		``, Reads, RPC|Web, submission.ListChanges),
	Define("changes text", Rounds, "Read a file of one side of the changes",
		`src/auth.go`, Reads, RPC, submission.ChangesText),
	Define("changes viewed", Rounds, "Mark a file of the changes as viewed, or take the mark away",
		`3f2a9c01d2b4e5f6`, Reads, RPC, submission.MarkViewed).Persons("mark files as viewed").Repeats().Tells(Untold),
	Define("review submit", Rounds, "Take a whole review in: its comments, its verdict, and the end of a round",
		``, Writes, RPC|Web, submission.Submit).Persons("submit a review"),
	Define("checkpoint create", Rounds, "End a round: record the threads and what the files are now",
		`-m 'first look'`, Writes, Everywhere, round.MakeCheckpoint).ByDefault().
		Guided("Threads and files as they are now, to compare with later. No file is changed."),
	Define("checkpoint list", Rounds, "List the checkpoints",
		``, Reads, Everywhere, round.ListCheckpoints),
	Define("checkpoint show", Rounds, "Show one checkpoint: its files and its threads",
		`round-1`, Reads, Everywhere, round.ShowCheckpoint),
	Define("checkpoint diff", Rounds, "Show what changed since a checkpoint, in the files and in the threads",
		`round-1 now --stat`, Reads, Everywhere, round.DiffCheckpoints).
		Guided("From the newest checkpoint to now when neither is named."),
	Define("checkpoint restore", Rounds, "Bring the threads of a checkpoint back, never a file (a person only)",
		`round-1 --dry-run`, Writes, CLI|RPC|Web, round.RestoreCheckpoint).Persons("restore a checkpoint").Unless("dryRun"),
	Define("checkpoint delete", Rounds, "Delete a checkpoint (a person only)",
		`round-1`, Destroys, CLI|RPC|Web, round.DeleteCheckpoint).Persons("delete a checkpoint"),
	Define("log", Rounds, "Tell what happened to the review, newest first",
		`c_9e3779b1 --since 2h`, Reads, Everywhere, history.Log).
		Guided("Tells the authors and their acts, with cursors to go on from."),
	Define("undo", Rounds, "Take the newest change to the review back",
		`--dry-run`, Writes, Everywhere, undo.Undo).
		Guided("An agent takes back only what it did itself. Look with dryRun first."),
	Define("wait", Rounds, "Wait until others do something",
		`--since 4b085303613a --timeout 100s`, Reads, CLI|RPC|MCP, history.Wait).Waits().
		ForModels().
		Guided("Returns at once if something waits. A timeout is no failure: nothing came, go on from the cursor it names."),
	Define("export", Store, "Write the review as one document",
		`--format md --workflow open`, Reads, CLI|RPC|Web, exchange.Export),
	Define("import", Store, "Take in exported threads, or the original tool's store.json (the human's words: a person only)",
		`.consider/store.json`, Writes, CLI, exchange.Import).Tells(Untold),
	Define("config", Store, "Show or change the store's settings",
		`resolve human`, Writes, CLI|RPC, project.Config).Persons("change a setting").If("value", "unset").Tells(Untold),
	Define("doctor", Store, "Look at what could keep consider from working here",
		``, Reads, CLI|RPC, project.Doctor).Tells(Untold),
	Define("fsck", Store, "Check the whole store",
		`--accept`, Writes, CLI|RPC, project.Fsck).Persons("take note of what was lost, or repair the store").If("accept", "repair").Tells(Untold).Repeats(),
	Define("gc", Store, "Pack the store's history",
		``, Writes, CLI|RPC, project.GC).Tells(Untold),

	// These bring agents to the review, and tell what they said. Agents do not set themselves up, so MCP has neither verb
	// for that; what an agent said is no news to it, so only the feedback is there for models.
	Define("setup", Agents, "Teach coding agents to read and answer the threads of this project",
		`claude codex:home --hooks on-stop --dry-run`, Writes, CLI|RPC, project.Setup).Persons("set up agents").Unless("dryRun").Tells(Untold),
	Define("uninstall", Agents, "Take out what setup wrote; in full, the threads too",
		`--dry-run`, Destroys, CLI|RPC, project.Uninstall).Persons("uninstall").Unless("dryRun").Tells(Untold),
	Define("responses list", Agents, "List the last answers of coding agents in this project",
		`-n 5 --agent claude-code`, Reads, CLI|RPC|Web, feedback.Responses).ByDefault(),
	Define("responses show", Agents, "Show one answer and the marks on it",
		`a_1b2c3d4e`, Reads, CLI|RPC|Web, feedback.Response),
	Define("responses mark", Agents, "Mark a stretch of an answer: keep it, or drop it",
		`a_1b2c3d4e --drop 'the cache is not needed' --note 'it is'`, Writes, CLI|RPC|Web, feedback.Mark).Persons("mark an answer"),
	Define("responses unmark", Agents, "Take marks off an answer",
		`c_9e3779b1`, Writes, CLI|RPC|Web, feedback.Unmark).Persons("take a mark away"),
	Define("responses feedback", Agents, "Tell the agent what of its answer the human marked, to keep and to drop",
		`--copy`, Reads, Everywhere, feedback.Feedback).ForModels().
		Guided("KEEP: go on with it. DROP: disregard or reconsider it; a note says why. Reply to each by its id."),

	// These are the review of a plan before the work. What decides is a person's; over MCP an agent is told by 'list' and
	// 'context' as of any thread.
	Define("plan add", Agents, "Show a plan or another text for review, as a new version where it is known",
		`plan.md`, Writes, CLI|RPC|Web, plan.Add).ByDefault(),
	Define("plan list", Agents, "List the plans, the one shown last first",
		``, Reads, CLI|RPC|Web, plan.List),
	Define("plan show", Agents, "Show a plan with what was said of it, where that is now",
		`p_1b2c3d4e --version 2`, Reads, CLI|RPC|Web, plan.Show),
	Define("plan diff", Agents, "Show what changed between two versions of a plan",
		`p_1b2c3d4e --from 1 --to 2`, Reads, CLI|RPC|Web, plan.Diff),
	Define("plan comment", Agents, "Comment on a passage of a plan, or on the whole of it",
		`p_1b2c3d4e --lines 3-5 -m 'one step, not two'`, Writes, CLI|RPC|Web, plan.Comment).Persons("comment on a plan"),
	Define("plan feedback", Agents, "Tell the agent what the human said of its plan",
		`p_1b2c3d4e`, Reads, CLI|RPC|Web, plan.Feedback),
	Define("plan approve", Agents, "Approve the newest version of a plan (a person only)",
		`p_1b2c3d4e -m 'mind the tests'`, Writes, CLI|RPC|Web, plan.Approve).Persons("approve a plan"),
	Define("plan reject", Agents, "Ask for changes of the newest version of a plan (a person only)",
		`p_1b2c3d4e -m 'smaller steps'`, Writes, CLI|RPC|Web, plan.Reject).Persons("ask for changes of a plan"),

	// These are what may be asked of the memory. "memory" alone is the tool of models: its parameters and
	// answers are those that they are trained on, so that none tells where the person is in the editor. The others are
	// for people, scripts and editors.
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

	// These ask for what every other answer has beside it; their data is empty.
	Define("editor get-context", Agents, "Get current editor cursor position, selection, and containing symbol context",
		``, Reads, CLI|RPC|MCP, project.Editor).ByDefault().ForModels().Tells(Asked).Guided(editorGuide),
}

// Find returns the verb of that name or alias.
func Find(name string) (Verb, bool) {
	for _, v := range All {
		if v.Name == name {
			return v, true
		}
		for _, a := range v.Aliases {
			if a == name {
				return v, true
			}
		}
	}
	return Verb{}, false
}

// editorGuide is read by a model that looks for a tool.
const editorGuide = "USE FOR: where the human works now (file, line, class, method or heading), before you edit what they called " +
	"\"this\" or \"here\". DON'T USE FOR: going to a file or line, or searching code. " +
	"PATTERNS: when an editing task begins, and before an operation on the current scope. " +
	"No editorContext: no editor shows a file of this project, or the human does not want it told. " +
	"isDirty: the file on disk is older than what the human sees."
