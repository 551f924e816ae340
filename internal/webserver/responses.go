package webserver

import (
	"consider/internal/review/feedback"
	"consider/internal/transcript"
)

// ResponsesMoved says that the newest answers of agents have changed.
type ResponsesMoved struct {
	State string `json:"state"` // as in responses list
}

// followResponses tells the pages of other answers, until the server ends.
func (s *Server) followResponses() {
	service, done, err := s.service()
	if err != nil {
		return // the page's own question says why
	}
	defer done()
	_ = feedback.FollowResponses(s.base, service, feedback.ResponsesWatch{}, func(f transcript.Found) error {
		s.hub.tell(message("responses", ResponsesMoved{string(f.State())}))
		return nil
	}) // it ends with the server
}
