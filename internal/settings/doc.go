// Package settings has the table of settings, their values and how they are stored. What a linked worktree does not set
// is the main worktree's.
package settings
