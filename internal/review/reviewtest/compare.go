package reviewtest

import (
	"consider/internal/review/compare"
	"consider/internal/session"
)

func At(n int) *int { return &n }

// Looking is the human with the diff of HEAD on the screen.
func (d *Desk) Looking(scope compare.Scope) *session.Session {
	d.T.Helper()
	s := d.Human()
	look, err := compare.New(d.T.Context(), s, scope)
	if err != nil {
		d.T.Fatal(err)
	}
	s.Shown = look
	return s
}
