// Package session is one caller at work on one project. Every verb receives a session.
//
//   - A [Project] is opened once and shared by all callers of a process.
//   - A [Session] answers one [Caller]: it opens the store and determines the author.
//   - A [Snapshot] is the review as one read sees it. It takes no lock and writes no history.
//   - A [Change] is one mutation under way: Session.Update runs it on the newest state and records one commit.
//   - [Worktrees] are the stores of the other worktrees and the copies of them.
//
// Nothing here looks at the clock, the environment, the working directory or a terminal; these arrive as values.
package session
