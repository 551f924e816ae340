package review

import (
	"cmp"
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/memory"
)

// The values of the setting memory.backend.
const (
	inWorkspace = "workspace"
	inBranch    = "branch"
	onDisk      = "disk"
	inSecret    = "secret"
)

// box is the memory of this project as the settings choose it.
type box struct {
	memory.Storage
	backend  string
	branch   string // whose memory it is; "" when it is not a branch's
	settings Settings
	seal     func(*MemoryEntry) // makes an entry of the log unreadable; nil where it may be read
}

// memory opens the project's memory. Where nobody can tell which backend was chosen there is none: it may be the
// secret one, and then nothing is written in plain text.
func (s *Service) memory(ctx context.Context) (*box, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	if err := settings.known("memory.backend"); err != nil {
		return nil, noMemory(err, "memory.backend", inSecret)
	}
	return s.memoryIn(ctx, settings.Get("memory.backend"), settings)
}

// memoryIn opens the memory of one backend.
func (s *Service) memoryIn(ctx context.Context, backend string, settings Settings) (*box, error) {
	b := &box{backend: backend, settings: settings}
	plain := func(b memory.Blobs) (layer, error) { return memory.Plain{Blobs: b}, nil }
	switch backend {
	case inBranch:
		b.branch = cmp.Or(s.Tree.WorkingBranch(ctx), noBranch)
		b.Storage = &treeMemory{s: s, find: s.branchPlace(b.branch, settings.Get("memory.start")), lay: plain}
	case inSecret:
		s.secretMemory(ctx, b)
	case onDisk:
		b.Storage = &diskMemory{s: s, disk: &memory.Disk{Project: s.Place.Root}}
	default:
		b.Storage = &treeMemory{s: s, find: s.placeIn(memoryDir + "/workspace"), lay: plain}
	}
	return b, nil
}

// placeIn is the one memory of the store. That of a linked worktree starts from the main worktree's.
func (s *Service) placeIn(dir string) func(context.Context, gitstore.Files) (place, error) {
	return func(ctx context.Context, r gitstore.Files) (place, error) {
		p := place{dir: dir}
		if !s.Place.Linked {
			return p, nil
		}
		if _, err := (blobs{r: r, dir: dir}).Read(scopeFile); errors.Is(err, memory.ErrNotExist) {
			p.origin = s.mainMemory(ctx, dir)
		}
		return p, nil
	}
}

// mainMemory is what the main worktree remembers, nil for nothing.
func (s *Service) mainMemory(ctx context.Context, dir string) memory.Blobs {
	main, ok := s.Place.Main()
	if !ok || !s.atHome() {
		return nil
	}
	other := s.neighbour(main)
	defer other.close()
	st, err := other.glance(ctx)
	if err != nil {
		return nil
	}
	if held, err := hold(blobs{r: st.snap, dir: dir}); err == nil && len(held) > 0 {
		return held
	}
	return nil
}

// refusal gives a refusal of the memory its kind.
func refusal(err error) error {
	var r *memory.Refusal
	if !errors.As(err, &r) {
		return err
	}
	kinds := map[memory.Kind]error{
		memory.Usage: ErrUsage, memory.NotFound: ErrNotFound, memory.Conflict: ErrConflict, memory.Denied: ErrDenied,
	}
	e := &Error{Kind: kinds[r.Kind], Message: r.Text, cause: err}
	if r.Hint != "" {
		e.Hints = []string{r.Hint}
	}
	return e
}

// remembers refuses agents while the memory is off.
func (b *box) remembers(c Caller) error {
	if b.settings.Get("memory") == "on" || c.Human || c.Agent == "" && (c.Terminal || c.As == Human) {
		return nil
	}
	if err := b.settings.known("memory"); err != nil {
		return noMemory(err, "memory", "on")
	}
	return Denied("the memory is off in this project").Hint("the human turns it on: consider config memory on")
}

// noMemory refuses the memory for a setting that cannot be known, which the human can make known.
func noMemory(err error, name, value string) error {
	e, ok := asError(err)
	if !ok {
		return err
	}
	out := Denied("the memory is not used: %w", err)
	out.Hints = e.Hints
	return out.Hint("or the human chooses for this worktree: consider config %s %s", name, value)
}
