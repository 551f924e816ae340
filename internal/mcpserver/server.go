package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Serve answers until the client closes its side, no longer reads answers, or ctx ends; none of these is an error.
// Serve has then released everything except the reading of In.
func (s *Server) Serve(ctx context.Context) error {
	return s.serve(ctx, newWire(s.In, s.Out, s.Now))
}

func (s *Server) serve(ctx context.Context, wire *wire) error {
	n := &connection{Server: s, verbs: s.offered(), turns: make(chan struct{}, atOnce), wire: wire}
	defer n.here.Close()
	live, err := n.protocol().Connect(context.WithoutCancel(ctx), wire, nil)
	if err != nil {
		return fmt.Errorf("mcp: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- live.Wait() }()
	select {
	case err = <-ended:
	case <-ctx.Done():
		wire.end()
		err = awaitEnd(ended)
	case <-wire.finished:
		err = awaitEnd(ended)
	}
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		return fmt.Errorf("mcp: %w", err)
	}
	return nil
}

// awaitEnd waits for the end of a session that is being closed. It gives up if the client does not read, or if calls
// ignore their cancellation.
func awaitEnd(ended <-chan error) error {
	select {
	case err := <-ended:
		return err
	case <-time.After(2 * Grace):
		return nil
	}
}

// protocol returns the SDK's server with a tool for each verb.
func (n *connection) protocol() *mcp.Server {
	server := mcp.NewServer(
		&mcp.Implementation{Name: "consider", Title: "Consider", Version: n.Version},
		&mcp.ServerOptions{
			Instructions: instructions,
			// Given, because the SDK would announce logs and changing tools by default.
			Capabilities:            &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
			RootsListChangedHandler: func(context.Context, *mcp.RootsListChangedRequest) { n.forgetRoots() },
		})
	for _, v := range n.verbs {
		server.AddTool(n.tool(v), func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return n.call(ctx, v, req)
		})
	}
	return server
}
