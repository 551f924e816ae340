package rpcserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/creachadair/jrpc2"

	"consider/internal/fail"
	"consider/internal/watch"
)

// Grace is how long requests may go on after the client has closed its side or ctx has ended.
const Grace = 1500 * time.Millisecond

// Requests that run in parallel, each until its answer is being sent; the others wait for their turn. An answer can
// be large, so that few of them may wait for a client that reads slowly.
const (
	readsAtOnce = 2
	atOnce      = 8 // others
)

// Serve answers requests until the client closes its side or ctx ends; neither is an error. It has then released
// everything but the reading of In.
func (s *Server) Serve(ctx context.Context) error {
	base, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	n := &connection{
		Server: s, base: base, stop: stop,
		reads: make(chan struct{}, readsAtOnce), turns: make(chan struct{}, atOnce), running: map[string]context.CancelFunc{}, handed: map[string]func(time.Time){}, inputEnded: make(chan struct{}),
	}
	n.noteEnd = sync.OnceFunc(func() { close(n.inputEnded) })
	n.rpc = jrpc2.NewServer(n, &jrpc2.ServerOptions{
		AllowPush:      true,
		DisableBuiltin: true,
		// Serve has its own limit (atOnce), because a cancellation must not wait.
		Concurrency: 1 << 30,
	})
	// The first notification is relative to the state before the first answer.
	cursor := n.state().Cursor
	events := s.Watch.Events(base)
	wire := newWire(s.In, s.Out, n.finish)
	wire.hand, n.wire = n.hand, wire
	n.rpc.Start(wire)
	n.following.Go(func() { n.follow(events, cursor) })

	ended := make(chan error, 1)
	go func() { ended <- n.rpc.Wait() }()
	var err error
	select {
	case err = <-ended:
	case <-wire.unread(base, 2*Grace):
		return nil
	case <-ctx.Done():
		wire.Close()
		select {
		case err = <-ended:
		case <-time.After(Grace + Grace/5): // the client does not read, so that not even the end can be written
			return nil
		}
	}
	stop()
	n.following.Wait()
	switch {
	case errors.Is(err, errFrame):
		return fail.Usage("standard input: %w", err).Hint("'{serve}' is for editors and other programs: for a review in the browser, run '{review}'")
	case err != nil:
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// Assign receives one message; it is called in the order of the messages.
func (n *connection) Assign(ctx context.Context, name string) jrpc2.Handler {
	switch name {
	case endMethod:
		n.noteEnd()
		return ignore
	case batchMethod, batchEndMethod:
		n.inBatch = name == batchMethod
		return ignore
	case "$/cancelRequest":
		return n.cancelRequest
	}
	does, known := n.method(name)
	request := jrpc2.InboundRequest(ctx)
	if !known {
		if request.IsNotification() {
			return ignore
		}
		return refuse(unknownMethod(name))
	}
	callContext, done, ok := n.begin(request.ID())
	if !ok {
		return refuse(tooManyRequests())
	}
	turns, alone := n.turns, !n.inBatch && !request.IsNotification()
	if does.reads {
		turns = n.reads
	}
	return func(answering context.Context, request *jrpc2.Request) (any, error) {
		defer done()
		if !does.waits {
			select {
			case turns <- struct{}{}:
				release := func() { <-turns }
				defer func() {
					if alone {
						context.AfterFunc(answering, release) // the library ends it when it sends the answer
					} else {
						release()
					}
				}()
			case <-callContext.Done():
				return nil, rpcError(callContext.Err())
			}
		}
		var params json.RawMessage
		if err := request.UnmarshalParams(&params); err != nil {
			return nil, rpcError(fail.Usage("invalid params: %s", err))
		}
		out, err := does.run(callContext, params)
		if err != nil {
			return nil, does.fail(err)
		}
		return out, nil
	}
}

func ignore(context.Context, *jrpc2.Request) (any, error) { return nil, nil }

func refuse(err error) jrpc2.Handler {
	return func(context.Context, *jrpc2.Request) (any, error) { return nil, err }
}

// begin records an accepted request. The caller calls done when it is over.
func (n *connection) begin(id string) (ctx context.Context, done func(), ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.active >= maxWaiting {
		return nil, nil, false
	}
	from := received{id: id}
	if at := n.wire.arrived.Load(); n.Now != nil && at != nil {
		from.at = n.Now().Add(-time.Since(*at))
	}
	ctx, cancel := context.WithCancel(context.WithValue(n.base, receivedKey{}, from))
	n.active++
	if id != "" {
		n.running[id] = cancel
	}
	return ctx, func() {
		cancel()
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.running, id)
		if n.active--; n.active == 0 && n.idle != nil {
			close(n.idle)
			n.idle = nil
		}
	}, true
}

// cancelRequest cancels a request that runs or waits. For one that is over it does nothing.
func (n *connection) cancelRequest(_ context.Context, request *jrpc2.Request) (any, error) {
	var in struct {
		ID json.RawMessage `json:"id"`
	}
	if err := request.UnmarshalParams(&in); err != nil {
		return nil, rpcError(fail.Usage("invalid params: %s", err))
	}
	n.mu.Lock()
	cancel := n.running[string(in.ID)]
	n.mu.Unlock()
	if cancel != nil {
		cancel()
	}
	return nil, nil
}

// finish waits for the accepted requests, and after Grace cancels them. all is set if the client's last message is on
// its way to Assign.
func (n *connection) finish(all bool) {
	grace := time.After(Grace)
	if all {
		select {
		case <-n.inputEnded:
		case <-grace:
		}
	}
	n.mu.Lock()
	idle := make(chan struct{})
	if n.active == 0 {
		close(idle)
	} else {
		n.idle = idle
	}
	n.mu.Unlock()
	select {
	case <-idle:
	case <-grace:
		n.stop()
	}
}

// follow notifies the client of changes. cursor is the store's tip as the client may know it.
func (n *connection) follow(events <-chan watch.Change, cursor string) {
	for change := range events {
		if change.Store {
			if now := n.state(); now.Cursor != cursor || now.Backup != nil {
				cursor = now.Cursor
				n.notify("changed", now)
			}
		}
		if change.Git || len(change.Files) > 0 {
			n.notify("filesChanged", FilesChanged{Files: append([]string{}, change.Files...)})
		}
	}
}

// state returns the store's tip, "" when there is none that can be read, and what only its backup has.
func (n *connection) state() Changed {
	project, err := n.Project()
	if err != nil {
		return Changed{}
	}
	defer project.Close()
	s := n.service(project)
	tip, err := s.Tip(n.base)
	if err != nil {
		tip = ""
	}
	return Changed{Cursor: tip, Backup: s.BackupAhead(n.base)}
}
