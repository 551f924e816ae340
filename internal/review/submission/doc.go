// Package submission is a review of changes, in the browser or an editor: the list of what changed, what of it was viewed,
// drafts, and the submit that makes threads of it.
package submission
