// Package safefs reads, makes and replaces plain files below a folder that is
// open as an [os.Root].
//
// os.Root keeps a name from leading out of the folder. This package adds:
//
//   - No link is opened, not even one that stays inside, and nothing but a
//     regular file; a pipe does not keep the caller waiting.
//   - What is read is bounded.
//   - A file is never half there: what is new is written under another name,
//     and gets its own when it is whole. With [How.Sync] it survives a power
//     cut as well.
//
// A program that is killed leaves the file with the other name behind. It is
// known by [TempPrefix], so that the next one can [Sweep] it.
package safefs
