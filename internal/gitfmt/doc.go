// Package gitfmt reads and writes git's own formats: object ids, loose objects,
// trees, packed refs, packs, and configuration. It handles only bytes; gitstore,
// gitdir and worktree know where they are kept.
//
// Input may be damaged or malicious. So the caller limits its size, the header
// of an object is checked against its content, and the content against the hash
// that names it.
package gitfmt
