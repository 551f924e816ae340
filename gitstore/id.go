package gitstore

import (
	"bytes"
	"slices"

	"consider/internal/gitfmt"
)

// ID names an object: the SHA-1 of its header and content, as in git.
type ID = gitfmt.ID

// MaxObject is the largest content of an object, in bytes. It bounds the memory needed to read any file of the store.
const MaxObject = 8 << 20

// ParseID reads exactly 40 lower-case hex digits.
func ParseID(s string) (ID, error) { return gitfmt.ParseID(s) }

// HashBlob returns the id that git gives these bytes as a blob.
func HashBlob(b []byte) ID { return gitfmt.Object{Kind: gitfmt.Blob, Data: b}.ID() }

func sortIDs(ids []ID) {
	slices.SortFunc(ids, func(a, b ID) int { return bytes.Compare(a[:], b[:]) })
}
