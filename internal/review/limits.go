package review

import "unicode"

// Bounds of what is taken in. They protect the store and every reader of it; a thread is a conversation, not
// a file transfer.
const (
	maxBody    = 64 << 10 // bytes of one message
	maxName    = 100      // bytes of an author's name
	maxLabel   = 64       // bytes of one label
	maxLabels  = 32       // labels of one thread
	maxReplies = 2000     // replies of one thread
	maxBase    = 8 << 20  // bytes of a file that is kept as a base; larger files are placed by their description
	maxText    = 32 << 20 // bytes of a file that is read at all: placing takes about five times as much memory
)

// hasControl reports whether s holds a character that has no business on one line of text.
func hasControl(s string) bool {
	for _, r := range s {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return true
		}
	}
	return false
}
