package memory

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"consider/internal/memory/keep"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// MemoryEntry is one operation on the memory, carried out or refused.
type MemoryEntry struct {
	At      time.Time   `json:"at"`
	By      history.Who `json:"by"`
	Command string      `json:"command"`
	Path    string      `json:"path,omitempty"` // "" where it is secret and the key is not at hand
	To      string      `json:"to,omitempty"`   // of a rename
	Backend string      `json:"backend"`
	Branch  string      `json:"branch,omitempty"`
	OK      bool        `json:"ok"`
	Error   string      `json:"error,omitempty"` // the beginning of what was answered

	Sealed string `json:"sealed,omitempty"` // path and to, encrypted; never leaves the store
}

const (
	MemoryJournal  = "memory.log"
	maxJournalText = 200 // bytes of a path or an error in an entry
)

// logMemory notes an operation. It is kept beside the store's history and not in it: reads take no lock and make
// no commit, and what was refused changed nothing. A store is not made for it, and a failure here does not
// fail the operation.
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
	case b == nil: // it may be secret
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

func short(s string) string {
	if len(s) > maxJournalText {
		return s[:maxJournalText]
	}
	return s
}
