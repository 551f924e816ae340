// Package apply puts suggestions into the files that they are about. It is the one room that writes to files of the
// user's project on a person's word: whole lines of a thread, which are exactly what the suggestion's author saw, or a
// merge that was asked for. A file is replaced as a whole or not at all, and undo puts the lines back.
package apply
