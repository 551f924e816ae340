package fail

import "errors"

// Check is one thing that was looked at.
type Check struct {
	Name  string `json:"name"`
	State string `json:"state"` // ok, note or problem
	What  string `json:"what"`
	Hint  string `json:"hint,omitempty"`
	Kind  Kind   `json:"kind,omitempty"` // of the error that a problem is
}

// Problem turns an error into a check, with its own hint.
func Problem(name string, err error) Check {
	c := Check{Name: name, State: "problem", What: err.Error(), Kind: FailureOf(err).Kind}
	if IsNewer(err) {
		c.Hint = UpdateHint
	}
	if e, ok := As(err); ok {
		if len(e.Hints) > 0 {
			c.Hint = e.Hints[0]
		}
		if errors.Is(e, ErrNoStore) {
			c.State, c.Kind = "note", ""
		}
	}
	return c
}
