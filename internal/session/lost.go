package session

import (
	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/thread"
)

// LostTips returns as damage that the newest state of the store was lost, until a person takes note of it with fsck.
// Answers that list or export threads say so: some words may be missing from what can be read.
func LostTips(store *gitstore.Store) []thread.Damage {
	lost, err := store.Lost()
	var out []thread.Damage
	for _, l := range lost {
		out = append(out, thread.Damage{Path: l.Ref, Problem: l.What + "; a person takes note with 'consider fsck --accept'"})
	}
	if err != nil {
		out = append(out, thread.NotRead(store.Dir(), err))
	}
	return out
}

// Whole refuses a minor change on a recovered state: a mark that something was read. Its commit would become the newest
// state, as if nothing was lost.
func (c *Change) Whole() error {
	if c.Tx.Recovered() {
		return fail.New(fail.ErrCorrupt, "the newest state of the store cannot be read")
	}
	return nil
}
