package memory

import (
	"context"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/settings"
)

// MemorySyncInput asks for a sync now.
type MemorySyncInput struct {
	DryRun bool `json:"dryRun,omitempty" flag:"dry-run" also:"n" help:"only show what would be written"`
}

// MemorySync updates the file of the setting memory.sync.
func MemorySync(ctx context.Context, s *session.Session, in MemorySyncInput) (MemorySyncOutput, error) {
	b, err := openMemory(ctx, s)
	if err != nil {
		return MemorySyncOutput{}, err
	}
	out := MemorySyncOutput{File: b.settings.Get("memory.sync")}
	if out.File == settings.SyncOff {
		return out, fail.Conflict("no file is synced with the memory").Hint("choose one (human only): {config memory.sync AGENTS.md}")
	}
	if in.DryRun {
		out.Block, err = out.fill(ctx, b)
		return out, err
	}
	out, err = syncNow(ctx, s, b, out.File)
	logMemory(ctx, s, b, keep.Command{Name: "sync"}, err)
	return out, err
}
