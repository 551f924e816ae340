package gitdir

import (
	"crypto/sha1"
	"crypto/sha256"
	"hash"

	"consider/internal/gitfmt"
)

func BlobID(text []byte, idLen int) []byte {
	h := newHash(idLen)
	h.Write(gitfmt.Header(gitfmt.Blob, len(text)))
	h.Write(text)
	return h.Sum(nil)
}

// newHash returns the hash whose sums have idLen bytes.
func newHash(idLen int) hash.Hash {
	if idLen == sha256.Size {
		return sha256.New()
	}
	return sha1.New()
}
