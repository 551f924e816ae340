package gitstore

import (
	"fmt"
	"strings"

	"consider/internal/gitfmt"
)

// ID names an object: the SHA-1 of its header and content, as in git.
type ID = gitfmt.ID

// MaxObject is the largest content, in bytes, that an object may have. It
// bounds the memory that reading any file of the store can take.
const MaxObject = 8 << 20

// ParseID reads exactly 40 lower-case hex digits.
func ParseID(s string) (ID, error) { return gitfmt.ParseID(s) }

// HashBlob returns the id that git gives these bytes as a blob.
func HashBlob(b []byte) ID { return gitfmt.Object{Kind: gitfmt.Blob, Data: b}.ID() }

// Entry is one name in a directory of a snapshot.
type Entry struct {
	Name string
	ID   ID
	Dir  bool
}

func public(e gitfmt.Entry) Entry { return Entry{e.Name, e.ID, e.Mode == gitfmt.ModeDir} }

// splitPath cuts a slash-separated path into names that a tree can hold.
func splitPath(path string) ([]string, error) {
	names := strings.Split(path, "/")
	for _, n := range names {
		if err := checkName(n); err != nil {
			return nil, fmt.Errorf("path %q: %w", gitfmt.Clip(path), err)
		}
	}
	return names, nil
}

// checkName refuses what a tree cannot hold.
func checkName(name string) error {
	if !gitfmt.PlainName(name) {
		return fmt.Errorf("%w: name %q", ErrPath, gitfmt.Clip(name))
	}
	return nil
}

func damaged(id ID, why error) error {
	return fmt.Errorf("object %s: %w: %w", id, ErrCorrupt, why)
}
