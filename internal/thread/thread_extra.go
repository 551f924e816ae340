package thread

import "consider/internal/extra"

// UnmarshalJSON keeps unknown fields.
func (b *Base) UnmarshalJSON(data []byte) (err error) {
	type plain Base
	b.unknown, err = extra.Decode(data, (*plain)(b))
	return err
}

// MarshalJSON writes unknown fields back.
func (b Base) MarshalJSON() ([]byte, error) {
	type plain Base
	return extra.Encode(plain(b), b.unknown)
}

// UnmarshalJSON keeps unknown fields.
func (r *Reanchor) UnmarshalJSON(data []byte) (err error) {
	type plain Reanchor
	r.unknown, err = extra.Decode(data, (*plain)(r))
	return err
}

// MarshalJSON writes unknown fields back.
func (r Reanchor) MarshalJSON() ([]byte, error) {
	type plain Reanchor
	return extra.Encode(plain(r), r.unknown)
}

// UnmarshalJSON keeps unknown fields.
func (p *Proposal) UnmarshalJSON(data []byte) (err error) {
	type plain Proposal
	p.unknown, err = extra.Decode(data, (*plain)(p))
	return err
}

// MarshalJSON writes unknown fields back.
func (p Proposal) MarshalJSON() ([]byte, error) {
	type plain Proposal
	return extra.Encode(plain(p), p.unknown)
}
