// Package digest names things by what they are made of.
package digest

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Of returns the SHA-256 of some parts, with a zero byte between them, as 64 hex digits. Names take the first of these.
func Of(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}
