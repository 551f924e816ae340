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

// codeFrom returns the first line from x on that is neither blank nor a comment nor an annotation.
func codeFrom(s *linemap.Side, x int32) int32 {
	for int(x) < len(s.Lines) && (s.Lines[x].Blank() || s.Bytes(int(x))[0] == '@' || comment(s.Bytes(int(x)))) {
		x++
	}
	return x
}

func comment(line []byte) bool {
	for _, mark := range [...]string{"//", "#", "/*", "*", "--", "<!--", ";", "%", "\"\"\""} {
		if bytes.HasPrefix(line, []byte(mark)) {
			return !bytes.HasPrefix(line, []byte("#include")) && !bytes.HasPrefix(line, []byte("#["))
		}
	}
	return false
}
