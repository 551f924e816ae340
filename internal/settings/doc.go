// Package settings has the table of settings, their values and how they are stored. A linked worktree takes settings
// that it does not have from the main worktree.
package settings
