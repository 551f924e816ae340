package memory

import (
	"cmp"
	"context"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/settings"
)

// box is this project's memory, as the settings choose it.
type box struct {
	keep.Storage
	backend  string
	branch   string // whose memory it is; "" if it does not belong to a branch
	settings settings.Settings
	seal     func(*MemoryEntry) // makes an entry of the log unreadable; nil if entries are not secret
}

// openMemory opens the project's memory. It refuses if the chosen backend is unknown: that may be the secret one, and
// nothing must be written in plain text then.
func openMemory(ctx context.Context, s *session.Session) (*box, error) {
	if s.Place.Severed() {
		return nil, fail.Denied("the memory is unavailable: the repository that this worktree's .git file points to was not found").
			Hint("move the repository back, or run 'git worktree repair' in its new location")
	}
	chosen, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	if err := chosen.Known("memory.backend"); err != nil {
		return nil, noMemory(err)
	}
	return openBackend(ctx, s, chosen.Get("memory.backend"), chosen)
}

// openBackend opens the memory of one backend.
func openBackend(ctx context.Context, s *session.Session, backend string, chosen settings.Settings) (*box, error) {
	b := &box{backend: backend, settings: chosen}
	plain := func(b keep.Blobs) (layer, error) { return keep.Plain{Blobs: b}, nil }
	switch backend {
	case settings.InBranch:
		b.branch = cmp.Or(s.Tree.WorkingBranch(ctx), noBranch)
		b.Storage = &treeMemory{s: s, find: branchPlace(s, b.branch, chosen.Get("memory.start")), lay: plain}
	case settings.InSecret:
		secretMemory(ctx, s, b)
	case settings.OnDisk:
		b.Storage = &diskMemory{s: s, disk: &keep.Disk{Project: s.Place.Root}}
	case settings.InWorkspace:
		b.Storage = &treeMemory{s: s, find: placeIn(memoryDir + "/workspace"), lay: plain}
	default: // do not use another backend: it might write in plain text
		return nil, fail.Denied("memory.backend %q is not supported in this version", backend).Hint("upgrade consider")
	}
	return b, nil
}

// secretMemory makes b the encrypted memory. Without a key every use is refused, and the log does not record which file
// it was about.
func secretMemory(ctx context.Context, s *session.Session, b *box) {
	key, closed := secretKey(ctx, s)
	b.seal = sealer(key)
	lay := func(files keep.Blobs) (layer, error) {
		if closed != nil {
			return nil, closed
		}
		// Since the search for a key, another process may have created the memory with another key.
		recipient, err := keep.RecipientOf(files)
		if err != nil {
			return nil, err
		}
		if recipient != "" && (key == nil || key.Recipient() != recipient) {
			if key, err = s.Keys.Find(ctx, recipient); err != nil {
				return nil, err
			}
		}
		if key == nil {
			return keep.Plain{Blobs: blobs{}}, nil // it was never written to, and ready makes a key before it is
		}
		return &keep.Secret{Blobs: files, Key: key}, nil
	}
	ready := func(ctx context.Context) error {
		if key != nil || closed != nil {
			return closed
		}
		made, err := s.Keys.Make(ctx)
		if err != nil {
			// Another program may have made a key at the same moment.
			if other, findErr := s.Keys.Find(ctx, ""); findErr == nil && other != nil {
				made, err = other, nil
			}
		}
		if err == nil {
			key, b.seal = made, sealer(made)
		}
		return err
	}
	b.Storage = &treeMemory{s: s, sealed: true, find: placeIn(SecretDir), lay: lay, ready: ready}
}
