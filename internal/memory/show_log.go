package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"consider/internal/fail"
	"consider/internal/review/history"
	"consider/internal/session"
)

// MemoryLogInput says how much to show.
type MemoryLogInput struct {
	Max int `json:"max,omitempty" flag:"limit,n" also:"max" help:"show at most N events (default: 50; maximum: 10000)" placeholder:"N"`
}

// MemoryLogOutput is what was done with the memory, newest first.
type MemoryLogOutput struct {
	Entries []MemoryEntry `json:"entries"`
	More    bool          `json:"more,omitempty"` // there are older ones
}

// MemoryLog lists every operation on the memory, including reads and refused ones.
func MemoryLog(ctx context.Context, s *session.Session, in MemoryLogInput) (MemoryLogOutput, error) {
	if in.Max < 0 || in.Max > history.MaxEvents {
		return MemoryLogOutput{}, fail.Usage("{--limit} must be 0 to %d", history.MaxEvents)
	}
	if in.Max == 0 {
		in.Max = history.DefaultEvents
	}
	out := MemoryLogOutput{Entries: []MemoryEntry{}}
	store, err := s.StoreIfAny(ctx)
	if store == nil || err != nil {
		return out, err
	}
	data, err := store.ReadJournal(MemoryJournal)
	if err != nil {
		return out, session.StoreError(err)
	}
	unseal := unsealer(ctx, s)
	lines := bytes.Split(data, []byte("\n"))
	signed := slices.IndexFunc(lines, func(line []byte) bool { return bytes.Contains(line, []byte(`"mac":`)) }) // from there on, all are
	for i, line := range slices.Backward(lines) {
		var e MemoryEntry
		// Skip a line that a crash cut short, or that another program wrote.
		if json.Unmarshal(line, &e) != nil || e.Command == "" {
			continue
		}
		if len(out.Entries) == in.Max {
			out.More = true
			break
		}
		unseal(&e, signed < 0 || i < signed)
		out.Entries = append(out.Entries, e)
	}
	return out, nil
}
