// Package keep is what agents remember from one conversation to the next: small text files below /memories,
// and the six commands on them that models are trained on.
//
// # Words
//
//   - A path is how a model names a file: /memories/notes/build.md. [ParsePath] is the one place that decides
//     what a path may be; nothing below it ever sees another.
//   - A [Storage] keeps one set of files. There are four: [Plain] and [Secret] over [Blobs], which the caller
//     backs with a folder of the private store (once for the project, or once for each branch); and [Disk].
//   - An [Edit] is everything one command changes. A storage applies it as a whole or not at all, and never
//     beside another writer's: the files that a command decided on are the files that its edit is applied to.
//   - A [Refusal] is an answer that is no: its text is the one that models know.
//   - A pin marks a file that comes first, in listings and in what is synced.
//   - The block is what sync writes between its marks in a file of the project, see [Merge].
//
// # Texts
//
// The answers are those of the memory tool as Anthropic documents it (memory_20250818), byte for byte, because
// models were trained on them; what that leaves open follows the helper in Anthropic's Python SDK. Sizes are of
// content, in powers of 1024. Lines are 1-based, and a newline at the end of a file starts no further line.
//
// # Hostile input
//
// Paths come from models that have read text of strangers. So paths are refused, not repaired: `..`, percent
// escapes, backslashes, NUL and other controls, names that Windows gives a meaning, and names that differ from
// one that is there in letter case alone, on every system alike. See also [Disk] for links.
package keep
