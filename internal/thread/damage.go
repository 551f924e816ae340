package thread

import "consider/internal/words"

// Damage is a thread, or another part of the store, that could not be read. Other parts are not affected.
type Damage struct {
	Path    string     `json:"path"` // in the store's tree
	Problem string     `json:"problem"`
	Hint    words.Text `json:"hint,omitzero"` // how to repair it; reported by fsck

	Newer bool `json:"-"` // not damaged: a newer consider wrote it
}
