package webserver

import (
	"context"
	"time"

	"consider/internal/presence"
)

// hearEvery is the time between two looks at the sessions of agents, while a page is open.
const hearEvery = time.Second

// followHearing notifies the pages when an agent's session started, ended, was notified or took a thread, until ctx ends. The store
// does not change with it.
func (s *Server) followHearing(ctx context.Context) {
	tick := time.NewTicker(hearEvery)
	defer tick.Stop()
	var before *presence.State
	for s.hub.listened(ctx) != nil {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		service, done, err := s.service()
		if err != nil {
			continue // the page's own requests get the reason
		}
		now := presence.Read(service.Place.StoreDir)
		now.Leases = presence.LeasesIn(service.Place.StoreDir, service.Now())
		done()
		if before != nil && !now.Same(*before) {
			s.hub.broadcast(message("hearing", struct{}{}))
		}
		before = &now
	}
}
