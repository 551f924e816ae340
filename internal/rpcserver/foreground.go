package rpcserver

import (
	"context"

	"consider/internal/fail"
)

// ForegroundInput names a process in a terminal.
type ForegroundInput struct {
	PID int `json:"pid" help:"process ID of the terminal's shell"`
}

// ForegroundOutput is the agent that controls the terminal at this instant.
type ForegroundOutput struct {
	Agent string `json:"agent,omitempty"` // absent if none is known
}

func (n *connection) foreground(_ context.Context, in ForegroundInput) (any, error) {
	if in.PID <= 0 {
		return nil, fail.Usage("pid must be a process ID")
	}
	if n.Foreground == nil {
		return ForegroundOutput{}, nil
	}
	return ForegroundOutput{n.Foreground(in.PID)}, nil
}
