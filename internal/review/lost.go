package review

import (
	"consider/gitstore"
)

// lostTips returns as damage that the newest state of the store was lost, until a person takes note of it with fsck.
// Whoever lists or exports threads is told: some words may be missing from what can be read.
func lostTips(store *gitstore.Store) []Damage {
	lost, err := store.Lost()
	var out []Damage
	for _, l := range lost {
		out = append(out, Damage{Path: l.Ref, Problem: l.What + "; a person takes note with 'consider fsck --accept'"})
	}
	if err != nil {
		out = append(out, notRead(store.Dir(), err))
	}
	return out
}

// whole refuses a change that is not worth being made on a state that is not the newest one: a mark that something
// was read. It would be the newest then, and look like nothing was lost.
func (c *change) whole() error {
	if c.tx.Recovered() {
		return newError(ErrCorrupt, "the newest state of the store cannot be read")
	}
	return nil
}
