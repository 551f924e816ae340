package review

import (
	"context"

	"consider/internal/memory"
)

// MemorySyncInput asks for a sync now.
type MemorySyncInput struct {
	DryRun bool `json:"dryRun,omitempty" flag:"dry-run,n" help:"only show what would be written"`
}

// MemorySyncOutput is what a sync did.
type MemorySyncOutput struct {
	File    string `json:"file"`
	Changed bool   `json:"changed"`         // the file is another now
	Block   string `json:"block,omitempty"` // with dryRun
}

// MemorySync brings the file of the setting memory.sync up to date.
func (s *Service) MemorySync(ctx context.Context, in MemorySyncInput) (MemorySyncOutput, error) {
	if !in.DryRun {
		if err := s.personal(ctx, memory.Command{Name: "sync"}, "sync the memory by hand"); err != nil {
			return MemorySyncOutput{}, err
		}
	}
	b, err := s.memory(ctx)
	if err != nil {
		return MemorySyncOutput{}, err
	}
	out := MemorySyncOutput{File: b.settings.Get("memory.sync")}
	if out.File == syncOff {
		return out, Conflict("no file follows the memory").Hint("the human chooses one: consider config memory.sync AGENTS.md")
	}
	if in.DryRun {
		files, err := memory.All(ctx, b)
		out.Block = memory.Block(files)
		return out, refusal(err)
	}
	out.Changed, err = s.syncNow(ctx, b, out.File)
	s.logMemory(ctx, b, memory.Command{Name: "sync"}, err)
	return out, err
}
