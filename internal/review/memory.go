package review

import (
	"context"
	"errors"

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

// memory opens the project's memory.
func (s *Service) memory(ctx context.Context) (*box, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	backend := settings.Get("memory.backend")
	storage, err := s.memoryIn(ctx, backend, settings)
	if err != nil {
		return nil, err
	}
	return &box{Storage: storage, backend: backend, settings: settings}, nil
}

// memoryIn opens the memory of one backend.
func (s *Service) memoryIn(_ context.Context, backend string, _ Settings) (memory.Storage, error) {
	plain := func(b memory.Blobs) (layer, error) { return memory.Plain{Blobs: b}, nil }
	return &treeMemory{s: s, find: s.workspacePlace, lay: plain}, nil
}

// workspacePlace is the one memory of the store.
func (s *Service) workspacePlace(_ context.Context, _ reader) (place, error) {
	return place{dir: memoryDir + "/workspace"}, nil
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
	return Denied("the memory is off in this project").Hint("the human turns it on: consider config memory on")
}
