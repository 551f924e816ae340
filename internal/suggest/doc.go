// Package suggest implements suggestions. A suggestion is a fenced block "suggestion" in a comment, with the lines that
// are to replace the thread's. The package parses suggestions, checks whether one fits the current lines, and puts it
// into a text.
//
// A suggestion that fits replaces exactly the lines that its author saw. If the lines changed since, both changes can
// be merged, but only on request; if both changed the same lines, the suggestion cannot be applied.
package suggest
