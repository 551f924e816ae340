package verb

import (
	"slices"

	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/exchange"
	"consider/internal/review/history"
	"consider/internal/review/round"
	"consider/internal/review/undo"
)

// All is everything a client may ask, in the order in which help lists it.
var All = slices.Concat(reviewVerbs, memoryVerbs)

// reviewVerbs are what may be asked of the review itself.
var reviewVerbs = []Verb{
	Define("add", "Start a thread on lines, a file or the whole review",
		`src/auth.go:45-47 -m "return an error here"`, Writes, Everywhere, review.Add),
	Define("list", "List threads with where they are now",
		`--unseen --file src/`, Reads, Everywhere, review.List).As("ls"),
	Define("get", "Show one thread with everything that was said",
		`c_9e3779b1`, Reads, Everywhere, review.Get).As("thread"),
	Define("threads", "Read many threads with everything that was said",
		``, Reads, RPC|Web, review.Threads),
	Define("context", "Show one thread with the code around it, now and then",
		`c_9e3779b1 -C 20`, Reads, Everywhere, review.Context),
	Define("summary", "Count open threads and what waits for an answer",
		``, Reads, Everywhere, review.Summary),
	Define("reply", "Reply to a thread",
		`c_9e3779b1 --outcome addressed -m "done, see parse.go"`, Writes, Everywhere, review.Reply),
	Define("resolve", "Say that threads need no more attention",
		`c_9e3779b1`, Writes, Everywhere, review.Resolve).Repeats(),
	Define("unresolve", "Open resolved threads again",
		`c_9e3779b1`, Writes, Everywhere, review.Unresolve).As("reopen").Repeats(),
	Define("edit", "Change your own words",
		`r_1b2c3d4e -m "what I meant"`, Writes, Everywhere, review.Edit),
	Define("label", "Add and remove a thread's labels",
		`c_9e3779b1 +error-handling -later`, Writes, Everywhere, review.Label).Repeats(),
	Define("reanchor", "Put a thread on other lines by hand",
		`c_9e3779b1 src/auth.go:52`, Writes, Everywhere, review.Reanchor),
	Define("reconcile", "Find all threads' places again from their texts alone",
		`--all`, Reads, Everywhere, review.Reconcile),
	Define("place", "Find a file's threads in a text that is not saved yet",
		``, Reads, RPC, review.PlaceText).Tells(Untold),
	Define("adopt", "Take over threads of a worktree that was removed",
		`c_9e3779b1`, Writes, CLI|RPC, review.Adopt),
	Define("archive", "Take resolved threads out of the active list",
		``, Writes, CLI|RPC|Web, review.Archive),
	Define("unarchive", "Bring archived threads back",
		`c_9e3779b1`, Writes, CLI|RPC|Web, review.Unarchive),
	Define("delete", "Delete threads (a person only; undelete brings them back)",
		`c_9e3779b1`, Destroys, CLI|RPC|Web, review.Delete),
	Define("undelete", "Bring deleted threads back (a person only)",
		`c_9e3779b1`, Writes, CLI|RPC|Web, review.Undelete),
	Define("checkpoint create", "End a round: record the threads and what the files are now",
		`-m "first look"`, Writes, Everywhere, round.MakeCheckpoint).ByDefault(),
	Define("checkpoint list", "List the checkpoints",
		``, Reads, Everywhere, round.ListCheckpoints),
	Define("checkpoint show", "Show one checkpoint: its files and its threads",
		`round-1`, Reads, Everywhere, round.ShowCheckpoint),
	Define("checkpoint diff", "Show what changed since a checkpoint, in the files and in the threads",
		`round-1 now --stat`, Reads, Everywhere, round.DiffCheckpoints),
	Define("checkpoint restore", "Bring the threads of a checkpoint back, never a file (a person only)",
		`round-1 --dry-run`, Writes, CLI|RPC|Web, round.RestoreCheckpoint),
	Define("checkpoint delete", "Delete a checkpoint (a person only)",
		`round-1`, Destroys, CLI|RPC|Web, round.DeleteCheckpoint),
	reviewSubmit,
	Define("undo", "Take the newest change to the review back",
		`--dry-run`, Writes, Everywhere, undo.Undo),
	Define("log", "Tell what happened to the review, newest first",
		`c_9e3779b1 --since 2h`, Reads, Everywhere, history.Log),
	Define("wait", "Wait until others do something",
		`--since 4b085303613a --timeout 100s`, Reads, CLI|RPC|MCP, history.Wait).Waits(),
	responsesList, responsesShow, responsesMark, responsesUnmark, responsesFeedback,
	Define("export", "Write the review as one document",
		`--format md --workflow open`, Reads, CLI|RPC|Web, exchange.Export),
	Define("import", "Take in exported threads, or the original tool's store.json (the human's words: a person only)",
		`.consider/store.json`, Writes, CLI, exchange.Import).Tells(Untold),
	editorGetContext,
	Define("config", "Show or change the store's settings",
		`resolve human`, Writes, CLI|RPC, project.Config).Tells(Untold),
	Define("fsck", "Check the whole store",
		`--accept`, Writes, CLI|RPC, project.Fsck).Tells(Untold).Repeats(),
	Define("gc", "Pack the store's history",
		``, Writes, CLI|RPC, project.GC).Tells(Untold),
	Define("doctor", "Look at what could keep consider from working here",
		``, Reads, CLI|RPC, project.Doctor).Tells(Untold),
	setupVerb, uninstallVerb,
}
