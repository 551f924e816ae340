package webserver

import (
	"net/http"

	"consider/internal/fail"
)

// GateOutput is the plan for which an agent waits.
type GateOutput struct {
	Plan    string `json:"plan,omitempty"` // "" when no agent waits
	Version int    `json:"version,omitempty"`
}

func (s *Server) getGate(*http.Request) (any, error) {
	if s.Gate == nil {
		return GateOutput{}, nil
	}
	return GateOutput{s.Gate.Plan, s.Gate.Version}, nil
}

// postLeave leaves the decision to the agent's own dialog.
func (s *Server) postLeave(*http.Request) (any, error) {
	if s.Gate == nil {
		return nil, fail.Conflict("no agent is waiting for a verdict on this page")
	}
	s.Gate.left()
	return Done{OK: true}, nil
}
