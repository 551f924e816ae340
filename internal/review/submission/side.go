package submission

import "consider/internal/thread"

// Side is the side of the diff that a comment or a draft is on, [thread.New] or [thread.Old]. Files of reviews and of
// drafts spell it right and left, which is what programs that know no other words read. Both spellings are taken.
type Side thread.Side

// Other spellings of the sides.
const (
	right = "right"
	left  = "left"
)

// UnmarshalText keeps a word that is not known, to be refused where it can be said of which comment it is.
func (s *Side) UnmarshalText(text []byte) error {
	switch *s = Side(text); *s {
	case right:
		*s = Side(thread.New)
	case left:
		*s = Side(thread.Old)
	}
	return nil
}

// MarshalText spells the side as files have it.
func (s Side) MarshalText() ([]byte, error) {
	switch thread.Side(s) {
	case thread.New:
		s = right
	case thread.Old:
		s = left
	}
	return []byte(s), nil
}
