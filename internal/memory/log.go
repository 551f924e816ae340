package memory

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

const (
	MemoryJournal  = "memory.log"
	maxJournalText = 200 // bytes of a path or an error in an entry
)

// logMemory logs an operation. The log is kept in a file outside the store's history: reads take no lock and make no
// commit, and refused operations change nothing. No store is created for it, and a failure to log does not fail the
// operation.
func logMemory(ctx context.Context, s *session.Session, b *box, c keep.Command, failed error) {
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return
	}
	who, err := s.Author(ctx)
	if err != nil {
		who = thread.Author{Kind: thread.Agent, Name: cmp.Or(s.Caller.Agent, thread.Unknown)}
	}
	e := MemoryEntry{
		At: s.Now().UTC().Truncate(time.Second), By: history.Who(who), Command: c.Name,
		Path: short(c.Where()), To: short(c.NewPath), OK: failed == nil,
	}
	if b != nil {
		e.Backend, e.Branch = b.backend, b.branch
	}
	if failed != nil {
		e.Error = short(words.Headline(failed.Error()))
	}
	switch {
	case b == nil: // the memory may be secret
		e.Path, e.To, e.Error = "", "", ""
	case b.seal != nil:
		b.seal(&e)
	}
	data, err := json.Marshal(e)
	if err != nil {
		return
	}
	if err := store.AppendJournal(MemoryJournal, data); err != nil && s.Warn != nil {
		s.Warn("memory log: " + err.Error())
	}
}

func short(s string) string { return s[:min(len(s), maxJournalText)] }

// remembers returns an error for agents while the memory is off.
func (b *box) remembers(c session.Caller) error {
	if b.settings.Get("memory") == "on" || c.IsPerson() {
		return nil
	}
	if err := b.settings.Known("memory"); err != nil {
		return noMemory(err)
	}
	return fail.Denied("memory is off in this project").Hint("turn it on (human only): {config memory on}")
}
