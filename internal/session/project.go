package session

import (
	"sync"
	"time"

	"consider/gitstore"
	"consider/internal/editor"
	"consider/internal/memory/keep"
	"consider/internal/origin"
	"consider/internal/place"
	"consider/internal/settings"
	"consider/internal/setup"
	"consider/internal/transcript"
	"consider/internal/watch"
	"consider/internal/worktree"
)

// EditorContext is where the person is in the editor; see package editor.
type EditorContext = editor.EditorContext

// Project is one project's review, opened once and shared by all callers of a process.
// Its zero fields are required unless they say otherwise.
type Project struct {
	Place   worktree.Project
	Tree    *worktree.Tree
	Now     func() time.Time
	Program string           // "consider/<version>", recorded with every change
	Warn    func(msg string) // told of recovered damage; may be nil
	// Progress is told how far long work is; may be nil.
	Progress func(done, total int)
	// Watch makes a change stream of the project; may be nil, then waiting only looks from time to time.
	Watch func() *watch.Watcher
	// Machine is whose home and which program, for setup; may be empty.
	Machine setup.Machine
	// Agents finds what coding agents said last; may be nil, then they have said nothing.
	Agents *transcript.Finder
	// Keys are where the key of a secret memory may be; may be empty.
	Keys keep.Keys
	// Named says that the store was named by the caller, who is believed; else it was found.
	Named bool
	// Sudo is the user who called sudo, by number; "" for none.
	Sudo string
	// Origin is what a store is known by that was made here; may be empty.
	Origin origin.Here

	Mu      sync.Mutex
	Store   *gitstore.Store
	owned   bool
	trusted bool
	young   int // see StoreAbsent
}

// Session answers one caller. It is cheap to make, one for each request.
type Session struct {
	*Project
	Caller Caller
	// Shown is what the caller has on screen, which comments are then on; may be nil.
	Shown place.Shown

	At         gitstore.ID
	editorRead bool
	editor     *EditorContext // as it was read

	MainRead *mainSettings // the main worktree's settings, nil until they were asked for
}

// mainSettings are the main worktree's, or why they cannot be read.
type mainSettings struct {
	settings.Settings
	err error
}
