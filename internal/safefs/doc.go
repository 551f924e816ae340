// Package safefs reads, makes and replaces plain files below a folder that is
// open as an [os.Root].
//
// os.Root keeps a name from leading out of the folder. This package adds:
//
//   - No link is opened, not even one that stays inside, and nothing but a
//     regular file; a pipe does not keep the caller waiting.
//   - Reads are bounded.
//   - A file is never half written: new content is written under another name,
//     and gets its own when it is complete. With [How.Sync] it survives a power
//     cut as well.
//
// A program that is killed leaves the file with the other name behind. That
// name begins with [TempPrefix], so that the next program can [Sweep] it.
package safefs
