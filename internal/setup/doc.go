// Package setup writes what coding agents need to use consider into a project or a home folder, and removes it again.
//
// Terms:
//
//	Machine      the home folder and the running program (agents.Machine): properties of the environment, as values
//	Site         the project that is set up
//	location     a file that may be written: a real folder, and a path below it that setup made up itself
//	sealed       a sealed text has its own checksum, see package skills
//	record       .consider/config.json: the written files and folders, with checksums
//	Change       one path and what was done to it, or would be
//
// Four rules:
//
// A path that is read from a file is a claim and not a permission: the paths that may be deleted are computed here,
// from the table of agents, and the record only has their previous content.
//
// A file is replaced or deleted only if it is proved to be ours and unchanged: by its seal, or by the record's
// checksum. Anything else is the user's work and is kept, unless the user asks for its replacement or removal.
//
// Nothing is written or deleted through a symbolic link, at any level of its path.
//
// In a file that is shared with others (an agent's settings), text is added and nothing else changes. The added text
// is recorded to the byte, so that removing it restores the file to the byte. If the text around it has changed
// since, our entries are found by the program that they run.
package setup
