package gitstore

import "path"

// Files is one state of the store's tree: that of a commit ([Snapshot]) or of a change under way ([Tx]).
type Files interface {
	// ReadDir lists a folder sorted by name; a missing folder is empty.
	ReadDir(path string) ([]Entry, error)
	ReadFile(path string) ([]byte, error)
	FileID(path string) (ID, error)
	ReadBlob(id ID) ([]byte, error)
}

// Paths returns the paths of all files below a folder; "" is the root.
func Paths(in Files, dir string) (out []string, err error) {
	entries, err := in.ReadDir(dir)
	for _, e := range entries {
		name := path.Join(dir, e.Name)
		if !e.Dir {
			out = append(out, name)
			continue
		}
		more, err := Paths(in, name)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, err
}
