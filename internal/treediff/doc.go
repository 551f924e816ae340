// Package treediff compares the files on disk with HEAD and the index (StatusOf), and two sides of the project (Compare),
// and finds files that were renamed (Moment.Renamed).
//
// Two sides are compared in this process, with the same lines as git diff. Git is asked only for what it alone knows:
// attributes, files that were renamed and edited, the names of hunks in a language. For that it gets a temporary
// repository of our own, with the contents in question and only our settings, which is removed after the answer.
//
// An unreadable HEAD or index is an error for StatusOf and Staged (ErrBrokenHead, ErrBrokenIndex): an empty answer would
// mean a project in which every file is new.
package treediff
