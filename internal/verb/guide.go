package verb

// guides tell a model when to use a verb and what to make of the answer, as far as the title and the fields do
// not. Each is read with every listing of the tools, so they are short.
var guides = map[string]string{
	"add": "For what you want to say about a place that no thread is on yet. Quote is the surest way to name a place: " +
		"the text of the lines, which must stand in the file once.",
	"list": "Open threads when nothing else is asked for. unseen means that it holds human words that you have not read. " +
		"A stale or orphaned thread has lost its place: its quote is the code as it was.",
	"get": "With the code around its place now. Marks it as read by you.",
	"context": "The best way to read a thread before you answer: the code as it is now and, where it changed since, " +
		"as it was, with the difference. Marks it as read by you.",
	"summary": "Cheap: ask before you begin something and when you are done. unseenOpen counts what is new to you.",
	"reply": "Say in the thread what concerns its place. addressed: you changed the code; answered: no change was needed; " +
		"declined: it will not be done; blocked: it cannot be done yet. The thread stays open.",
	"resolve":   "Only when the matter is settled and nobody waits for an answer. It may count as a proposal that the human confirms.",
	"unresolve": "Needed before a reply to a resolved thread.",
	"edit":      "Yours only: an entry that you wrote.",
	"reanchor":  "For a stale or orphaned thread whose place you have found. Its original place is kept.",
	"reconcile": "Reading does this by itself; ask only when you doubt the places.",
	"undo":      "Yours and others' alike: look with dryRun first.",
	"log":       "Who said and did what, with cursors to go on from.",
	"wait": "Returns at once when something happened since the cursor, else when it does. A timeout is no failure: " +
		"nothing came, and the cursor in the answer is the one to go on from.",
	"checkpoint create":  "Threads and files as they are now, to compare with later. No file is changed.",
	"checkpoint diff":    "From the newest checkpoint to now when neither is named.",
	"editor get-context": editorGuide,
}

// Guide returns what a model should know of the verb beyond its title, "" if there is nothing.
func (v Verb) Guide() string { return guides[v.Name] }
