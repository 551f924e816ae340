// Package memory has the verbs of what agents remember, and the places in the store's tree where a memory can be kept:
// the workspace, a branch, an encrypted one, or the copy of the files on disk. Package keep knows what a memory is.
package memory
