package review

import (
	"context"
	"encoding/json"
	"errors"

	"consider/gitstore"
	"consider/internal/memory"
)

const secretDir = memoryDir + "/secret"

// secretMemory makes b the encrypted memory. Without a key every use of it is refused, and nothing that is noted
// says what it was about.
func (s *Service) secretMemory(ctx context.Context, b *box) {
	find := s.placeIn(secretDir)
	key, err := s.secretKey(ctx, find)
	b.seal = sealer(key)
	if err != nil {
		b.Storage = closed{err}
		return
	}
	lay := func(blobs memory.Blobs) (layer, error) {
		// Somebody else may have made the memory, with another key, since it was looked for.
		recipient, err := memory.RecipientOf(blobs)
		if err != nil {
			return nil, err
		}
		if recipient != "" && (key == nil || key.Recipient() != recipient) {
			if key, err = s.Keys.Find(ctx, recipient); err != nil {
				return nil, err
			}
		}
		if key == nil {
			return noKeyYet{}, nil
		}
		return &memory.Secret{Blobs: blobs, Key: key}, nil
	}
	b.Storage = &keyMaker{&treeMemory{s: s, sealed: true, find: find, lay: lay}, func(ctx context.Context) error {
		if key != nil {
			return nil
		}
		made, err := s.Keys.Make(ctx)
		if err != nil {
			// Another program may have made one in this very moment.
			if other, findErr := s.Keys.Find(ctx, ""); findErr == nil && other != nil {
				made, err = other, nil
			}
		}
		if err == nil {
			key, b.seal = made, sealer(made)
		}
		return err
	}}
}

// secretKey finds the key of the encrypted memory; nil when there is none anywhere and none is needed yet.
func (s *Service) secretKey(ctx context.Context, find func(context.Context, gitstore.Files) (place, error)) (*memory.Key, error) {
	recipient, err := s.recipient(ctx, find)
	if err != nil {
		return nil, err
	}
	return s.Keys.Find(ctx, recipient)
}

// recipient is whom the encrypted memory was made for, "" while there is none.
func (s *Service) recipient(ctx context.Context, find func(context.Context, gitstore.Files) (place, error)) (string, error) {
	var r gitstore.Files
	st, err := s.glance(ctx)
	switch {
	case err == nil:
		r = st.snap
	case !errors.Is(err, ErrNoStore):
		return "", err
	}
	at, err := find(ctx, r)
	if err != nil {
		return "", err
	}
	return memory.RecipientOf(at.blobs(r, nil))
}

// keyMaker makes the key before the first change.
type keyMaker struct {
	memory.Storage
	ready func(context.Context) error
}

// Change implements [memory.Storage].
func (k *keyMaker) Change(ctx context.Context, op memory.Op, fn func(memory.Files) (memory.Edit, error)) error {
	if err := k.ready(ctx); err != nil {
		return err
	}
	return k.Storage.Change(ctx, op, fn)
}

// closed is a memory that cannot be opened.
type closed struct{ err error }

func (c closed) View(context.Context, func(memory.Files) error) error { return c.err }

func (c closed) Change(context.Context, memory.Op, func(memory.Files) (memory.Edit, error)) error {
	return c.err
}

// noKeyYet is an encrypted memory that was never written to.
type noKeyYet struct{}

func (noKeyYet) List() ([]memory.File, error)     { return nil, nil }
func (noKeyYet) Read(memory.Path) ([]byte, error) { return nil, memory.ErrNotExist }
func (noKeyYet) Pins() ([]memory.Path, error)     { return nil, nil }
func (noKeyYet) Apply(memory.Edit) error          { return errors.New("no key was made") }

// sealedPart is what of an entry of the log nobody else reads.
type sealedPart struct {
	Path  string `json:"path,omitempty"`
	To    string `json:"to,omitempty"`
	Error string `json:"error,omitempty"`
}

// sealer takes what is secret out of an entry, and leaves it encrypted where there is a key.
func sealer(key *memory.Key) func(*MemoryEntry) {
	return func(e *MemoryEntry) {
		part := sealedPart{e.Path, e.To, e.Error}
		e.Path, e.To, e.Error = "", "", ""
		if key == nil {
			return
		}
		if data, err := json.Marshal(part); err == nil {
			e.Sealed, _ = key.Seal(string(data))
		}
	}
}

// unsealer makes entries readable whose paths are encrypted, as far as the key is at hand.
func (s *Service) unsealer(ctx context.Context) func(*MemoryEntry) {
	var key *memory.Key
	asked := false
	return func(e *MemoryEntry) {
		sealed := e.Sealed
		e.Sealed = ""
		if sealed == "" {
			return
		}
		if !asked {
			asked = true
			key, _ = s.secretKey(ctx, s.placeIn(secretDir))
		}
		if key == nil {
			return
		}
		text, err := key.Unseal(sealed)
		var part sealedPart
		if err == nil && json.Unmarshal([]byte(text), &part) == nil {
			e.Path, e.To, e.Error = part.Path, part.To, part.Error
		}
	}
}
