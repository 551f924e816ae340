// Package claim finds what was changed for a comment: the differences between the project's files at the message that an
// agent had been given and at its reply, those that belong to the thread first. It believes no word of the agent's.
package claim
