package gitstore

// Files is one state of the store's tree: that of a commit ([Snapshot]), or of a change under way ([Tx]).
type Files interface {
	// ReadDir lists a folder in the order of names; a folder that is not there is empty.
	ReadDir(path string) ([]Entry, error)
	ReadFile(path string) ([]byte, error)
	FileID(path string) (ID, error)
	ReadBlob(id ID) ([]byte, error)
}
