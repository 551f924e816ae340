package takeover

import (
	"context"
	"fmt"
	"strings"

	"consider/gitstore"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// outbox is one outbox, or another line of a worktree, that is taken over.
type outbox struct {
	ctx      context.Context
	s        *session.Session // of the store that takes it over
	worktree string
	store    *gitstore.Store
	taken    map[string]bool // the commits that the line of the home contains or has taken over, since it was last copied
	until    gitstore.ID     // where they begin
}

// takenTrailer is the trailer of a commit that was taken over. Its value is the id of the outbox's commit.
const takenTrailer = "Consider-Taken"

// isTaken reports whether the line that ends in base contains a commit or has taken it over.
func (o *outbox) isTaken(home *gitstore.Store, base, id gitstore.ID) (bool, error) {
	for c, err := range home.Log(o.ctx, gitstore.LogOptions{From: base, Until: o.until}) {
		if err != nil {
			return false, err
		}
		o.taken[c.ID.String()], o.taken[trailer(c, takenTrailer)] = true, true
	}
	o.until = base
	return o.taken[id.String()], nil
}

func trailer(c gitstore.Commit, key string) string {
	for _, t := range c.Trailers {
		if t.Key == key {
			return t.Value
		}
	}
	return ""
}

// ops are the operations whose commits are recorded as what they were.
var ops = []string{"add", "reply", "resolve", "reopen", "propose", "label", "reanchor", "archive", "unarchive", "checkpoint", "memory", "plan", "seen"}

// author returns an agent's author. A name that a person uses is not kept.
func (o *outbox) author(name string) thread.Author {
	if name == "" || len(name) > thread.MaxName || strings.HasPrefix(name, string(thread.Human)) || o.s.IsPersons(o.ctx, name) {
		name = string(thread.Agent)
	}
	return thread.Author{Kind: thread.Agent, Name: name}
}

// none is the state before the first commit.
type none struct{}

func (none) ReadDir(string) ([]gitstore.Entry, error) { return nil, nil }
func (none) ReadFile(string) ([]byte, error)          { return nil, gitstore.ErrNotExist }
func (none) FileID(string) (gitstore.ID, error)       { return gitstore.ID{}, gitstore.ErrNotExist }
func (none) ReadBlob(gitstore.ID) ([]byte, error)     { return nil, gitstore.ErrNotExist }

// merge is the merge of one commit: it makes the changes from was to now in the store.
type merge struct {
	*outbox
	*session.Change
	was, now gitstore.Files
	apart    bool // now is a whole store, of which nothing was taken over before
	own      bool // now is a copy of the store, so its words are trusted

	threads []string // that were changed
	strange int      // words that are now shown as from elsewhere

	mayResolve bool // agents may resolve threads
	secret     bool // the memory is encrypted
}

// damaged says that a file of the outbox is not taken over. It stays in the copy of the outbox, and is in the way of
// nothing else.
func (m *merge) damaged(name string, err error) {
	if m.s.Warn != nil {
		m.s.Warn(fmt.Sprintf("%s of worktree %s could not be taken over: %v", name, words.OneLine(m.worktree), err))
	}
}
