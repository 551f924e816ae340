// Package undo undoes the newest change to the review, as a new commit on top of the history.
package undo
