// Package gitdir reads a git directory in this process: objects, refs and the index.
//
// It uses go-git's pack storage and small readers of our own, where go-git refuses or misreads odd repositories. Some
// forms only the git program can read (ErrForeignRefs, ErrForeignIndex, another object format): see package gitrepo.
package gitdir
