// Package review implements the verbs on threads.
//
//   - A thread is a conversation about one place. Its first message is its body; the others are replies.
//   - Its anchor is the stored description of the place. The base that it describes (a commit and the file's text, kept
//     in the store) never changes, so that the place can always be found again from what its author saw.
//   - Its placement is where the anchor is now. It is derived on every read and never stored in the thread.
//   - workflowState (open, resolved) says whether the conversation needs attention; anchorState (anchored, stale,
//     orphaned) says whether the place is still known. The two are independent.
//
// A verb is one function, in a file named after it, together with its input and output types. It is given a
// [session.Session]. Larger groups of verbs have their own packages below this one: checkpoints in round, events in
// history, and so on.
//
// Invariant: verbs read the user's project only through packages worktree, gitrepo and treediff, which cannot write, and
// write only through package gitstore, which writes nothing outside the private store. The one exception is package
// apply.
package review
