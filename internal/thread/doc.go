// Package thread defines the stored form of a conversation about code: a [Thread] with its [Reply]s, the [Anchor] that
// describes its place, its current [Placement], its ids, limits and JSON.
//
//   - A [Row] has the fields of a thread that lists need; it is a function of the thread's bytes.
//   - A [Ref] says in which folder of the store a thread is: active, archived or deleted.
//   - A [Damage] is a thread that could not be read.
//
// The package accesses a state of the store only as [gitstore.Files], and opens nothing itself.
package thread
