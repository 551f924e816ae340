package mcpserver

import (
	"io"
	"sync"
	"time"

	"consider/internal/presence"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/words"
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
	// Patience is how long a call waits by default: clients give up on a tool after a minute.
	Patience = 45 * time.Second

	// ProgressEvery is the time between progress reports to a client that asked for them.
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
	// Caller returns the caller, an agent; client is the name that it gave, "" if none.
	Caller func(client string) session.Caller
	// Text returns an answer in the words of the command line; its function rewords the commands in it.
	Text    func(e verb.Envelope, on words.Surface) string
	Version string
	Tools   Tools
	// Structured adds the envelope to the text of an answer, and its schema to the tool. It is for programs: most
	// clients pass the envelope to their model if there is one, and it is three times as long.
	Structured bool

	// Now is the clock that orders requests and answers.
	Now func() time.Time
	// Wrote is called after a verb that wrote; may be nil.
	Wrote func(*session.Session)
	// ProgressEvery is the constant of that name if it is 0.
	ProgressEvery time.Duration
}

// Tools says which verbs are tools, in addition to those that every agent needs: the model pays for each listing of the
// tools, in every request.
type Tools struct {
	all    bool
	groups []verb.Section
}
