// Package gitstore keeps files in a private git repository and changes them one commit at a time. It knows git and
// nothing about reviews: a thread is just a path with bytes.
//
// # Words
//
//   - store: the directory (by custom .consider) that holds the repository.
//   - object: a blob, a tree or a commit, named by the SHA-1 of its content.
//     A loose object is a file of its own; a packed one lies in a pack.
//   - line: the commits from the tip back to the first one. Each has at most
//     one parent. Only [Store.Purge] rewrites them.
//   - ref: the file refs/heads/threads, the one thing that changes in place.
//   - tip: the commit the ref names. A torn ref names none, and the tip is
//     then recovered from the reflog.
//   - snapshot: everything one commit shows. It never changes, so readers
//     neither lock nor wait.
//   - transaction: the pending state that one call of [Store.Update] builds on
//     the newest tip, under the lock.
//   - lock: an advisory lock of the operating system on the file "lock". It
//     vanishes with its holder, so it is never stale and no process id is
//     written anywhere.
//   - ref lock: refs/heads/threads.lock, the file by which git programs keep
//     each other off a ref. It is held only for the last step of an update.
//   - mirror: a copy of another store's line, under refs/worktrees/<name>; see
//     [Store.Mirror].
//   - debris: leftovers of a killed writer, such as temporary files, a ref lock
//     or objects that nothing names. It is harmless, and [Store.GC] sweeps it.
//
// # Invariants
//
// Objects are durable before the ref names them, and the ref is durable before Update returns. A reader sees the state
// before or after an update, never between. Everything that is read is bounded in size and checked against the hash
// that names it. No symbolic link is followed out of the store, and only regular files are read.
//
// The bytes on disk are described in docs/internals/format.md.
package gitstore
