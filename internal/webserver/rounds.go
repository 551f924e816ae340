package webserver

import (
	"context"

	"consider/internal/review/compare"
)

// bootRounds shows what changed between two rounds, or since one. It is not the comparison that this server was started
// for, so what is watched and what is news stay as they are.
func (s *Server) bootRounds(ctx context.Context, b *Boot, from, to string) {
	scope := compare.Scope{Kind: compare.ScopeRounds, From: from, To: to}
	switch {
	case to == "":
		scope.Kind = compare.ScopeSince
	case from == "" && s.Scope.Kind == compare.ScopeSince:
		scope.From = s.Scope.From
	}
	b.Scope = compare.ScopeView{Kind: scope.Kind, From: from, To: to}
	snap, giveBack, err := s.compareOnce(ctx, scope)
	if err != nil {
		b.fail(err)
		return
	}
	defer giveBack()
	s.snapshots.show(snap)
	b.Changes = snap.comparison.Changes()
	b.First = append(b.First, snap.first(ctx)...)
}

// compareOnce makes and lends a snapshot that is kept for as long as pages show it.
func (s *Server) compareOnce(ctx context.Context, scope compare.Scope) (*snapshot, func(), error) {
	project, err := s.Project()
	if err != nil {
		return nil, nil, err
	}
	caller := s.Caller
	caller.Dir = project.Place.Root
	comparison, err := compare.New(ctx, project.Session(caller), scope)
	if err != nil {
		_ = project.Close() // nothing was written
		return nil, nil, err
	}
	snap := newSnapshot(comparison, project)
	snap.gone = true // until it is shown
	ss := &s.snapshots
	ss.mu.Lock()
	defer ss.mu.Unlock()
	return snap, ss.lend(snap), nil
}
