// Package submission is a review that is being written in the browser: its drafts, what was viewed, and the submit that
// makes threads of it.
package submission
