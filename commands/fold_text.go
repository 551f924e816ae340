package commands

import (
	"strings"

	"consider/internal/lazy"
)

// described is a line of help that has a word, and behind a gap what it means.
var described = lazy.Regexp(`^ +\S.*?  +\S`)

// foldText folds each line of help, or of a talk, as a person's screen needs it. What a line says of a word goes on below
// where it began. Examples stay as they are, to be pasted.
func (s surroundings) foldText(text string) string {
	if s.columns < narrowest {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if columnsOf(line)-1 <= s.columns || strings.HasPrefix(line, "Example:") || strings.HasSuffix(line, "}\n") {
			continue
		}
		end := line[len(strings.TrimRight(line, "\n")):]
		lines[i] = s.fold(strings.TrimSuffix(line, end), hang(line, s.columns)) + end
	}
	return strings.Join(lines, "")
}

// hang is what the rows of a line begin with after the first.
func hang(line string, columns int) string {
	at := len(line) - len(strings.TrimLeft(line, " "))
	if found := described().FindStringIndex(line); found != nil {
		if at = found[1] - 1; at > columns*3/5 {
			at = 8 // too little would be left beside the word
		}
	}
	return strings.Repeat(" ", at)
}
