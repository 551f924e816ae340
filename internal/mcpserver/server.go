package mcpserver

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"consider/internal/session"
	"consider/internal/verb"
)

const (
	// Grace is how long calls may go on after the client has closed its side or the server was told to end.
	Grace = 1500 * time.Millisecond

	// Patience is how long a call waits that does not say how long: clients give up on a tool after a minute.
	Patience = 45 * time.Second

	// ProgressEvery is how often a client that asked for it hears of a call that goes on.
	ProgressEvery = 5 * time.Second

	atOnce = 8 // calls that run side by side, not counting those that wait for the other side
)

// Answers are the forms of an answer.
type Answers int

// The forms.
const (
	Structured Answers = iota // the envelope, and the text for clients that do not read it
	TextOnly                  // the text, for clients that would give their model the envelope: it is three times as long
)

// Server serves one client. All fields are required but Wrote, Answers and ProgressEvery.
type Server struct {
	In  io.Reader
	Out io.Writer

	// Project opens the project around a folder as it is now; "" is the folder that the server was started in.
	// It is closed after the call.
	Project func(dir string) (*session.Project, error)
	// Agent names the caller; client is what it calls itself, "" when it did not say.
	Agent func(client string) string
	// Text is an answer for a reader, as the command line prints it.
	Text    func(verb.Envelope) string
	Version string
	// Answers is what an answer has in it, beside what the protocol wants.
	Answers Answers
	Window  string // id of the editor's window whose terminal the client runs in, "" if none is known

	// Wrote is called after a verb that wrote; may be nil.
	Wrote func(*session.Session)
	// ProgressEvery is [ProgressEvery] when it is 0.
	ProgressEvery time.Duration
}

// Serve answers until the client closes its side or ctx ends; both are no error. It has then let go of
// everything but the reading of In.
func (s *Server) Serve(ctx context.Context) error {
	wire := newWire(s.In, s.Out)
	return s.serve(ctx, wire)
}

func (s *Server) serve(ctx context.Context, wire *wire) error {
	n := &connection{Server: s, turns: make(chan struct{}, atOnce)}
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
	if err != nil {
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
	for _, v := range verb.All {
		if v.On&verb.MCP == 0 {
			continue
		}
		server.AddTool(n.tool(v), func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return n.call(ctx, v, req)
		})
	}
	return server
}
