package suggest

import (
	"bytes"
	"errors"
	"slices"
	"strings"
)

// What a text can be that no line is put into.
var (
	ErrBinary  = errors.New("it is not a text of lines in UTF-8 or another encoding that keeps ASCII")
	ErrNoLines = errors.New("it has no such lines")
)

// Lines returns lines start to end (1-based, inclusive) of a text without their ends.
func Lines(data []byte, start, end int) ([]string, error) {
	lo, hi, err := bounds(data, start, end)
	if err != nil {
		return nil, err
	}
	var out []string
	for line := range bytes.Lines(data[lo:hi]) {
		out = append(out, string(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))))
	}
	return out, nil
}

// Put puts lines in place of lines start to end of a text. They end as those did; a text without an end of its last line
// keeps none, a byte order mark stays. Nothing else changes by a byte. No lines of a text (end before start) are the place
// before line start.
func Put(data []byte, start, end int, lines []string) ([]byte, error) {
	lo, hi, err := bounds(data, start, end)
	if err != nil {
		return nil, err
	}
	eol := ends(data, lo)
	switch bare := len(data) > 0 && data[len(data)-1] != '\n'; {
	case bare && lo == len(data): // lines after the last one, which has no end
		return append(slices.Clip(data), eol+strings.Join(lines, eol)...), nil
	case bare && hi == len(data) && len(lines) == 0: // the line before becomes the one without an end
		return data[:lo-len(lineBefore(data, lo))], nil
	}
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(line + eol)
	}
	put := text.String()
	if hi > lo && data[hi-1] != '\n' {
		put = strings.TrimSuffix(put, eol)
	}
	return bytes.Join([][]byte{data[:lo], []byte(put), data[hi:]}, nil), nil
}

// ends is how the line at an offset ends, or where that has no end the one before it.
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

// lineBefore is how the line before an offset ends.
func lineBefore(data []byte, at int) string {
	switch before := data[:at]; {
	case bytes.HasSuffix(before, []byte("\r\n")):
		return "\r\n"
	case bytes.HasSuffix(before, []byte("\n")):
		return "\n"
	}
	return ""
}

// bounds returns the offsets of lines start to end, ends of lines with them.
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
