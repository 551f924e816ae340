package memory

import (
	"cmp"
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/settings"
)

// box is the memory of this project as the settings choose it.
type box struct {
	keep.Storage
	backend  string
	branch   string // whose memory it is; "" when it is not a branch's
	settings settings.Settings
	seal     func(*MemoryEntry) // makes an entry of the log unreadable; nil where it may be read
}

// openMemory opens the project's memory. Where it is not known which backend was chosen, it is refused: it may be the
// secret one, and then nothing is written in plain text.
func openMemory(ctx context.Context, s *session.Session) (*box, error) {
	chosen, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	if err := chosen.Known("memory.backend"); err != nil {
		return nil, noMemory(err, "memory.backend", settings.InSecret)
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
	default:
		b.Storage = &treeMemory{s: s, find: placeIn(s, memoryDir+"/workspace"), lay: plain}
	}
	return b, nil
}

// placeIn is the one memory of the store. That of a linked worktree starts from the main worktree's.
func placeIn(s *session.Session, dir string) func(context.Context, gitstore.Files) (scope, error) {
	return func(ctx context.Context, r gitstore.Files) (scope, error) {
		p := scope{dir: dir}
		if !s.Place.Linked {
			return p, nil
		}
		if _, err := (blobs{r: r, dir: dir}).Read(scopeFile); errors.Is(err, keep.ErrNotExist) {
			p.origin = mainMemory(ctx, s, dir)
		}
		return p, nil
	}
}

// mainMemory is what the main worktree remembers, nil for nothing.
func mainMemory(ctx context.Context, s *session.Session, dir string) keep.Blobs {
	main, ok := s.Place.Main()
	if !ok || !s.OwnsStore() {
		return nil
	}
	other := s.InWorktree(main)
	defer other.Release()
	st, err := other.Snapshot(ctx)
	if err != nil {
		return nil
	}
	if held, err := hold(blobs{r: st.Commit, dir: dir}); err == nil && len(held) > 0 {
		return held
	}
	return nil
}

// refusal gives a refusal of the memory its kind.
func refusal(err error) error {
	var r *keep.Refusal
	if !errors.As(err, &r) {
		return err
	}
	kinds := map[keep.Kind]error{
		keep.Usage: fail.ErrUsage, keep.NotFound: fail.ErrNotFound, keep.Conflict: fail.ErrConflict, keep.Denied: fail.ErrDenied,
	}
	e := &fail.Error{Kind: kinds[r.Kind], Message: r.Text, Cause: err}
	if r.Hint != "" {
		e.Hints = []string{r.Hint}
	}
	return e
}

// remembers refuses agents while the memory is off.
func (b *box) remembers(c session.Caller) error {
	if b.settings.Get("memory") == "on" || c.IsPerson() {
		return nil
	}
	if err := b.settings.Known("memory"); err != nil {
		return noMemory(err, "memory", "on")
	}
	return fail.Denied("the memory is off in this project").Hint("the human turns it on: consider config memory on")
}

// noMemory refuses the memory for a setting that cannot be known, which the human can make known.
func noMemory(err error, name, value string) error {
	e, ok := fail.As(err)
	if !ok {
		return err
	}
	out := fail.Denied("the memory is not used: %w", err)
	out.Hints = e.Hints
	return out.Hint("or the human chooses for this worktree: consider config %s %s", name, value)
}
