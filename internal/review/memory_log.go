package review

import (
	"context"
	"encoding/json"
	"time"

	"consider/internal/memory"
)

// MemoryEntry is one operation on the memory, carried out or refused.
type MemoryEntry struct {
	At      time.Time `json:"at"`
	By      Who       `json:"by"`
	Command string    `json:"command"`
	Path    string    `json:"path,omitempty"` // "" where it is secret and the key is not at hand
	To      string    `json:"to,omitempty"`   // of a rename
	Backend string    `json:"backend"`
	Branch  string    `json:"branch,omitempty"`
	OK      bool      `json:"ok"`
	Error   string    `json:"error,omitempty"` // the beginning of what was answered

	Sealed string `json:"sealed,omitempty"` // path and to, encrypted; never leaves the store
}

const (
	memoryJournal  = "memory.log"
	maxJournalText = 200 // bytes of a path or an error in an entry
)

// logMemory notes an operation. It is kept beside the store's history and not in it: reads take no lock and make
// no commit, and what was refused changed nothing. A store is not made for it, and a failure is none of the
// operation.
func (s *Service) logMemory(ctx context.Context, b *box, c memory.Command, failed error) {
	store, err := s.open(ctx, false)
	if err != nil {
		return
	}
	who, err := s.writer(ctx, Agent)
	if err != nil {
		who = author{Kind: Agent, Name: s.Caller.Agent}
	}
	e := MemoryEntry{
		At: s.Now().UTC().Truncate(time.Second), By: Who(who), Command: c.Name,
		Path: short(c.Where()), To: short(c.NewPath), OK: failed == nil,
	}
	if b != nil {
		e.Backend, e.Branch = b.backend, b.branch
	}
	if failed != nil {
		e.Error = short(headline(failed.Error()))
	}
	switch {
	case b == nil: // nobody knows whether it is secret
		e.Path, e.To, e.Error = "", "", ""
	case b.seal != nil:
		b.seal(&e)
	}
	data, err := json.Marshal(e)
	if err != nil {
		return
	}
	if err := store.AppendJournal(memoryJournal, data); err != nil && s.Warn != nil {
		s.Warn("memory log: " + err.Error())
	}
}

func short(s string) string {
	if len(s) > maxJournalText {
		return s[:maxJournalText]
	}
	return s
}
