package review

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

const (
	threadPrefix = "c_"
	replyPrefix  = "r_"
	idDigits     = 8
)

// newID returns an id that is not taken, derived from seeds. The tip of the store is among the seeds of
// every caller, and the caller holds the store's lock, so two writers cannot derive the same id; deriving it
// keeps a run with a frozen clock repeatable to the byte.
func newID(prefix string, taken func(id string) bool, seeds ...string) string {
	for attempt := 0; ; attempt++ {
		sum := sha256.Sum256([]byte(strings.Join(append(seeds, fmt.Sprint(attempt)), "\x00")))
		id := prefix + hex.EncodeToString(sum[:])[:idDigits]
		if !taken(id) {
			return id
		}
	}
}

func isID(s, prefix string) bool {
	digits, ok := strings.CutPrefix(s, prefix)
	return ok && len(digits) == idDigits && isHex(digits)
}

func isHex(s string) bool {
	for _, c := range s {
		if !strings.ContainsRune("0123456789abcdef", c) {
			return false
		}
	}
	return s != ""
}

// safePath reports whether a stored path stays inside the project. Threads are data: a path in one is a
// claim, checked again by package worktree when it is opened.
func safePath(p string) bool {
	if p == "" || len(p) > 4096 || strings.ContainsRune(p, 0) || strings.HasPrefix(p, "/") {
		return false
	}
	for part := range strings.SplitSeq(p, "/") {
		if part == "" || part == "." || part == ".." {
			return false
		}
	}
	return true
}
