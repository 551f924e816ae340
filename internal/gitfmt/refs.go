package gitfmt

import (
	"bytes"
	"iter"
	"strings"
)

// PackedRefs iterates over the lines of a packed-refs file: an id in hex, and the name of its ref. A line with the
// commit of an annotated tag begins with ^ and has no name. Nothing is checked: a line may have any content.
func PackedRefs(data []byte) iter.Seq2[string, string] {
	return func(yield func(hex, name string) bool) {
		for line := range bytes.Lines(data) {
			hex, name, _ := strings.Cut(string(bytes.TrimRight(line, "\r\n")), " ")
			if !yield(hex, name) {
				return
			}
		}
	}
}

// PackedRef finds the id of one ref in a packed-refs file; "" if it is not listed.
func PackedRef(data []byte, name string) (hex string) {
	for needle := []byte(" " + name); ; {
		at := bytes.Index(data, needle)
		if at < 0 {
			return ""
		}
		start := bytes.LastIndexByte(data[:at], '\n') + 1
		hex, rest := string(data[start:at]), data[at+len(needle):]
		if IsID(hex) && (len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r') {
			return hex
		}
		data = rest
	}
}
