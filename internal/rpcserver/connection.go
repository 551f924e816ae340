package rpcserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"consider/internal/session"
	"consider/internal/watch"

	"github.com/creachadair/jrpc2"
)

// Server serves one client. All fields are required but Now, Foreground and Wrote.
type Server struct {
	In  io.Reader
	Out io.Writer
	Log func(msg string) // for people, never on Out

	// Project opens the project as it is now. It is closed after the request.
	Project func() (*session.Project, error)
	Caller  session.Caller // the caller of every request
	Watch   *watch.Watcher
	Version string

	// Now is the clock that orders requests and answers; may be nil.
	Now func() time.Time
	// Foreground returns the agent that controls a terminal, by the id of a process in it; may be nil.
	Foreground func(pid int) string
	// Wrote is called after a verb that wrote; may be nil.
	Wrote func(*session.Session)
}

// connection is one run of Serve.
type connection struct {
	*Server
	rpc  *jrpc2.Server
	wire *wire
	base context.Context // requests live in it, so that the client's end does not cancel them
	stop context.CancelFunc

	isEditor atomic.Bool // the client has said so

	reads      chan struct{} // turns of requests that only read
	turns      chan struct{} // of others
	inBatch    bool          // the request that Assign gets is part of a batch
	inputEnded chan struct{} // closed when the client's last message was received
	noteEnd    func()        // closes it, once

	mu      sync.Mutex
	active  int                           // requests that were accepted and not yet answered
	running map[string]context.CancelFunc // those with an id, by the id as it is in the JSON
	idle    chan struct{}                 // closed when active becomes 0; nil while no call waits for that
	handing sync.Mutex                    // held while an answer with unread messages is sent, until they count as read
	handed  map[string]func(time.Time)    // callbacks for when the answer to a request has been written, by its id

	unfollow  context.CancelFunc // ends the watching of answers; nil while there is none
	following sync.WaitGroup
}

// received is when a request came, and its id; a notification has none.
type received struct {
	id string
	at time.Time
}

type receivedKey struct{}

// awaitHanded waits until messages that the client may have read before its request count as read.
func (n *connection) awaitHanded() {
	n.handing.Lock()
	defer n.handing.Unlock()
}

// hand sends a message, and then runs the callbacks for the answers in it.
func (n *connection) hand(body []byte, send func([]byte) error) error {
	n.mu.Lock()
	waiting := len(n.handed) > 0
	n.mu.Unlock()
	if !waiting {
		return send(body)
	}
	n.handing.Lock()
	defer n.handing.Unlock()
	var at time.Time
	if n.Now != nil {
		at = n.Now()
	}
	if err := send(body); err != nil {
		return err
	}
	n.written(body, at)
	return nil
}

func (n *connection) written(body []byte, at time.Time) {
	type answer struct{ ID, Result json.RawMessage }
	answers := make([]answer, 1)
	if json.Unmarshal(body, &answers[0]) != nil && json.Unmarshal(body, &answers) != nil {
		return
	}
	for _, a := range answers {
		n.mu.Lock()
		done := n.handed[string(a.ID)]
		delete(n.handed, string(a.ID))
		n.mu.Unlock()
		if done != nil && a.Result != nil {
			done(at)
		}
	}
}

func (n *connection) notify(method string, params any) {
	if err := n.rpc.Notify(n.base, method, params); err != nil && !errors.Is(err, jrpc2.ErrConnClosed) {
		n.Log(fmt.Sprintf("%s could not be sent: %v", method, err))
	}
}
