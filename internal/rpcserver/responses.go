package rpcserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"consider/internal/review/feedback"
	"consider/internal/transcript"
	"consider/internal/verb"
)

// WatchResponsesInput is whether the client shows agents' responses.
type WatchResponsesInput struct {
	On bool `json:"on,omitempty" help:"whether to notify the client when the latest agent responses change"`
}

// ResponsesChanged reports that the newest responses of agents have changed.
type ResponsesChanged struct {
	State string `json:"state"` // as in responses list
}

// watchResponses starts or stops the notifications. Agents' responses are not read before a client asks.
func (n *connection) watchResponses(_ context.Context, in WatchResponsesInput) (any, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.unfollow != nil {
		n.unfollow()
		n.unfollow = nil
	}
	if in.On {
		ctx, stop := context.WithCancel(n.base)
		n.unfollow = stop
		n.following.Go(func() { n.followResponses(ctx) })
	}
	return Nothing{}, nil
}

// followResponses notifies the client when agents' responses change, until ctx ends. The first look also notifies: the
// client may have listed them before.
func (n *connection) followResponses(ctx context.Context) {
	project, err := n.Project()
	if err != nil {
		n.Log(fmt.Sprintf("cannot watch agents' responses: %v", err))
		return
	}
	defer project.Close()
	err = feedback.FollowResponses(ctx, n.service(project), "", func(f transcript.Found) error {
		n.notify("responsesChanged", ResponsesChanged{string(f.State())})
		return nil
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		n.Log(fmt.Sprintf("cannot watch agents' responses: %v", err))
	}
}

func (n *connection) method(name string) (method, bool) {
	switch name {
	case "initialize":
		return own(n.initialize), true
	case "watchFiles":
		return own(n.watchFiles), true
	case "watchResponses":
		return own(n.watchResponses), true
	case "foreground":
		return own(n.foreground), true
	}
	v, ok := verb.Find(name)
	if !ok || v.On&verb.RPC == 0 {
		return method{}, false
	}
	return method{
		run:   func(ctx context.Context, params json.RawMessage) (any, error) { return n.call(ctx, v, params) },
		waits: v.Waiting,
		reads: v.Effect == verb.Reads,
		on:    verb.Inputs{Verb: v},
	}, true
}
