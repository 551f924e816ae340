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

// LinesOf returns lines start to end (1-based, inclusive) of a text, without their "\r\n" or "\n". It omits lines that the
// text does not have.
func LinesOf(text []byte, start, end int) []string {
	text = linemap.Plain(text)
	var out []string
	for n := 1; len(text) > 0 && n <= end; n++ {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		if n >= start {
			out = append(out, string(bytes.TrimSuffix(line, []byte("\r"))))
		}
		text = rest
	}
	return out
}

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
