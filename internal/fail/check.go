package fail

import (
	"errors"

	"consider/internal/words"
)

// Check is one thing that was looked at.
type Check struct {
	Name  string     `json:"name"`
	State string     `json:"state"` // ok, note or problem
	What  string     `json:"what"`
	Hint  words.Text `json:"hint,omitzero"`
	Kind  Kind       `json:"kind,omitempty"` // of the error that a problem is
}

// Problem turns an error into a check, with its own hint.
func Problem(name string, err error) Check {
	f := FailureOf(err)
	c := Check{Name: name, State: "problem", What: f.Message, Kind: f.Kind}
	if len(f.hints) > 0 && f.Kind != KindInternal { // whose hint is to run doctor, which says this
		c.Hint = f.hints[0]
	}
	if errors.Is(err, ErrNoStore) {
		c.State, c.Kind = "note", ""
	}
	return c
}
