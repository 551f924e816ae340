// Package review is the domain: what a review of code with threads means.
//
// Its words, one per concept:
//
//   - A [Thread] is a conversation about one place. Its first message is its body; what follows are replies.
//   - An [Anchor] is the stored description of the place; the base it was described against (a commit and
//     the file's text, kept in the store) never changes, so a place can always be found again from what was
//     seen when the thread was made.
//   - A [Placement] is where the anchor is now. It is derived on every read and never stored in the thread.
//   - workflowState (open, resolved) says whether the conversation needs attention; anchorState (anchored,
//     stale, orphaned) says whether the place is still known. They are independent.
//   - A [Service] answers one caller. Each operation is one method in one op_<name>.go file, with its input
//     and output beside it.
//
// Invariant: operations read the user's project only through package worktree, which cannot write, and write
// only through package gitstore, which writes nothing outside the private store.
//
// Invariant: nothing here looks at the clock, the environment, the working directory or a terminal; these
// arrive as values in [Project] and [Caller].
package review
