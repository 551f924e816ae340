// Package memory has the verbs on what agents remember, and the places in the store's tree where a memory can be kept:
// for the workspace, for a branch, encrypted, or as a copy of the files on disk. Package keep defines what a memory is.
package memory
