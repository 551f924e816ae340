package webserver

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"consider/internal/fail"
)

// Serve answers requests until ctx ends, or with Once until a review was posted; neither is an error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	base, stop := context.WithCancel(context.WithoutCancel(ctx)) // the pages are notified of the end first
	defer stop()
	server := &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       bodyTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    maxHeader,
		BaseContext:       func(net.Listener) context.Context { return base },
		// net/http's messages about connections that browsers close could contain addresses with secrets.
		ErrorLog: log.New(io.Discard, "", 0),
	}
	// The first comparison begins before any page asks, so that it is done when the browser has started.
	s.base = base
	s.working.Go(func() {
		snap, err := s.fresh(base, s.Scope)
		switch {
		case err == nil:
			s.Watch.SetFiles(s.snapshots.watched())
			snap.giveBack()
		case base.Err() == nil: // the page that asks gets its own error
			s.Log("consider: " + fail.FailureOf(err).Message)
		}
		if s.Compared != nil {
			s.Compared()
		}
	})
	s.working.Go(loadAssets().packReview)
	s.working.Go(func() { s.follow(base) })
	s.working.Go(func() { s.followHearing(base) })

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
		_ = server.Close() // a client is gone or too slow
	}
	s.snapshots.close()
	stop()
	s.working.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err
}
