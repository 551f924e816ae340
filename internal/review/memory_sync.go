package review

import (
	"context"

	"consider/internal/worktree"
)

const syncOff = "off"

const (
	startEmpty  = "empty"
	startParent = "parent"
)

func checkSyncFile(value string) error {
	if value == syncOff {
		return nil
	}
	if err := worktree.CheckPath(value); err != nil {
		return Usage("memory.sync is off or a file of the project, not %q", value).Hint("such as AGENTS.md, or .github/memory.instructions.md")
	}
	return nil
}

func (s *Service) syncMemory(_ context.Context, _ *box) {}

// resyncMemory syncs after a change that was none of the memory's own commands.
func (s *Service) resyncMemory(ctx context.Context) {
	if b, err := s.memory(ctx); err == nil {
		s.syncMemory(ctx, b)
	}
}
