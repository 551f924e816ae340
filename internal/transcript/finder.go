package transcript

import (
	"sync"
	"time"
)

// Bounds of looking for sessions.
const (
	maxRecent  = 256     // newest files of one agent whose working folder is looked up
	maxOpen    = 8       // sessions of one agent that are read
	maxHead    = 1 << 20 // bytes at a file's beginning that must have its working folder
	maxEntries = 100_000 // entries of one folder
)

// Finder finds responses. It remembers which session was started where, so it is worth keeping. Safe for use by
// several goroutines.
type Finder struct {
	Places Places
	Now    func() time.Time // may be nil; then every search queries the program

	mu   sync.Mutex
	cwds map[string]string // transcript -> folder its session was started in

	asking   sync.Mutex
	answered string // state of OpenCode's database at the last query
	asked    time.Time
	answer   []openCodeRow
}

// Query says which responses are wanted.
type Query struct {
	Roots []string // absolute, links resolved; sessions of any of them count
	Agent string   // "" for all
	Max   int      // responses; at least 1
}

// skipped is the value in place of a folder if the file is not to be read.
const skipped = "\x00"

// file is one transcript.
type file struct {
	path string
	mod  time.Time
	size int64
	cwd  string // once known
}

// reader takes the lines of one transcript, last one first.
type reader interface {
	// take looks at one line and reports whether older ones are wanted.
	take(line []byte) (more bool)
	// gap says that a line was passed over.
	gap()
	// responses returns what was found, newest first. whole says that the file was read to its beginning.
	responses(whole bool) []Response
}

// collected is the part of a reader whose agent writes each message on a line of its own.
type collected struct {
	file file
	n    int
	out  []Response
}

// add adds a message of a time. seed and first are what its id is made of.
func (c *collected) add(r Response, at, seed, first string) {
	r.ID, r.Cwd, r.At = idOf(r.Agent, seed, first), c.file.cwd, parseTime(at)
	c.out = append(c.out, r)
}

func (c *collected) gap() {}

func (c *collected) responses(bool) []Response { return c.out }

// openCodeRow is one text.
type openCodeRow struct {
	Dir     string `json:"dir"`
	Session string `json:"session"`
	Message string `json:"message"`
	Part    string `json:"part"`
	At      int64  `json:"at"` // milliseconds
	Text    string `json:"text"`
}
