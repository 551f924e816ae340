package thread

// Damage is a thread, or something else of the store, that could not be read. The others are not affected.
type Damage struct {
	Path    string `json:"path"` // in the store's tree
	Problem string `json:"problem"`
	Hint    string `json:"hint,omitempty"` // what to do about it; fsck says so

	Newer bool `json:"-"` // it is not damaged: a newer consider wrote it
}
