// Package undo takes the newest change to the review back, as a new commit on top of the history.
package undo
