package anchor

import (
	"bytes"

	"consider/internal/linemap"
)

// binaryWindow is how far IsBinary looks for a NUL, as git does.
const binaryWindow = 8000

// IsBinary reports whether a text has a NUL in its first 8000 bytes. UTF-16
// with a byte order mark is decoded first and so counts as text.
func IsBinary(text []byte) bool {
	plain := linemap.Plain(text)
	return bytes.IndexByte(plain[:min(len(plain), binaryWindow)], 0) >= 0
}

// Lines returns the number of lines. A "\n" ends a line ("\r" belongs to its
// line), and a final one does not start another.
func Lines(text []byte) int { return linemap.Count(linemap.Plain(text)) }
