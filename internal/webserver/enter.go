package webserver

import (
	"net/http"
	"path/filepath"

	"consider/internal/fail"
	"consider/internal/session"
)

// EnterInput is the ticket of an address.
type EnterInput struct {
	Ticket string `json:"ticket"`
}

// EnterOutput is the token that a page sends with every later request.
type EnterOutput struct {
	Token string `json:"token"`
}

// InsideOutput answers a page whose token is valid.
type InsideOutput struct {
	Project string `json:"project"` // name of the folder
}

func (s *Server) getEnter(_ *http.Request, service *session.Session) (any, error) {
	return InsideOutput{filepath.Base(service.Place.Root)}, nil
}

const maxTicket = 1 << 10 // bytes of a body that no check has let through yet

// postEnter lets a person in. The ticket is behind the # of the address, so that only this request carries it, and only
// our own page makes it: a program that merely fetches addresses does not use a ticket up.
func (s *Server) postEnter(r *http.Request) (any, error) {
	var in EnterInput
	if err := decode(r, &in, maxTicket); err != nil {
		return nil, err
	}
	// Other users of this machine can read the command line of the browser, and may be faster than the browser.
	if ofAnotherUser(r.RemoteAddr, s.port) {
		return nil, fail.Denied("this review belongs to another user").Hint("open the review as the user who started it")
	}
	switch {
	case s.printed.take(in.Ticket):
		s.Log("That link has now been used. The next link: " + s.URL())
	case !s.opened.take(in.Ticket):
		return nil, fail.Denied("this link was already used, or belongs to an earlier run").Hint(newest)
	}
	if s.Gate != nil {
		s.Gate.entered()
	}
	return EnterOutput{s.token}, nil
}

// take reports whether value is the ticket. If so, the ticket is used up.
func (t *ticket) take(value string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.value == "" || !equalSecrets(value, t.value) {
		return false
	}
	t.value = ""
	return true
}
