package submission

import "consider/internal/thread"

// Side is the side of the diff that a comment or a draft is on, [thread.New] or [thread.Old]. Files of reviews and
// drafts write right and left, which are the only words that some programs read. Both spellings are accepted.
type Side thread.Side

// Other spellings of the sides.
const (
	right = "right"
	left  = "left"
)

// UnmarshalText keeps an unknown word, so that the later error can name the comment.
func (s *Side) UnmarshalText(text []byte) error {
	switch *s = Side(text); *s {
	case right:
		*s = Side(thread.New)
	case left:
		*s = Side(thread.Old)
	}
	return nil
}

// MarshalText writes the side as files spell it.
func (s Side) MarshalText() ([]byte, error) {
	switch thread.Side(s) {
	case thread.New:
		s = right
	case thread.Old:
		s = left
	}
	return []byte(s), nil
}
