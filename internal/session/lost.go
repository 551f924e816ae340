package session

import (
	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/thread"
)

// LostTips returns the lost newest states of the store as damage, until a person acknowledges them with fsck. Answers
// that list or export threads report them, because some words may be missing.
func LostTips(store *gitstore.Store) []thread.Damage {
	lost, err := store.Lost()
	var out []thread.Damage
	for _, l := range lost {
		out = append(out, thread.Damage{Path: l.Ref, Problem: l.What + "; acknowledge with 'consider fsck --accept' (human only)"})
	}
	if err != nil {
		out = append(out, thread.NotRead(store.Dir(), err))
	}
	return out
}

// Whole returns an error for a minor change, such as a seen mark, on a recovered state. Its commit would become the
// newest state and hide the loss.
func (c *Change) Whole() error {
	if c.Tx.Recovered() {
		return fail.New(fail.ErrCorrupt, "the latest version of the store cannot be read")
	}
	return nil
}
