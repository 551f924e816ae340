// Package gitrepo answers questions about the user's repository: HEAD, revisions, files of commits, tracked paths,
// branches, settings.
//
// # The ladder
//
// A question to git is answered by the first rung that can:
//
//  1. this process, on the storage level of go-git and with small readers of
//     our own for HEAD, refs, the index and the configuration. It ignores what
//     the configuration says about extensions and remotes, which is why it
//     opens repositories that a whole go-git repository refuses;
//  2. the git program, for what rung 1 cannot read: reftable, SHA-256 objects,
//     relative alternates, old pack indexes, split indexes;
//  3. none. For placing threads that is a state, not an error: the answer is
//     empty and a reason says why, and content alone decides.
//
// When git refuses (a folder of another owner, a broken repository), rung 2 has no answer. Only git's exit code
// decides; its words are kept for people.
//
// # Use
//
// A Repo is cheap to open and holds at most one directory handle, the packs it read from and their indexes. Several
// goroutines may use it. Open a new one for each request: a long-lived one would keep looking at a folder that was
// moved away.
package gitrepo
