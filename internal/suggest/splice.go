package suggest

import (
	"bytes"
	"errors"
	"strings"
)

// The errors for a text that lines cannot be put into.
var (
	ErrBinary  = errors.New("it is not text in UTF-8 or another ASCII-compatible encoding")
	ErrNoLines = errors.New("the file does not have these lines")
)

// Lines returns lines start to end (1-based, inclusive) of a text without their ends.
func Lines(data []byte, start, end int) ([]string, error) {
	lo, hi, err := bounds(data, start, end)
	if err != nil {
		return nil, err
	}
	var out []string
	for line := range bytes.Lines(data[lo:hi]) {
		out = append(out, string(withoutEnd(line)))
	}
	return out, nil
}

// Count returns how many lines a text has.
func Count(data []byte) int {
	n := bytes.Count(data, []byte("\n"))
	if len(data) > 0 && data[len(data)-1] != '\n' {
		n++
	}
	return n
}

// Put replaces lines start to end of a text by lines, with the same line ends. If the last line of the text has no end,
// it still has none; a byte order mark stays. Put changes no other byte. If end is before start, it inserts the lines
// before line start. cut is the removed text if its lines alone do not determine it: put back, they would end
// otherwise.
func Put(data []byte, start, end int, lines []string) (now []byte, cut string, err error) {
	s, err := splice(data, start, end, lines)
	if err != nil {
		return nil, "", err
	}
	was, _ := Lines(data, start, end)
	now = s.in(data)
	if back, err := splice(now, start, start+len(lines)-1, was); err != nil || !bytes.Equal(back.in(now), data) {
		cut = string(data[s.lo:s.hi])
	}
	return now, cut, nil
}

// PutBack undoes [Put]: it replaces the n lines that Put put at line start by lines; cut is the result of Put.
func PutBack(data []byte, start, n int, lines []string, cut string) ([]byte, error) {
	s, err := splice(data, start, start+n-1, lines)
	if err != nil {
		return nil, err
	}
	last := s.hi == len(data)
	switch ended := strings.HasSuffix(cut, "\n"); {
	case cut == "", !ended && !last, ended && last && s.hi > s.lo && data[s.hi-1] != '\n': // the text around it is another one by now
	default:
		s.text = cut
	}
	return s.in(data), nil
}

// spliced is a text that is put in place of some bytes of another.
type spliced struct {
	lo, hi int
	text   string
}

func (s spliced) in(data []byte) []byte {
	return bytes.Join([][]byte{data[:s.lo], []byte(s.text), data[s.hi:]}, nil)
}

func splice(data []byte, start, end int, lines []string) (spliced, error) {
	lo, hi, err := bounds(data, start, end)
	if err != nil {
		return spliced{}, err
	}
	eol := ends(data, lo)
	switch bare := len(data) > 0 && data[len(data)-1] != '\n'; {
	case bare && lo == len(data): // lines after the last one, which has no end
		return spliced{lo, hi, eol + strings.Join(lines, eol)}, nil
	case bare && hi == len(data) && len(lines) == 0: // the line before becomes the one without an end
		return spliced{len(withoutEnd(data[:lo])), hi, ""}, nil
	}
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(line + eol)
	}
	s := spliced{lo, hi, text.String()}
	if hi > lo && data[hi-1] != '\n' {
		s.text = strings.TrimSuffix(s.text, eol)
	}
	return s, nil
}

// ends returns the line end of the line at an offset or, if that has none, of the line before it.
func ends(data []byte, at int) string {
	line, _, ended := bytes.Cut(data[at:], []byte("\n"))
	if !ended {
		line = data[:max(bytes.LastIndexByte(data[:at], '\n'), 0)]
	}
	if bytes.HasSuffix(line, []byte("\r")) {
		return "\r\n"
	}
	return "\n"
}

// withoutEnd returns a text, which may be one line, without the end of its last line.
func withoutEnd(text []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
}

// bounds returns the offsets of lines start to end, including their line ends.
func bounds(data []byte, start, end int) (lo, hi int, err error) {
	if bytes.IndexByte(data, 0) >= 0 || bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF}) {
		return 0, 0, ErrBinary
	}
	at := 0
	if bytes.HasPrefix(data, []byte{0xEF, 0xBB, 0xBF}) {
		at = 3
	}
	lo = -1
	for n := 1; ; n++ {
		if n == start {
			lo = at
		}
		if n == start && end == start-1 { // between two lines
			return lo, lo, nil
		}
		if at >= len(data) || n > end {
			return 0, 0, ErrNoLines
		}
		if next := bytes.IndexByte(data[at:], '\n'); next >= 0 {
			at += next + 1
		} else {
			at = len(data)
		}
		if n == end && lo >= 0 {
			return lo, at, nil
		}
	}
}
