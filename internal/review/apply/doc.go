// Package apply puts suggestions into their files. It is the only room that writes to the user's project, and only when
// a person asks: it replaces whole lines of a thread, which are exactly what the suggestion's author saw, or makes a
// merge that was asked for. A file is replaced as a whole or not at all, and undo puts the lines back.
package apply
