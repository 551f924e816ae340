// Package keep holds what agents remember from one conversation to the next: small text files below /memories, and the
// six commands on them that models are trained on.
//
// # Words
//
//   - A path is how a model names a file: /memories/notes/build.md. Only [ParsePath] decides what a path may be; all
//     code below it relies on that.
//   - A [Storage] keeps one set of files. There are three kinds: [Plain] and [Secret] over [Blobs], which the caller
//     backs with a folder of the private store (one for the project, or one for each branch); and [Disk].
//   - An [Edit] is everything that one command changes. A storage applies it as a whole or not at all, and only to the
//     files on which the command based it: no other writer gets in between.
//   - A refusal is a [fail.Error] that says that a command was not carried out. Its text is one that models know.
//   - A pin puts a file first, in listings and in the synced file.
//   - The block is what sync writes between its marks in a file of the project, see [Merge].
//
// # Texts
//
// The answers are those of the memory tool as Anthropic documents it (memory_20250818), byte for byte, because models
// were trained on them; where the documentation is silent, they follow the helper in Anthropic's Python SDK. Only create
// differs: it overwrites an existing file, and says so. Sizes are of content, in powers of 1024. Lines are 1-based, and a
// newline at the end of a file does not begin another line.
//
// # Hostile input
//
// Paths come from models that have read text of strangers. So bad paths are refused, not repaired: `..`, percent
// escapes, backslashes, NUL and other controls, names with a meaning on Windows, and names that differ from an existing
// one only in letter case, on every system alike. See also [Disk] for links.
package keep
