package rpcserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"consider/internal/session"
	"consider/internal/watch"

	"github.com/creachadair/jrpc2"
)

// Server serves one client. All fields are required but Foreground and Wrote.
type Server struct {
	In  io.Reader
	Out io.Writer
	Log func(msg string) // for people, never on Out

	// Project opens the project as it is now. It is closed after the request.
	Project func() (*session.Project, error)
	Caller  session.Caller // who asks, in every request
	Watch   *watch.Watcher
	Version string

	// Foreground is the agent that has a terminal in its hands, by the id of a process in it; may be nil.
	Foreground func(pid int) string
	// Wrote is called after a verb that wrote; may be nil.
	Wrote func(*session.Session)
}

// connection is one run of Serve.
type connection struct {
	*Server
	rpc  *jrpc2.Server
	base context.Context // requests live in it, so that the client's end does not cancel them
	stop context.CancelFunc

	isEditor atomic.Bool // the client has said so

	turns chan struct{}
	asked chan struct{} // closed when the client's last message was taken

	mu      sync.Mutex
	active  int                           // requests that were taken and not yet answered
	running map[string]context.CancelFunc // those with an id, by the id as it is in the JSON
	idle    chan struct{}                 // closed when active becomes 0; nil while no call waits for that

	unfollow  context.CancelFunc // ends the watching of answers; nil while there is none
	following sync.WaitGroup
}

func (n *connection) notify(method string, params any) {
	if err := n.rpc.Notify(n.base, method, params); err != nil && !errors.Is(err, jrpc2.ErrConnClosed) {
		n.Log(fmt.Sprintf("%s could not be sent: %v", method, err))
	}
}
