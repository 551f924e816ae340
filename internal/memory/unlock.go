package memory

import (
	"context"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
)

// MemoryUnlockInput is an editor's key for the encrypted memory.
type MemoryUnlockInput struct {
	Identity string `json:"identity,omitempty" help:"the key from an earlier call; kept in RAM until serve exits"`
	Make     bool   `json:"make,omitempty" help:"create a key for the editor to store, if none exists"`
}

// MemoryUnlockOutput says whether the encrypted memory can be read.
type MemoryUnlockOutput struct {
	State     string `json:"state"`               // open, locked, or new: no key exists, and none is needed yet
	Recipient string `json:"recipient,omitempty"` // names the key that opens it
	Identity  string `json:"identity,omitempty"`  // with make: the new key, for the editor to store and to hand over
	Reason    string `json:"reason,omitempty"`    // why it is locked
}

// The states of an encrypted memory.
const (
	memoryOpen   = "open"
	memoryLocked = "locked"
	memoryNew    = "new"
)

// MemoryUnlock accepts a key from an editor that stores it, and says whether it opens the memory.
func MemoryUnlock(ctx context.Context, s *session.Session, in MemoryUnlockInput) (MemoryUnlockOutput, error) {
	if !s.Caller.Human || s.Keys.Handed == nil {
		return MemoryUnlockOutput{}, fail.Denied("only an editor can provide a key")
	}
	if in.Identity != "" {
		key, err := keep.ParseKey(in.Identity)
		if err != nil {
			return MemoryUnlockOutput{}, fail.Usage("%w", err)
		}
		s.Keys.Handed.Hand(key)
	}
	recipient, err := recipient(ctx, s)
	if err != nil {
		return MemoryUnlockOutput{}, err
	}
	key, err := s.Keys.Find(ctx, recipient)
	switch {
	case err != nil:
		return MemoryUnlockOutput{State: memoryLocked, Recipient: recipient, Reason: err.Error()}, nil
	case key != nil:
		return MemoryUnlockOutput{State: memoryOpen, Recipient: key.Recipient()}, nil
	case !in.Make:
		return MemoryUnlockOutput{State: memoryNew}, nil
	}
	// The system's keyring is preferable: agents' commands find the key there too.
	if made, err := (keep.Keys{Keyring: s.Keys.Keyring}).Make(ctx); err == nil {
		return MemoryUnlockOutput{State: memoryOpen, Recipient: made.Recipient()}, nil
	}
	made, err := keep.NewKey()
	if err != nil {
		return MemoryUnlockOutput{}, err
	}
	// The key is not used before the editor has stored it and hands it over: data written with a lost key would be lost
	// too.
	return MemoryUnlockOutput{State: memoryNew, Recipient: made.Recipient(), Identity: made.Secret()}, nil
}
