package keep

import "errors"

// Path is a checked path: the names below /memories, slash-separated, or "" for /memories itself.
type Path string

// ErrNotExist means that [Blobs] has no such name.
var ErrNotExist = errors.New("no such file")

// File is one file of a memory.
type File struct {
	Path Path
	Size int // bytes
}

// Blobs are contents by name, such as a folder of the private store's tree. Names are slash-separated.
type Blobs interface {
	Names() ([]string, error)         // sorted
	Read(name string) ([]byte, error) // ErrNotExist
	Put(name string, data []byte)     // an error, if any, is that of the whole change
	Remove(name string) error         // no error if there is no such name
}

const (
	filesFolder = "files/"
	pinsFile    = "pins.json"
)
