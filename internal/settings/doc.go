// Package settings has the table of settings, their values and how they are stored. A linked worktree uses the main
// worktree's values of settings that it does not set.
package settings
