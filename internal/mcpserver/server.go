package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Serve answers until the client closes its side or ctx ends; both are no error, nor is a client that no longer takes
// answers. Serve has then let go of everything but the reading of In.
func (s *Server) Serve(ctx context.Context) error {
	wire := newWire(s.In, s.Out)
	wire.now = s.Now
	return s.serve(ctx, wire)
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
		err = lastly(ended)
	case <-wire.finished:
		err = lastly(ended)
	}
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		return fmt.Errorf("mcp: %w", err)
	}
	return nil
}

// lastly waits for the end of a session that was told to end. One whose client does not read, or whose calls
// do not listen, is left behind.
func lastly(ended <-chan error) error {
	select {
	case err := <-ended:
		return err
	case <-time.After(2 * Grace):
		return nil
	}
}

// protocol is the SDK's server with a tool for each verb.
func (n *connection) protocol() *mcp.Server {
	server := mcp.NewServer(
		&mcp.Implementation{Name: "consider", Title: "Consider", Version: n.Version},
		&mcp.ServerOptions{
			Instructions: instructions,
			// Said, because the SDK would say that there are logs and that the tools change.
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
