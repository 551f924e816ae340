package gitstore

// Files is one state of the store's tree: that of a commit ([Snapshot]) or of a change under way ([Tx]).
type Files interface {
	// ReadDir lists a folder sorted by name; a missing folder is empty.
	ReadDir(path string) ([]Entry, error)
	ReadFile(path string) ([]byte, error)
	FileID(path string) (ID, error)
	ReadBlob(id ID) ([]byte, error)
}
