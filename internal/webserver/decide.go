package webserver

import (
	"context"
	"time"

	"consider/internal/review/plan"
)

// Times of a gate.
const (
	GateEvery    = 300 * time.Millisecond // between two checks for a decision
	gateEnter    = 2 * time.Minute        // limit for opening the page
	gateLastWord = time.Second            // for the page to learn that its decision was taken
)

// Decide returns the decision. An editor detects that an agent waits, and decides through its back end.
func (g *Gate) Decide(ctx context.Context) (plan.Decision, error) {
	release, err := plan.Await(g.Agent, g.Plan, g.Version)
	if err != nil {
		return plan.Decision{}, err
	}
	defer release()
	look := time.NewTicker(GateEvery)
	defer look.Stop()
	known := "?"
	for {
		select {
		case <-ctx.Done():
			return plan.Decision{}, ctx.Err()
		case <-look.C:
		}
		tip, err := g.Agent.Tip(ctx)
		if err != nil {
			return plan.Decision{}, err
		}
		if tip == known {
			continue
		}
		known = tip
		d, err := plan.Decide(ctx, g.Agent, g.Plan, g.Version, g.Answer)
		if err != nil || d.Decided() {
			return d, err
		}
	}
}

// DecideInBrowser returns the decision for the server's gate, for which it serves the plan's page and opens it in the
// browser. end ends the page after it had time to learn that its decision was taken.
func (s *Server) DecideInBrowser(ctx context.Context, browser func(address string) error) (decided plan.Decision, end func(), err error) {
	listener, err := Listen(ctx, 0, true)
	if err != nil {
		return decided, func() {}, err
	}
	// The wait ends without a decision if no page came, or if the person leaves it to the agent's dialog.
	waiting, leave := context.WithCancel(ctx)
	defer leave()
	late := time.AfterFunc(gateEnter, leave)
	defer late.Stop()
	s.Gate.left, s.Gate.entered = leave, func() { late.Stop() }
	if err := s.Open(listener); err != nil {
		_ = listener.Close() // nothing was served
		return decided, func() {}, err
	}
	serving, stop := context.WithCancel(ctx)
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = s.Serve(serving, listener) // without the server there is no decision
		leave()
	}()
	go func() {
		if browser(s.OpenURL()) != nil && late.Stop() { // and no page was opened
			leave()
		}
	}()
	decided, err = s.Gate.Decide(waiting)
	return decided, func() {
		time.Sleep(gateLastWord)
		stop()
		<-served
	}, err
}
