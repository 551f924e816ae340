package keep

import "errors"

// Path is a path that was checked: the names below /memories, slash-separated, "" for /memories itself.
type Path string

// ErrNotExist means that a name is not in [Blobs].
var ErrNotExist = errors.New("no such file")

// File is one file of a memory.
type File struct {
	Path Path
	Size int // bytes
}

// Blobs are named contents, such as a folder of the private store's tree. Names are slash-separated.
type Blobs interface {
	Names() ([]string, error)         // sorted
	Read(name string) ([]byte, error) // ErrNotExist
	Put(name string, data []byte) error
	Remove(name string) error
}

const (
	filesFolder = "files/"
	pinsFile    = "pins.json"
)
