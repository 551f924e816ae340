// Package suggest knows what a suggestion is: a fenced block "suggestion" in a comment, which says what the thread's
// lines should be instead. It reads them, says whether one fits the lines as they are now, and puts it into a text.
//
// A suggestion that fits replaces exactly what its author saw. Where the lines changed since, what both sides changed is
// merged, and nothing is done unless it is asked for; where both changed the same lines, nothing can be done.
package suggest
