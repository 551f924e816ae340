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
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/watch"
)

// Server serves one project's review to one person. Fields are required unless they say otherwise.
type Server struct {
	Scope   compare.Scope
	Project func() (*session.Project, error) // opens the project anew; the caller closes it
	Caller  session.Caller                   // the caller of every request
	Watch   *watch.Watcher
	Now     func() time.Time
	Version string
	Log     func(msg string) // messages for people: addresses, and what was submitted
	Out     string           // absolute folder for the files of a review; "" means reviews/ in the store
	Once    bool             // end after the first review
	// PublicHost is one more name that is accepted in Host and Origin, with its port if it has one: the name of a proxy
	// before this server. It is lower case; "" for none.
	PublicHost string
	// ReadOnly says why nothing may be changed, "" when it may.
	ReadOnly string
	// NoFold makes pages show mechanical changes like others.
	NoFold bool
	// Wrote is called after a verb that wrote; may be nil.
	Wrote func(*session.Session)
	// Reviewed is called with the answer to the review that ends a server with Once, before it ends; may be nil.
	Reviewed func(answer any)
	// Compared is called once, after the first comparison; may be nil.
	Compared func()

	// Gate is set when an agent waits for an answer to a plan; may be nil.
	Gate *Gate

	port      string
	token     string // for the API; pages send it
	printed   ticket // the ticket of the address in the terminal
	opened    ticket // the ticket of the address on the command line of the program that opens the browser
	snapshots snapshots
	hub       hub
	ended     chan struct{} // closed after the review that Once waits for
	endOne    sync.Once
	answers   sync.Once       // starts following agents' responses when a page asks for them
	base      context.Context // the context of everything that goes on between requests
	working   sync.WaitGroup
	desk      sync.Mutex // held while a review is stored
}

// Gate is an agent that waits for a person's decision on a version of its plan. A verb makes the decision, on any
// surface.
type Gate struct {
	Agent   *session.Session
	Plan    string
	Version int
	Answer  string // the command with which the agent replies to a thread

	left    func() // the person leaves the decision to the agent's own dialog
	entered func() // a page was let in
}

const (
	secretBytes   = 24 // 192 bits
	headerTimeout = 10 * time.Second
	bodyTimeout   = 60 * time.Second
	writeTimeout  = 10 * time.Minute // the first comparison of a very large project is part of an answer
	grace         = time.Second      // for answers in progress when the server ends
	maxHeader     = 64 << 10
)

// Open makes the secrets of this run, for a listener on a loopback address.
func (s *Server) Open(l net.Listener) error {
	addr, ok := l.Addr().(*net.TCPAddr)
	if !ok || !addr.IP.IsLoopback() {
		return fmt.Errorf("cannot listen on %s: not a loopback address", l.Addr())
	}
	s.port = fmt.Sprint(addr.Port)
	s.token = newSecret()
	s.ended = make(chan struct{})
	s.hub.subscribers, s.hub.newest = map[*subscriber]bool{}, map[compare.Scope]string{}
	s.hub.some, s.hub.none = make(chan struct{}), make(chan struct{})
	s.snapshots.main, s.snapshots.newest, s.snapshots.pending = s.Scope, map[compare.Scope]*snapshot{}, map[compare.Scope]*pendingSnapshot{}
	return nil
}

// newSecret returns a random text that cannot be guessed.
func newSecret() string {
	var b [secretBytes]byte
	rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// URL returns an address that lets a person in once. It invalidates the previous one.
func (s *Server) URL() string { return s.address(&s.printed) }

// OpenURL returns another such address, for the command line of the program that opens the browser.
func (s *Server) OpenURL() string { return s.address(&s.opened) }

// address returns an address without characters that an editor would escape on the way to the browser.
func (s *Server) address(t *ticket) string {
	return "http://127.0.0.1:" + s.port + s.start() + "#ticket-" + t.issue()
}

// start returns the path of the page that an address opens.
func (s *Server) start() string {
	if s.Gate == nil {
		return "/"
	}
	return "/plan/" + s.Gate.Plan
}

// end ends the server after the answer in progress.
func (s *Server) end(answer any) {
	s.endOne.Do(func() {
		if s.Reviewed != nil {
			s.Reviewed(answer)
		}
		close(s.ended)
	})
}

// service opens the project for one request. The caller calls done.
func (s *Server) service() (service *session.Session, done func(), err error) {
	project, err := s.Project()
	if err != nil {
		return nil, nil, err
	}
	caller := s.Caller
	caller.Dir = project.Place.Root
	service = project.Session(caller)
	return service, func() {
		if service.Reading == nil {
			_ = project.Close() // everything that matters was synced
			return
		}
		s.working.Go(func() { // the page does not wait for it
			round.KeepMoment(context.Background(), service)
			_ = project.Close()
		})
	}, nil
}

// checkWritable refuses changes when the caller may not be the person.
func (s *Server) checkWritable() error {
	if s.ReadOnly == "" {
		return nil
	}
	return fail.Denied("%s", s.ReadOnly).Hint("run '{review}' in your own terminal")
}

// wrote calls Wrote after a verb that is not read-only.
func (s *Server) wrote(service *session.Session, v verb.Verb) {
	if v.Effect != verb.Reads && s.Wrote != nil {
		s.Wrote(service)
	}
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
	some        chan struct{}            // closed when the next page listens
	none        chan struct{}            // closed when, after that, none listens any more
	newest      map[compare.Scope]string // id of the newest snapshot
	closed      bool
}

// subscriber is one page that listens. A page that does not read is dropped; it connects again and catches up.
type subscriber struct {
	messages chan []byte
	browser  string // in which it runs, by the name that it gave itself; "" for a page that shows no diff
}

// snapshots holds those that pages show, and the newest one of each scope that they follow: a page keeps asking about its
// own snapshot after the files have changed.
type snapshots struct {
	mu      sync.Mutex
	main    compare.Scope                      // the one that the server was started for
	newest  map[compare.Scope]*snapshot        // of each scope that is followed
	served  []*snapshot                        // those that pages show; the last one is of the last boot
	pending map[compare.Scope]*pendingSnapshot // the comparisons in progress
	failed  bool                               // the last boot had no snapshot to show; a request that names none must not get an earlier one
	closed  bool
}

// pendingSnapshot is a comparison in progress.
type pendingSnapshot struct {
	scope   compare.Scope
	done    chan struct{} // closed when snap or err is set
	waiters int           // how many callers snap is lent to before done is closed; guarded by snapshots.mu
	snap    *snapshot
	err     error
}
