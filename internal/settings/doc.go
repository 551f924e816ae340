// Package settings has the table of settings, their values and how they are stored.
package settings
