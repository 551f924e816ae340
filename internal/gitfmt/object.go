package gitfmt

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"strconv"

	"github.com/go-git/go-git/v5/plumbing"
)

// ID identifies an object: the SHA-1 of its header and content.
type ID [20]byte

// String returns the id as 40 lower-case hex digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// IsZero reports whether the id is the zero id, which names no object.
func (id ID) IsZero() bool { return id == ID{} }

// ParseID reads exactly 40 lower-case hex digits. Anything shorter is an error:
// a torn ref must never be taken for an id.
func ParseID(s string) (id ID, err error) {
	if len(s) != 2*len(id) || !IsID(s) {
		return id, fmt.Errorf("object ID %q must have 40 hex digits", Clip(s))
	}
	_, err = hex.Decode(id[:], []byte(s))
	return id, err
}

// IsID reports whether s is a complete object id, SHA-1 or SHA-256.
func IsID(s string) bool {
	if len(s) != 40 && len(s) != 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// Clip shortens text from damaged files for messages.
func Clip(s string) string {
	const limit = 60
	if len(s) > limit {
		return s[:limit] + "…"
	}
	return s
}

// Kind is the type of an object, with the numbers of the pack format.
type Kind = plumbing.ObjectType

// The kinds of objects; a pack has two more.
const (
	Commit   = plumbing.CommitObject
	Tree     = plumbing.TreeObject
	Blob     = plumbing.BlobObject
	Tag      = plumbing.TagObject
	OfsDelta = plumbing.OFSDeltaObject
	RefDelta = plumbing.REFDeltaObject
)

// Object is a kind and a content.
type Object struct {
	Kind Kind
	Data []byte
}

// ID computes the object's id.
func (o Object) ID() ID {
	h := sha1.New()
	h.Write(Header(o.Kind, len(o.Data)))
	h.Write(o.Data)
	var id ID
	h.Sum(id[:0])
	return id
}

// Header returns the bytes that precede an object's content when it is hashed.
func Header(k Kind, size int) []byte {
	b := make([]byte, 0, 32)
	b = append(b, k.String()...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(size), 10)
	return append(b, 0)
}
