package webserver

import (
	"context"
	"strings"

	"consider/internal/review/compare"
	"consider/internal/turn"
)

// roundsScope returns the scope of the changes between two rounds, or since one.
func (s *Server) roundsScope(from, to string) compare.Scope {
	scope := compare.Scope{Kind: compare.ScopeRounds, From: from, To: to}
	switch {
	case to == from && strings.HasPrefix(to, turn.Prefix):
		scope = compare.Scope{Kind: compare.ScopeTurn, From: from}
	case to == "":
		scope.Kind = compare.ScopeSince
	case from == "" && s.Scope.Kind == compare.ScopeSince:
		scope.From = s.Scope.From
	}
	return scope
}

// compareOnce makes and lends a snapshot that is kept only while pages show it.
func (s *Server) compareOnce(ctx context.Context, scope compare.Scope) (*snapshot, func(), error) {
	snap, err := s.compareAgain(ctx, scope, nil)
	if err != nil {
		return nil, nil, err
	}
	snap.gone = true // until it is shown
	ss := &s.snapshots
	ss.mu.Lock()
	defer ss.mu.Unlock()
	return snap, ss.lend(snap), nil
}
