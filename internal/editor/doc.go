// Package editor reads where the person is in the editor.
//
// A window of an editor writes a state file into the folder run of the store ([Folder]), one for each window, and
// replaces it whenever the person moves, selects, types or goes to another file. Reading it costs a few file
// operations and needs no socket, so that a sandboxed agent's command line can do it too; docs/internals/format.md
// has the format to the byte. An answer shows an [EditorContext], made from the state of the one window that the
// caller most likely means ([ActiveWindow]).
//
// A state file is a claim of a program that can write into the store: it holds no path outside the project, no sentence
// for a model, and nothing over its limits. A file that breaks one of these rules is ignored as a whole.
//
// Lines and characters are 1-based; a character is a UTF-16 code unit, as editors count. Times are milliseconds
// since 1970, as editors count too.
package editor
