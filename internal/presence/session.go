package presence

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"sync"
	"time"

	"consider/internal/digest"
	"consider/internal/enum"
)

// How is how a session is notified.
type How string

// The ways.
const (
	Watching How = "watch"
	Waiting  How = "wait"
	Serving  How = "mcp"
	Hooked   How = "hooks"
)

var hows = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(Watching), Says: "woken by consider watch"},
	{Name: string(Waiting), Says: "waiting"},
	{Name: string(Serving), Says: "connected over MCP"},
	{Name: string(Hooked), Says: "notified by its hooks while it works"},
}}

// Enum returns the ways that this version knows.
func (How) Enum() enum.Set { return hows }

// sessionsDir is the folder of the files, below the store's.
const sessionsDir = "run/sessions"

// These are limits for reading and pruning, and the ending of the files' names.
const (
	maxAge     = 30 * 24 * time.Hour
	maxFile    = 256 << 10
	fileSuffix = ".jsonl"
	maxAgent   = 100 // bytes of an agent's name
)

// Message identifies a thread's newest message of the user: Entry is 0 for the first message, i for the i-th reply.
type Message struct {
	Thread string `json:"thread"`
	Entry  int    `json:"entry"`
}

// header is the first line of a file.
type header struct {
	Agent string    `json:"agent"`
	How   How       `json:"how"`
	Since time.Time `json:"since"`

	Worktree string `json:"worktree,omitempty"`
}

// notification is any other line of a file, a notification.
type notification struct {
	At   time.Time `json:"at"`
	Told []Message `json:"told"`
}

// Session is a running session of an agent until it is closed. The zero value is a closed session, ready to use.
type Session struct {
	mu sync.Mutex
	held
}

// Begin records that a session is running in a worktree, "" for the main one, in the store's folder, which must exist. Close, or the end of the process,
// ends the session.
func (s *Session) Begin(store, worktree, agent string, how How, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.close()
	var err error
	if s.held, err = hold(store, path.Join(sessionsDir, rand.Text()+fileSuffix), os.O_EXCL|os.O_APPEND, maxAge, now); err == nil {
		err = writeLine(s.file, header{agent, how, now.UTC(), worktree})
	}
	if err != nil {
		s.close()
	}
	return err
}

// Exists reports whether the session's file still exists: the store may have been deleted or recreated.
func (s *Session) Exists() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.isThere()
}

// RecordNotified records that the session was notified of messages. It is called after their delivery.
func (s *Session) RecordNotified(words []Message, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file != nil && len(words) > 0 {
		_ = writeLine(s.file, notification{now.UTC(), words}) // if this fails, they count as not delivered: harmless
	}
}

// Close records that the session has ended.
func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.close()
}

// RecordNotified records that a session was notified of messages by a process that ends at once, such as a hook. id
// identifies the session.
func RecordNotified(store, worktree, agent, id string, words []Message, now time.Time) error {
	root, err := openWith(store, sessionsDir)
	if err != nil {
		return err
	}
	defer root.Close()
	name := path.Join(sessionsDir, "hook-"+digest.Of(agent, id)[:16]+fileSuffix)
	f, err := root.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file", name)
	case info.Size() > maxFile/2: // a session of weeks: its first notifications have been read or answered since
		if err := f.Truncate(0); err != nil {
			return err
		}
		fallthrough
	case info.Size() == 0:
		if err := writeLine(f, header{agent, Hooked, now.UTC(), worktree}); err != nil {
			return err
		}
	}
	return writeLine(f, notification{now.UTC(), words})
}

// writeLine appends a line in one call, so that the lines of two writers do not mix.
func writeLine(f *os.File, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = f.Write(append(data, '\n'))
	return err
}
