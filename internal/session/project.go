package session

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"consider/gitstore"
	"consider/internal/agents"
	"consider/internal/editor"
	"consider/internal/gitrepo"
	"consider/internal/memory/keep"
	"consider/internal/origin"
	"consider/internal/place"
	"consider/internal/transcript"
	"consider/internal/treediff"
	"consider/internal/watch"
	"consider/internal/worktree"
)

// EditorContext is where the person is in the editor; see package editor.
type EditorContext = editor.EditorContext

// Project is one project's review, opened once and shared by all callers of a process. Fields are required unless their
// comment says otherwise.
type Project struct {
	Place   worktree.Project
	Tree    *gitrepo.Repo
	Now     func() time.Time
	Program string           // "consider/<version>", recorded with every change
	Warn    func(msg string) // called for recovered damage; may be nil
	// Progress is called with the progress of long work; may be nil.
	Progress func(done, total int)
	// Watch makes a change stream of the project. If it is nil, a waiting caller polls.
	Watch func() *watch.Watcher
	// Patience is how long a request waits for each thing that it can do without; 0 for what is usual for that.
	Patience time.Duration
	// Line is as in gitstore.Options.
	Line func() string
	// Machine names the home folder and the program, for setup; may be empty.
	Machine agents.Machine
	// Agents finds what coding agents said last; may be nil.
	Agents *transcript.Finder
	// FinishRemoval finishes the removal of a store that was killed, before another one is made there; may be nil.
	FinishRemoval func(store string)
	// Keys are the places where the key of a secret memory may be; may be empty.
	Keys keep.Keys
	// Named says that the caller named the store, which is then trusted. Otherwise the store was found.
	Named bool
	// Sudo is the number of the user who called sudo; "" for none.
	Sudo string
	// Origin recognizes the stores that were made here; may be empty.
	Origin origin.Here
	// State is the account's folder for what programs keep, where the store is copied to; may be empty.
	State string

	// TakeOver takes over what agents wrote in the outboxes of other worktrees; may be nil.
	TakeOver func(context.Context, *Session)
	// Merge adds what a copy of the store has since a commit that both have; needed only to restore one.
	Merge func(ctx context.Context, s *Session, from *gitstore.Store, base gitstore.ID) error

	Mu      sync.Mutex
	Store   *gitstore.Store
	owned   bool
	trusted bool
	young   int         // see StoreAbsent
	told    atomic.Bool // that a copy of the store has more than it

	meeting  sync.Mutex // held while the store and the others meet; guards met and metError
	met      time.Time
	metError error // of an outbox
}

// Session answers one caller. It is cheap to make, one for each request.
type Session struct {
	*Project
	Caller Caller
	// Shown is the text that the caller has on screen and comments on; may be nil.
	Shown place.Shown

	// Sent is when the caller sent the request; zero if that is not known.
	Sent time.Time
	// Touched are the threads that the request changed.
	Touched []string
	// Reading is the project as the last fingerprint of this request found it; nil for none.
	Reading *treediff.Reading
	// Handed are the messages that the answer shows whole. HandedAt is when it was written out; zero is now.
	Handed   []Handed
	HandedAt time.Time
	// Unread is what the answer says of unread messages; nil for nothing.
	Unread *Unread

	At         gitstore.ID
	editorRead bool
	editor     *EditorContext // cached by EditorNow

	shared map[string]bool // by name, whether the linked worktree may use this store
}

// Call is a call of a verb, for rooms that have something to do for each.
type Call struct {
	Verb  string // its name
	Reads bool   // it changes nothing
}

// OwnsStore reports whether the store has the threads of this worktree only.
func (s *Session) OwnsStore() bool {
	return s.Place.StoreDir == s.Place.Own() && s.Place.Home == ""
}
