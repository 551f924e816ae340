package review

import (
	"context"
	"errors"
	"strings"

	"consider/internal/memory"
	"consider/internal/worktree"
)

// The values of the settings memory.sync and memory.start.
const (
	syncOff     = "off"
	startEmpty  = "empty"
	startParent = "parent"
)

func checkSyncFile(value string) error {
	if value == syncOff {
		return nil
	}
	err := worktree.CheckPath(value)
	if err == nil && strings.HasPrefix(strings.ToLower(value), memory.DiskFolder+"/") {
		err = errors.New("it is in the memory itself")
	}
	if err != nil {
		return Usage("memory.sync is off or a file of the project, not %q", value).
			Hint("such as AGENTS.md, or .github/instructions/memory.instructions.md")
	}
	return nil
}

// syncMemory brings the file of the setting memory.sync up to date. A failure is noted and warned of; what was
// done to the memory stays done.
func (s *Service) syncMemory(ctx context.Context, b *box) {
	file := b.settings.Get("memory.sync")
	if file == syncOff {
		return
	}
	if _, err := s.syncNow(ctx, b, file); err != nil {
		s.logMemory(ctx, b, memory.Command{Name: "sync"}, err)
		if s.Warn != nil {
			s.Warn("the memory was not synced to " + file + ": " + err.Error())
		}
	}
}

// syncNow writes the block. Another writer may change the memory after it was read here, and be faster in writing
// the file; so it is done again until nothing has changed in between. Whoever comes last has seen everything.
func (s *Service) syncNow(ctx context.Context, b *box, file string) (changed bool, err error) {
	if b.backend == inSecret {
		return false, Denied("a secret memory is not written to %q, where all can read it", file).
			Hint("consider config memory.sync off, or choose another memory.backend")
	}
	const tries = 10
	for range tries {
		before, err := s.Tip(ctx)
		if err != nil {
			return false, err
		}
		files, err := memory.All(ctx, b)
		if err != nil {
			return false, refusal(err)
		}
		wrote, err := memory.SyncFile(s.Place.Root, file, memory.Block(files))
		changed = changed || wrote
		var r *memory.Refusal
		if err != nil && (!errors.As(err, &r) || r.Kind != memory.Conflict) {
			return changed, refusal(err)
		}
		after, tipErr := s.Tip(ctx)
		if tipErr != nil || after == before {
			return changed, errors.Join(tipErr, refusal(err))
		}
	}
	return changed, Conflict("the memory keeps changing").Hint("try again: consider memory sync")
}

// resyncMemory syncs after a change that was none of the memory's own commands.
func (s *Service) resyncMemory(ctx context.Context) {
	if b, err := s.memory(ctx); err == nil {
		s.syncMemory(ctx, b)
	}
}
