// Package worktree is the read-only view of the user's project: a git repository of any shape, or a plain folder.
//
// It is the only package that opens the user's repository, and nothing in it writes there: not the index, HEAD, a ref,
// the configuration or a file. It runs no program except git, and git only with the settings in git.go, which switch
// off everything that a repository's own configuration could start.
//
// Two sides are compared in this process (Diff), with the same lines as git diff. Git is asked only for what it alone
// knows: attributes, files that were renamed and edited, the names of hunks in a language. For that it gets a temporary
// repository of our own, with the contents in question and only our settings, which is removed after the answer.
//
// # Words
//
// A project has a root, the folder that stored paths are relative to. Its top is the top folder of the git worktree
// that it lies in; the two differ only if the store was put in a sub-folder. A path is slash-separated, relative to the
// root and never normalised: the bytes are those of the disk.
//
// A repository is where .git is. A folder that is itself a git directory counts only outside of every worktree, because
// a commit can bring such a folder.
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
//     relative alternates, old pack indexes, split indexes, rename detection;
//  3. none. For placing threads that is a state, not an error: the answer is
//     empty and a reason says why, and content alone decides. For comparing the
//     files with HEAD or the index it is an error (ErrBrokenHead, ErrBrokenIndex):
//     an empty answer would mean a project in which every file is new.
//
// When git refuses (a folder of another owner, a broken repository), rung 2 has no answer. Only git's exit code
// decides; its words are kept for people.
//
// # Use
//
// A Tree is cheap to open and holds at most one directory handle, the packs it read from and their indexes. Several
// goroutines may use it. Open a new one for each request: a long-lived one would keep looking at a folder that was
// moved away.
package worktree
