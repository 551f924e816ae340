// Package editor reads where the person is in the editor.
//
// A window of an editor writes a state file into the folder run of the store ([Folder]), one for each window, and
// replaces it whenever the person moves, selects, types or goes to another file. Reading it costs a few file
// operations and needs no socket, so that a sandboxed agent's command line can do it too; docs/editor-context.md
// has the format to the byte. What an answer shows is a [EditorContext], made of the state of the one window that the
// caller most likely means ([ActiveWindow]).
//
// A state file is a claim of a program that can write into the store: nothing in it is a path outside the project, a
// sentence for a model, or more than so long. What is not right in it makes the whole file count as not there.
//
// Lines and characters are 1-based; a character is a UTF-16 code unit, as editors count. Times are milliseconds
// since 1970, as editors count too.
package editor
