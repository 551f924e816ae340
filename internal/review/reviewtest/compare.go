package reviewtest

import (
	"consider/internal/review/compare"
	"consider/internal/session"
)

func At(n int) *int { return &n }

// Showing is the human with the diff of HEAD on the screen.
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
