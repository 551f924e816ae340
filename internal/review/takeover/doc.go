// Package takeover brings into the store that worktrees share what sandboxed agents, which may not write to it, wrote into
// the outboxes of their worktrees.
//
// An outbox is hostile input: whatever it says, only an agent's words and marks come out of it. Words that it gives to a
// person are shown as from elsewhere. Everything is recognized by its id, so that a take-over that was killed can be
// repeated, and nothing that the store knows better is changed.
package takeover
