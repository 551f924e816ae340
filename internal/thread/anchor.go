package thread

import "consider/internal/extra"

// Anchor is the stored description of a place: its lines and the lines around them, when the thread was made.
type Anchor struct {
	StartLine     int      `json:"startLine"` // 1-based, inclusive
	EndLine       int      `json:"endLine"`
	ContextBefore []string `json:"contextBefore"`
	TargetContent string   `json:"targetContent"`
	ContextAfter  []string `json:"contextAfter"`
	ContentHash   string   `json:"contentHash"`
	Base          Base     `json:"base"`

	Unknown extra.Fields `json:",embed"`
}

// Base is the text that an anchor was described against.
type Base struct {
	Commit string `json:"commit,omitempty"` // project's HEAD, "" without one
	From   string `json:"from,omitempty"`   // for an old side other than HEAD: the commit, the checkpoint or the index
	Blob   string `json:"blob,omitempty"`   // git blob id of the file's bytes; they are stored with the thread unless the file is too large

	Unknown extra.Fields `json:",embed"`
}

// MarshalJSON writes unknown fields back, for every encoder.
func (a Anchor) MarshalJSON() ([]byte, error) {
	type plain Anchor
	return extra.Marshal((*plain)(&a))
}
