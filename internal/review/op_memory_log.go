package review

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
)

// MemoryLogInput says how much to tell.
type MemoryLogInput struct {
	Max int `json:"max,omitempty" flag:"max,n" help:"at most so many (default 50, 0 for that; at most 10000)" placeholder:"N"`
}

// MemoryLogOutput is what was done with the memory, newest first.
type MemoryLogOutput struct {
	Entries []MemoryEntry `json:"entries"`
	More    bool          `json:"more,omitempty"` // there are older ones
}

// MemoryLog tells every operation on the memory: also what was only read, and what was refused.
func (s *Service) MemoryLog(ctx context.Context, in MemoryLogInput) (MemoryLogOutput, error) {
	if in.Max < 0 || in.Max > maxEvents {
		return MemoryLogOutput{}, Usage("--max is 0 to %d", maxEvents)
	}
	if in.Max == 0 {
		in.Max = defaultEvents
	}
	out := MemoryLogOutput{Entries: []MemoryEntry{}}
	store, err := s.open(ctx, false)
	if errors.Is(err, ErrNoStore) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	data, err := store.ReadJournal(memoryJournal)
	if err != nil {
		return out, storeError(err)
	}
	unseal := s.unsealer(ctx)
	lines := bytes.Split(data, []byte("\n"))
	for _, line := range slices.Backward(lines) {
		var e MemoryEntry
		// A line that a crash cut short, or that somebody else wrote, is passed over.
		if json.Unmarshal(line, &e) != nil || e.Command == "" {
			continue
		}
		if len(out.Entries) == in.Max {
			out.More = true
			break
		}
		unseal(&e)
		out.Entries = append(out.Entries, e)
	}
	return out, nil
}
