package gitstore

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"strconv"
)

// ID names an object: the SHA-1 of its header and content, as in git.
type ID [20]byte

// String is the id as 40 lower-case hex digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// IsZero reports whether the id names nothing.
func (id ID) IsZero() bool { return id == ID{} }

// ParseID reads exactly 40 lower-case hex digits. Anything shorter is refused:
// a torn ref must never pass for an id.
func ParseID(s string) (ID, error) {
	var id ID
	if len(s) != 40 {
		return id, fmt.Errorf("object id %q: want 40 hex digits", clip(s))
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return id, fmt.Errorf("object id %q: want 40 hex digits", s)
		}
	}
	_, err := hex.Decode(id[:], []byte(s))
	return id, err
}

// HashBlob returns the id that git gives these bytes as a blob.
func HashBlob(b []byte) ID { return hashObject(kindBlob, b) }

func hashObject(k kind, data []byte) ID {
	h := sha1.New()
	h.Write(objectHeader(k, len(data)))
	h.Write(data)
	var id ID
	h.Sum(id[:0])
	return id
}

func objectHeader(k kind, size int) []byte {
	b := make([]byte, 0, 32)
	b = append(b, k.String()...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(size), 10)
	return append(b, 0)
}

// clip keeps text from damaged files short in messages.
func clip(s string) string {
	const limit = 60
	if len(s) > limit {
		return s[:limit] + "…"
	}
	return s
}
