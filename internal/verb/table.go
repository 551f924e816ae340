package verb

import (
	"slices"

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
	"consider/internal/review/turns"
	"consider/internal/review/undo"
)

// All is everything a client may ask, each section in the order in which help lists it. It is one literal, because each
// row that is copied slows down the start of the program.
var All = []Verb{
	// The review itself.
	Define("add", Talk, "Comment on lines, a file or the review",
		`src/auth.go:45-47 -m 'return an error here'`, Writes, Everywhere, review.Add).With(Traits{Aliases: []string{"comment"}, Core: true}).
		Guided("quote is the most reliable way to give a location."),
	Define("list", Talk, "List threads and their current locations",
		`--unseen --file src/`, Reads, Everywhere, review.List).With(Traits{Aliases: []string{"ls"}, Core: true}).
		Guided("Open threads, unread first. Does not mark them as read."),
	Define("get", Talk, "Show a thread and its replies",
		`c_9e3779b1`, Reads, CLI|RPC|Web, review.Get).With(Traits{Aliases: []string{"thread"}, Unlisted: true, Sibling: "context"}),
	Define("threads", Talk, "Show several threads and their replies",
		``, Reads, RPC|Web, review.Threads),
	Define("seen", Talk, "Mark threads on screen as read",
		``, Reads, RPC|Web, review.Seen).With(Traits{Repeatable: true, Editor: ToNobody}).Persons("mark threads as read"),
	Define("context", Talk, "Show threads with their code, original and current",
		`c_9e3779b1 -C 20`, Reads, Everywhere, review.Context).With(Traits{Listed: "show", Core: true}).
		Guided("Pass several IDs in one call; take those you will work on. Marks the threads as read by you."),
	Define("next", Talk, "Show the next thread that awaits you",
		`--skip c_9e3779b1`, Reads, CLI|RPC, review.Next),
	Define("proof", Talk, "Show what was changed for a thread",
		`c_9e3779b1`, Reads, CLI|RPC|Web, review.Proof),
	Define("release", Talk, "Let other agents take threads again",
		`c_9e3779b1`, Reads, CLI|RPC|Web, review.Release).With(Traits{Repeatable: true}),
	Define("prompt", Talk, "Write an agent prompt about threads",
		`c_9e3779b1`, Reads, RPC|Web, review.Prompt),
	Define("base", Talk, "Show the file version a comment refers to",
		`c_9e3779b1`, Reads, RPC|Web, review.Base),
	Define("summary", Talk, "Count open threads and those awaiting replies",
		``, Reads, Everywhere, review.Summary).With(Traits{Core: true}).
		Guided("Cheap: call it before and after each task."),
	Define("reply", Talk, "Reply to one or more threads",
		`c_9e3779b1 --outcome addressed -m 'done, see parse.go'`, Writes, Everywhere, review.Reply).With(Traits{Core: true}).Persons("choose an answer to a question").If("choose").
		Guided("Discuss the lines that the threads are on. Threads stay open."),
	Define("resolve", Talk, "Resolve threads",
		`c_9e3779b1`, Writes, Everywhere, review.Resolve).With(Traits{Repeatable: true, Core: true}).
		Guided("Only if the matter is settled and you have read the threads. Depending on the settings, this only proposes resolving them."),
	Define("unresolve", Talk, "Reopen resolved threads",
		`c_9e3779b1`, Writes, CLI|RPC|Web, review.Unresolve).With(Traits{Listed: "reopen", Repeatable: true, Sibling: "resolve", SiblingWith: `"reopen":true`}),
	Define("triage", Talk, "Accept or dismiss agents' findings (human only)",
		`c_9e3779b1`, Writes, CLI|RPC|Web, review.Triage).Persons("accept or dismiss findings"),
	Define("edit", Talk, "Edit your own comment or reply",
		`r_1b2c3d4e -m 'what I meant'`, Writes, Everywhere, review.Edit).
		Guided("Only your own messages."),
	Define("apply", Talk, "Apply suggested changes to your files (human only)",
		`c_9e3779b1 --dry-run`, Writes, CLI|RPC|Web, apply.Apply).Persons("apply a suggestion").
		Guided("Works only if the lines have not changed since the suggestion. 'consider undo' reverts it."),
	Define("label", Talk, "Add or remove a thread's labels",
		`c_9e3779b1 +error-handling -later`, Writes, Everywhere, review.Label).With(Traits{Repeatable: true, Core: true}),
	Define("reanchor", Places, "Move a thread to other lines",
		`c_9e3779b1 src/auth.go:52`, Writes, Everywhere, review.Reanchor).
		Guided("Use it when you have found the new location of a stale or orphaned thread. The original location is kept."),
	Define("reconcile", Programs, "Recompute the location of every thread",
		`--all`, Reads, Everywhere, review.Reconcile).
		Guided("Reading does this automatically; call it only if you doubt the locations."),
	Define("place", Places, "Locate a file's threads in its unsaved text",
		``, Reads, RPC, review.PlaceText).With(Traits{Editor: ToNobody}),
	Define("adopt", Places, "Make messages from elsewhere yours (human only)",
		`c_9e3779b1`, Writes, CLI|RPC, review.Adopt).Persons("adopt messages"),
	Define("archive", PutAway, "Archive resolved threads",
		``, Writes, CLI|RPC|Web, review.Archive),
	Define("unarchive", PutAway, "Restore archived threads",
		`c_9e3779b1`, Writes, CLI|RPC|Web, review.Unarchive),
	Define("delete", PutAway, "Delete threads or your own replies (human only)",
		`c_9e3779b1`, Destroys, CLI|RPC|Web, review.Delete).Persons("delete a thread"),
	Define("undelete", PutAway, "Restore deleted threads (human only)",
		`c_9e3779b1`, Writes, CLI|RPC|Web, review.Undelete).Persons("undelete a thread"),
	// For surfaces that show the diff, and so know what the reviewer saw.
	Define("changes", Rounds, "List changed files, their viewed status and threads",
		``, Reads, RPC|Web, submission.ListChanges),
	Define("changes text", Rounds, "Show one side of a changed file",
		`src/auth.go`, Reads, RPC, submission.ChangesText),
	Define("changes viewed", Rounds, "Mark or unmark a changed file as viewed",
		`3f2a9c01d2b4e5f6`, Reads, RPC, submission.MarkViewed).With(Traits{Repeatable: true, Editor: ToNobody}).Persons("mark files as viewed"),
	Define("review submit", Rounds, "Submit a review: comments, verdict and checkpoint",
		``, Writes, RPC|Web, submission.Submit).Persons("submit a review"),
	Define("checkpoint create", Rounds, "Save the round as a checkpoint",
		`-m 'first look'`, Writes, Everywhere, round.MakeCheckpoint).With(Traits{Default: true}).
		Guided("Saves threads and files for later comparison. Does not change files."),
	Define("checkpoint list", Rounds, "List checkpoints",
		``, Reads, Everywhere, round.ListCheckpoints),
	Define("checkpoint show", Rounds, "Show the files and threads of a checkpoint",
		`round-1`, Reads, Everywhere, round.ShowCheckpoint),
	Define("checkpoint diff", Rounds, "Show file and thread changes since a checkpoint",
		`round-1 now --stat`, Reads, Everywhere, round.DiffCheckpoints).
		Guided("Default: from the latest checkpoint to now. With real, mechanical changes are named and not shown."),
	Define("checkpoint restore", Rounds, "Restore a checkpoint's threads, not files (human only)",
		`round-1 --dry-run`, Writes, CLI|RPC|Web, round.RestoreCheckpoint).Persons("restore a checkpoint").Unless("dryRun"),
	Define("checkpoint delete", Rounds, "Delete a checkpoint (human only)",
		`round-1`, Destroys, CLI|RPC|Web, round.DeleteCheckpoint).Persons("delete a checkpoint"),
	Define("turn show", Rounds, "Show what an agent changed in one turn",
		``, Reads, CLI|RPC|Web, turns.Show).With(Traits{Default: true}),
	Define("turn list", Rounds, "List agents' turns, latest first",
		``, Reads, CLI|RPC|Web, turns.List),
	Define("turn saved", Rounds, "Record that files were saved in the editor",
		``, Reads, RPC, turns.Saved).With(Traits{Repeatable: true, Editor: ToNobody}).Persons("record saved files"),
	Define("turn delete", Rounds, "Delete the record of turns (human only)",
		`--all`, Destroys, CLI|RPC, turns.Delete).Persons("delete turns"),
	Define("log", Rounds, "Show the history of comments and changes to threads",
		`c_9e3779b1 --since 2h`, Reads, Everywhere, history.Log).
		Guided("Lists authors and their actions, newest first, with cursors to continue from."),
	Define("undo", Rounds, "Undo your last change to a thread",
		`--dry-run`, Writes, Everywhere, undo.Undo).Persons("undo changes by others").If("any").
		Guided("Try dryRun first."),
	Define("wait", Rounds, "Wait for new comments or replies",
		`--since 4b085303613a --timeout 100s`, Reads, CLI|RPC|MCP, history.Wait).With(Traits{Waiting: true, Core: true}).
		Guided("Returns at once if a message is unread. A timeout is not an error: continue from the returned cursor."),
	Define("export", Store, "Export threads (Markdown, JSON, SARIF)",
		`--format md --workflow open`, Reads, CLI|RPC|Web, exchange.Export),
	Define("import", Store, "Import threads or linter reports",
		`.consider/store.json`, Writes, CLI, exchange.Import).With(Traits{Editor: ToNobody}),
	Define("config", Program, "Show or change settings",
		`resolve human`, Writes, CLI|RPC, project.Config).With(Traits{Editor: ToNobody}).Persons("change a setting").If("value", "unset"),
	Define("doctor", Program, "Check this project for problems",
		``, Reads, CLI|RPC, project.Doctor).With(Traits{Editor: ToNobody}).Persons("delete a backup").If("forget"),
	Define("fsck", Store, "Check or repair the review data",
		`--accept`, Writes, CLI|RPC|Web, project.Fsck).With(Traits{Editor: ToNobody, Repeatable: true}).Persons("acknowledge lost data, repair or restore the store").If("accept", "repair", "restore"),
	Define("gc", Programs, "Compact the review data",
		``, Writes, CLI|RPC, project.GC).With(Traits{Editor: ToNobody}),

	// These connect agents to the review and read their responses. Agents do not set themselves up, and know their own
	// responses, so MCP offers only the feedback.
	Define("setup", Agents, "Set up coding agents for this project",
		`claude codex:home --hooks on-stop --dry-run`, Writes, CLI|RPC, project.Setup).With(Traits{Editor: ToNobody}).Persons("set up agents").Unless("dryRun"),
	Define("uninstall", Agents, "Remove what setup added; with --mode full, delete all threads too",
		`--dry-run`, Destroys, CLI|RPC, project.Uninstall).With(Traits{Editor: ToNobody}).Persons("uninstall").Unless("dryRun"),
	Define("responses list", Agents, "List recent responses from coding agents",
		`-n 5 --agent claude-code`, Reads, CLI|RPC|Web, feedback.Responses).With(Traits{Default: true}),
	Define("responses show", Agents, "Show a response and its marks",
		`a_1b2c3d4e`, Reads, CLI|RPC|Web, feedback.Response),
	Define("responses mark", Agents, "Mark part of a response: keep or drop",
		`a_1b2c3d4e --drop 'the cache is not needed' -m 'it is'`, Writes, CLI|RPC|Web, feedback.Mark).Persons("mark a response"),
	Define("responses unmark", Agents, "Remove marks from a response",
		`c_9e3779b1`, Writes, CLI|RPC|Web, feedback.Unmark).Persons("remove a mark"),
	Define("responses feedback", Agents, "Show the human's marks on an agent's response",
		`--copy`, Reads, Everywhere, feedback.Feedback).With(Traits{Core: true}).
		Guided("KEEP: continue with it. DROP: disregard or reconsider it; a note gives the reason. Reply to each mark by its ID."),

	// These review a plan before the work begins. Only a person may decide; over MCP an agent sees the comments on its
	// plan with 'list' and 'context', like any other thread.
	Define("plan add", Agents, "Submit a plan or new version for review",
		`plan.md`, Writes, CLI|RPC|Web, plan.Add).With(Traits{Default: true}),
	Define("plan list", Agents, "List plans, latest first",
		``, Reads, CLI|RPC|Web, plan.List),
	Define("plan show", Agents, "Show a plan and its comments",
		`p_1b2c3d4e --version 2`, Reads, CLI|RPC|Web, plan.Show),
	Define("plan diff", Agents, "Compare two versions of a plan",
		`p_1b2c3d4e --from 1 --to 2`, Reads, CLI|RPC|Web, plan.Diff),
	Define("plan comment", Agents, "Comment on a passage or the whole plan",
		`p_1b2c3d4e --lines 3-5 -m 'one step, not two'`, Writes, CLI|RPC|Web, plan.Comment).Persons("comment on a plan"),
	Define("plan feedback", Agents, "Show the human's feedback on a plan",
		`p_1b2c3d4e`, Reads, CLI|RPC|Web, plan.Feedback),
	Define("plan approve", Agents, "Approve a plan's latest version (human only)",
		`p_1b2c3d4e -m 'add tests first'`, Writes, CLI|RPC|Web, plan.Approve).Persons("approve a plan"),
	Define("plan reject", Agents, "Request changes to a plan (human only)",
		`p_1b2c3d4e -m 'smaller steps'`, Writes, CLI|RPC|Web, plan.Reject).Persons("request changes to a plan"),

	// These use the memory. "memory" alone is the tool of models, with the parameters and answers that they are trained
	// on. The others are for people, scripts and editors.
	Define("memory", Agents, "View, create, edit, rename and delete memory files",
		``, Writes, MCP|RPC, memory.Memory).With(Traits{Core: true, Switch: "memory"}).
		Guided("They persist across conversations: view them before a task, save what you learned."),
	Define("memory view", Agents, "Show a memory file or folder",
		`/memories/build.md --lines 10-20`, Reads, CLI|RPC, memory.MemoryView),
	Define("memory create", Agents, "Create or overwrite a memory file",
		`/memories/build.md -m 'make test takes 20 minutes'`, Writes, CLI|RPC, memory.MemoryCreate),
	Define("memory str_replace", Agents, "Replace text in a memory file",
		`/memories/build.md --old '20 minutes' --new '5 minutes'`, Writes, CLI|RPC, memory.MemoryReplace),
	Define("memory insert", Agents, "Insert lines into a memory file",
		`/memories/build.md --line 0 -m '# Building'`, Writes, CLI|RPC, memory.MemoryInsert),
	Define("memory delete", Agents, "Delete a memory file or folder",
		`/memories/build.md`, Writes, CLI|RPC, memory.MemoryDelete),
	Define("memory rename", Agents, "Rename a memory file or folder",
		`/memories/build.md /memories/notes/build.md`, Writes, CLI|RPC, memory.MemoryRename),
	Define("memory list", Agents, "List memory files, pinned first",
		``, Reads, CLI|RPC, memory.MemoryList).With(Traits{Default: true}),
	Define("memory get", Agents, "Print a memory file as stored",
		`/memories/build.md`, Reads, CLI|RPC, memory.MemoryGet),
	Define("memory save", Agents, "Save an edited memory file",
		`/memories/build.md --version 3f2a9c01d2b4e5f6 -F build.md`, Writes, CLI|RPC, memory.MemorySave),
	Define("memory pin", Agents, "Pin memory files (human only)",
		`/memories/build.md`, Writes, CLI|RPC, memory.MemoryPin).With(Traits{refused: memory.Refused}).Persons("pin memories"),
	Define("memory unpin", Agents, "Unpin memory files (human only)",
		`/memories/build.md`, Writes, CLI|RPC, memory.MemoryUnpin).With(Traits{refused: memory.Refused}).Persons("unpin memories"),
	Define("memory log", Agents, "Show memory history, including reads and denied requests",
		`--limit 20`, Reads, CLI|RPC, memory.MemoryLog),
	Define("memory clear", Agents, "Delete all memory (human only; can be undone)",
		``, Destroys, CLI|RPC, memory.MemoryClear).With(Traits{refused: memory.Refused}).Persons("clear the memory"),
	Define("memory purge", Agents, "Purge plain-text remnants of secret memories (human only)",
		`--dry-run`, Destroys, CLI|RPC, memory.MemoryPurge).With(Traits{refused: memory.Refused}).Persons("remove memories permanently").Unless("dryRun"),
	Define("memory sync", Agents, "Update the synced memory file (human only)",
		`--dry-run`, Writes, CLI|RPC, memory.MemorySync).With(Traits{refused: memory.Refused}).Persons("sync the memory by hand").Unless("dryRun"),
	Define("memory export", Agents, "Export the memory as one document",
		`--format json`, Reads, CLI|RPC, memory.MemoryExport),
	Define("memory import", Agents, "Import memory from exports or branches (human only)",
		`memory.json`, Writes, CLI|RPC, memory.MemoryImport).With(Traits{refused: memory.Refused}).Persons("import memories"),
	Define("memory learn", Agents, "Draft a memory from a resolved thread",
		`c_9e3779b1 --accept`, Writes, CLI|RPC, memory.MemoryLearn).With(Traits{refused: memory.Refused}).Persons("accept or drop learned memories").If("accept", "drop"),
	Define("memory unlock", Agents, "Unlock the encrypted memory",
		``, Reads, RPC, memory.MemoryUnlock).With(Traits{Editor: ToNobody}),

	// These return what every other answer has in its envelope; their own data is empty.
	Define("editor get-context", Programs, "Get current editor cursor position, selection, and containing symbol context",
		``, Reads, CLI|RPC|MCP, project.Editor).With(Traits{Default: true, Core: true, Editor: ToEveryone}).Guided(editorGuide),
}

// Find returns the verb of that name or alias.
func Find(name string) (Verb, bool) {
	for _, v := range All {
		if v.Name == name || v.Listed == name && name != "" || slices.Contains(v.Aliases, name) {
			return v, true
		}
	}
	return Verb{}, false
}

// editorGuide is for models that look for a tool.
const editorGuide = "USE FOR: code called \"this\" or \"here\", before you edit it. " +
	"DON'T USE FOR: opening files, searching code. PATTERNS: before edits or operations on the current scope."
