// Package gitfmt reads and writes git's own formats: object ids, loose objects,
// trees, the list of packed refs, packs. It knows bytes; gitstore and worktree
// know where they are kept.
//
// Input may be damaged, or made to do harm. So the caller bounds its size, the
// header of an object is checked against its content, and the content against
// the hash that names it.
package gitfmt
