package verb

import (
	"slices"

	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/review/exchange"
	"consider/internal/review/history"
	"consider/internal/review/round"
	"consider/internal/review/submission"
	"consider/internal/review/undo"
)

// All is everything a client may ask, each section in the order in which help lists it.
var All = slices.Concat(reviewVerbs, agentVerbs, memoryVerbs, editorVerbs)

// reviewVerbs are what may be asked of the review itself.
var reviewVerbs = []Verb{
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
	Define("delete", PutAway, "Delete threads (a person only; undelete brings them back)",
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
