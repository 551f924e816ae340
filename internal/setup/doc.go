// Package setup writes what coding agents need to know of consider into a project or a home folder, and takes it
// out again.
//
// Words of the package:
//
//	Machine      whose home, which program: what the surroundings say, as values
//	Site         the project that is set up
//	location     a file that may be written: a real folder, and a path below it that setup made up itself
//	sealed       said of a text that carries its own checksum, see package skills
//	record       .consider/config.json: what was written where, with checksums
//	Change       one path and what was done to it, or would be
//
// Four rules:
//
// A path that is read from a file is a claim and not a permission: what may be deleted is computed here, from the
// table of agents, and the record only says what it looked like.
//
// A file is replaced or deleted only if it is proved to be ours and unchanged: by its seal, or by the record's
// checksum. Anything else is the user's work and is kept, unless the user says otherwise.
//
// Nothing is written or deleted through a symbolic link, wherever on the way it is.
//
// In a file that is shared with others (an agent's settings), text is put in and nothing else is touched. What
// was put in is remembered to the byte, and taking it out restores the file to the byte. Where the text around
// it has changed since, the entries that run our program are found by what they run.
package setup
