// Package review has the verbs on threads: what a review of code means.
//
//   - A thread is a conversation about one place. Its first message is its body; what follows are replies.
//   - Its anchor is the stored description of the place. The base that it describes (a commit and the file's text, kept
//     in the store) never changes, so that the place can always be found again from what its author saw.
//   - Its placement is where the anchor is now. It is derived on every read and never stored in the thread.
//   - workflowState (open, resolved) says whether the conversation needs attention; anchorState (anchored,
//     stale, orphaned) says whether the place is still known. They are independent.
//
// A verb is one function with its input and output beside it, in a file of its name. It is given a [session.Session].
// Verbs with more matter than that have a room below this one: checkpoints in round, events in history, and so on.
//
// Invariant: verbs read the user's project only through package worktree, which cannot write, and write only through
// package gitstore, which writes nothing outside the private store. The one exception is the room apply.
package review
