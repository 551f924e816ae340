package thread

import (
	"fmt"
	"time"

	"consider/internal/extra"
)

// Span is the stored description of a stretch of an agent's answer. The answer's text as it was is kept beside
// the thread, as the base of a thread on a file is.
type Span struct {
	Response string    `json:"response"` // a_ and 8 lower-case hex digits
	Agent    string    `json:"agent"`
	Session  string    `json:"session,omitempty"`
	Message  string    `json:"message,omitempty"` // the agent's own id of it
	At       time.Time `json:"at"`                // when the agent said it
	Mark     Mark      `json:"mark"`
	Quote    string    `json:"quote"`            // as it reads on the rendered page
	Prefix   string    `json:"prefix,omitempty"` // what stands before it there, up to spanContext bytes
	Suffix   string    `json:"suffix,omitempty"`
	Start    int       `json:"start"` // where it began in the page's text, in bytes: it tells equal places apart

	Unknown extra.Fields `json:",embed"`
}

// UnmarshalJSON keeps unknown fields, for every decoder.
func (s *Span) UnmarshalJSON(data []byte) error {
	type plain Span
	return extra.Unmarshal(data, (*plain)(s))
}

// MarshalJSON writes unknown fields back, for every encoder.
func (s Span) MarshalJSON() ([]byte, error) {
	type plain Span
	return extra.Marshal((*plain)(&s))
}

// ResponseRef says which answer a thread is on.
type ResponseRef struct {
	ID    string `json:"id"`
	Agent string `json:"agent"`
	Mark  Mark   `json:"mark"`
}

func (r *ResponseRef) String() string {
	return fmt.Sprintf("%s's answer %s, %s", r.Agent, r.ID, r.Mark)
}
