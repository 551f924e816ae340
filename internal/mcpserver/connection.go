package mcpserver

import (
	"io"
	"sync"
	"time"

	"consider/internal/presence"
	"consider/internal/session"
	"consider/internal/verb"
)

// connection is one run of Serve.
type connection struct {
	*Server
	verbs []verb.Verb // that are tools
	turns chan struct{}
	wire  *wire

	here     presence.Session // as others see the client's
	mu       sync.Mutex
	roots    []string // folders that the client has open
	rootsAre bool     // roots was asked for
}

const (
	// Patience is how long a call waits that does not say how long: clients give up on a tool after a minute.
	Patience = 45 * time.Second

	// ProgressEvery is how often a client that asked for it hears of a call that goes on.
	ProgressEvery = 5 * time.Second

	atOnce = 8 // calls that run side by side, not counting those that wait for the other side
)

// Server serves one client. All fields are required but Now, Wrote, Tools, Structured and ProgressEvery.
type Server struct {
	In  io.Reader
	Out io.Writer

	// Project opens the project around a folder as it is now; "" is the folder that the server was started in.
	// It is closed after the call.
	Project func(dir string) (*session.Project, error)
	// Agent names the caller; client is what it calls itself, "" when it did not say.
	Agent func(client string) string
	// Text is an answer for a reader, as the command line prints it; tell words the commands in it.
	Text    func(e verb.Envelope, tell func(string) string) string
	Version string
	Tools   Tools
	// Structured adds the envelope to the text of an answer, and says its schema. It is for programs: most clients give
	// their model the envelope where there is one, which is three times as long.
	Structured bool
	Window     string // id of the editor's window whose terminal the client runs in, "" if none is known

	// Now is the clock, by which the order of requests and answers is known; may be nil.
	Now func() time.Time
	// Wrote is called after a verb that wrote; may be nil.
	Wrote func(*session.Session)
	// ProgressEvery is [ProgressEvery] when it is 0.
	ProgressEvery time.Duration
}

// Tools says which verbs are tools, beside those that every agent needs: each listing of the tools is paid for by the model,
// in every request.
type Tools struct {
	all    bool
	groups []verb.Section
}
