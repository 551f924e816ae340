package reviewtest

import (
	"consider/internal/review/compare"
	"consider/internal/session"
)

func At(n int) *int { return &n }

// Showing returns a session of the human with a comparison on screen.
func (d *Desk) Showing(scope compare.Scope) *session.Session {
	d.T.Helper()
	s := d.Human()
	comparison, err := compare.New(d.T.Context(), s, scope)
	if err != nil {
		d.T.Fatal(err)
	}
	s.Shown = comparison
	return s
}
