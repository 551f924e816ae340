// Package present prints the answers of verbs as text, for the command line and for models. It has one presenter for
// each type of answer (answer.go). It does not ask the process: clock, screen, folder and the form of commands are values
// of [Options]. Text from outside is printed through package printable.
package present
