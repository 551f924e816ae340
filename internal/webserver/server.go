package webserver

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
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
	Log     func(msg string) // for people: what was submitted
	Out     string           // absolute folder for the files of a review; "" for reviews/ in the store
	Once    bool             // end after the first review
	// ReadOnly says why nothing may be changed, "" when it may.
	ReadOnly string
	// Wrote is called after a verb that wrote; may be nil.
	Wrote func(*session.Session)
	// Compared is called once, after the first comparison; may be nil.
	Compared func()

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
	return "http://127.0.0.1:" + s.port + "/#ticket-" + t.issue()
}

// Serve answers until ctx ends, or with Once until a review came; both are no error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	base, stop := context.WithCancel(context.WithoutCancel(ctx)) // the pages are told of the end first
	defer stop()
	server := &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       bodyTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    maxHeader,
		BaseContext:       func(net.Listener) context.Context { return base },
		ErrorLog:          discard(),
	}
	// The first comparison begins before any page asks: it is done when the browser has started.
	s.base = base
	s.working.Go(func() {
		_, giveBack, err := s.fresh(base)
		switch {
		case err == nil:
			giveBack()
		case base.Err() == nil: // the page that asks gets the error of its own
			s.Log("consider: " + fail.FailureOf(err).Message)
		}
		if s.Compared != nil {
			s.Compared()
		}
	})
	s.working.Go(func() { s.follow(base) })

	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	case <-s.ended:
	}
	s.hub.close()
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if server.Shutdown(last) != nil {
		_ = server.Close() // a reader that is gone
	}
	s.snapshots.close()
	stop()
	s.working.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err
}

// end ends the server after the answer that is under way.
func (s *Server) end() { s.endOne.Do(func() { close(s.ended) }) }

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
