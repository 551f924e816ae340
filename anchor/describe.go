package anchor

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

const (
	contextLines = 3    // lines of context kept on each side
	maxLine      = 1000 // bytes kept of one line
	maxTarget    = 200  // lines kept of a target
)

// Description is what a thread stores of its place besides the base text. It is shown to people, and it places the thread
// when no base text is available.
type Description struct {
	StartLine, EndLine int
	ContextBefore      []string // up to 3 lines
	TargetContent      string   // lines joined by "\n"
	ContextAfter       []string // up to 3 lines
	ContentHash        string   // hex sha256 of the whole target, first 16 digits
}

// Describe describes lines start to end (1-based, inclusive) of a text. Lines are kept without their "\r". A line over
// 1000 bytes and a target over 200 lines are cut, but the hash covers the whole target. Positions outside the text are
// moved into it.
func Describe(text []byte, start, end int) Description {
	count := max(Lines(text), 1)
	start = min(max(start, 1), count)
	end = min(max(end, start), count)
	d := Description{StartLine: start, EndLine: end}
	first := max(start-contextLines, 1)
	lines := LinesOf(text, first, end+contextLines)
	from, to := start-first, min(end-first+1, len(lines)) // an empty text has no lines
	target := lines[from:to]
	d.ContentHash = contentHash(strings.Join(target, "\n"))
	d.TargetContent = strings.Join(cutLines(target[:min(len(target), maxTarget)]), "\n")
	d.ContextBefore = cutLines(lines[:from])
	d.ContextAfter = cutLines(lines[to:])
	return d
}

func contentHash(target string) string {
	sum := sha256.Sum256([]byte(target))
	return hex.EncodeToString(sum[:8])
}

func cutLines(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = strings.ToValidUTF8(l[:min(len(l), maxLine)], "\uFFFD")
	}
	return out
}
