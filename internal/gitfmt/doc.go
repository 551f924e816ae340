// Package gitfmt reads and writes git's own formats: object ids, loose objects,
// trees, the list of packed refs, packs. It knows bytes; where they are kept is
// the matter of gitstore and worktree.
//
// What is read may be damaged, or made to harm. So sizes are bounded by the
// caller, what an object says of itself is checked against what is there, and
// its content against the hash that names it.
package gitfmt
