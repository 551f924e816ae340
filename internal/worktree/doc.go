// Package worktree says where the user's project is, a git repository of any shape or a plain folder, and reads its files.
//
// Like gitdir, gitrun, gitrepo and treediff, which are built on it, it writes nothing there: not the index, HEAD, a ref,
// the configuration or a file. Links in a path are never followed.
//
// # Words
//
// A project has a root, the folder that stored paths are relative to. Its top is the top folder of the git worktree
// that it lies in; the two differ only if the store was put in a sub-folder. A path is slash-separated, relative to the
// root and never normalised: the bytes are those of the disk.
//
// A repository is where .git is. A folder that is itself a git directory counts only outside of every worktree, because
// a commit can bring such a folder.
package worktree
