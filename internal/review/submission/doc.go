// Package submission is the review of changes in the browser or an editor: the list of changes, which of them were
// viewed, drafts, and the submit that turns drafts into threads.
package submission
