package webserver

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net"
	"sync"
	"time"

	"consider/internal/fail"
	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/watch"
)

// Server serves one project's review to one person. Fields are required unless they say otherwise.
type Server struct {
	Scope   compare.Scope
	Project func() (*session.Project, error) // opens the project as it is now; closed after use
	Caller  session.Caller                   // who asks, in every request
	Watch   *watch.Watcher
	Now     func() time.Time
	Version string
	Log     func(msg string) // for people: addresses, and what was submitted
	Out     string           // absolute folder for the files of a review; "" for reviews/ in the store
	Once    bool             // end after the first review
	// PublicHost is one more name that is believed in Host and Origin, with its port if it has one: that of a proxy
	// before this server. It is lower case; "" for none.
	PublicHost string
	// ReadOnly says why nothing may be changed, "" when it may.
	ReadOnly string
	// Wrote is called after a verb that wrote; may be nil.
	Wrote func(*session.Session)
	// Reviewed is called with the answer to the review that ends a server with Once, before it ends; may be nil.
	Reviewed func(answer any)
	// Compared is called once, after the first comparison; may be nil.
	Compared func()

	// Gate is an agent that waits for a word on a plan; may be nil.
	Gate *Gate

	port      string
	token     string // of the pages, for the API
	printed   ticket // of the address in the terminal
	opened    ticket // of the address on the command line of what opens the browser
	snapshots snapshots
	hub       hub
	ended     chan struct{} // closed when Once is satisfied
	endOne    sync.Once
	answers   sync.Once       // they are watched once their page was opened
	base      context.Context // of everything that goes on between requests
	working   sync.WaitGroup
	desk      pending
	left      sync.Once // the decision to the agent's own dialogue
}

// Gate is an agent that waits for a word on its plan while the server runs. The word itself is a verb's.
type Gate struct {
	Plan    string
	Version int
	// Left is called when the person leaves the decision to the agent's own dialogue.
	Left func()
	// Entered is called when a page was let in; may be nil.
	Entered func()
}

const (
	secretBytes   = 24 // 192 bits
	headerTimeout = 10 * time.Second
	bodyTimeout   = 60 * time.Second
	writeTimeout  = 10 * time.Minute // the first comparison of a very large project is part of an answer
	grace         = time.Second      // for answers under way when the server ends
	maxHeader     = 64 << 10
)

// Open makes the secrets of this run, for a listener on a loopback address.
func (s *Server) Open(l net.Listener) error {
	addr, ok := l.Addr().(*net.TCPAddr)
	if !ok || !addr.IP.IsLoopback() {
		return fmt.Errorf("listening on %s, which is no loopback address", l.Addr())
	}
	s.port = fmt.Sprint(addr.Port)
	s.token = newSecret()
	s.ended = make(chan struct{})
	s.hub.subscribers = map[*subscriber]bool{}
	return nil
}

// newSecret returns what cannot be guessed.
func newSecret() string {
	var b [secretBytes]byte
	rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// URL is an address that lets a person in once. It invalidates the address
// before.
func (s *Server) URL() string { return s.address(&s.printed) }

// OpenURL is another such address, for the command line of the program that opens the browser.
func (s *Server) OpenURL() string { return s.address(&s.opened) }

// address is without characters that an editor would escape on the way to the browser.
func (s *Server) address(t *ticket) string {
	return "http://127.0.0.1:" + s.port + s.start() + "#ticket-" + t.issue()
}

// start is the path of the page that an address opens.
func (s *Server) start() string {
	if s.Gate == nil {
		return "/"
	}
	return "/plan/" + s.Gate.Plan
}

// end ends the server after the answer that is under way.
func (s *Server) end(answer any) {
	s.endOne.Do(func() {
		if s.Reviewed != nil {
			s.Reviewed(answer)
		}
		close(s.ended)
	})
}

// service opens the project for one request. done has to be called.
func (s *Server) service() (service *session.Session, done func(), err error) {
	project, err := s.Project()
	if err != nil {
		return nil, nil, err
	}
	caller := s.Caller
	caller.Dir = project.Place.Root
	return project.Session(caller), func() { _ = project.Close() }, nil // everything that counts was synced
}

// mayWrite refuses changes from a caller that may not be the person.
func (s *Server) mayWrite() error {
	if s.ReadOnly == "" {
		return nil
	}
	return fail.Denied("%s", s.ReadOnly).Hint("start 'consider review' in a terminal of your own")
}

// wrote tells the part that tidies the store.
func (s *Server) wrote(service *session.Session, v verb.Verb) {
	if v.Effect != verb.Reads && s.Wrote != nil {
		s.Wrote(service)
	}
}

// pending remembers which drafts were submitted, so that no tab says again what another has said.
type pending struct {
	mu   sync.Mutex // held while a review is taken in
	said sync.Map   // key of a draft -> nothing, until it is begun anew
}

// ticket is a secret that works once.
type ticket struct {
	mu    sync.Mutex
	value string
}

func (t *ticket) issue() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.value = newSecret()
	return t.value
}

// hub passes messages to all pages that listen.
type hub struct {
	mu          sync.Mutex
	subscribers map[*subscriber]bool
	newest      string // snapshot
	closed      bool
}

// subscriber is one page that listens. A page that does not read is let go of: it comes back and catches up.
type subscriber struct{ messages chan []byte }

// snapshots are the newest ones: pages keep asking of the one that they show after the files have changed.
type snapshots struct {
	mu     sync.Mutex
	held   []*snapshot // newest last
	served []*snapshot // those of held that pages show, that of the last boot last
	taking *taking     // nil while no comparison is being made
	failed bool        // the last boot had no snapshot to show: a request that names none does not mean an earlier one
	closed bool
}

// taking is a comparison that is being made.
type taking struct {
	done    chan struct{} // closed when snap or err is set
	waiters int           // that snap is lent to before done is closed; guarded by snapshots.mu
	snap    *snapshot
	err     error
}
