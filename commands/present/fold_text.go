package present

import (
	"strings"

	"consider/internal/lazy"
)

// descriptionLine matches a line of help with a word, a gap and the word's meaning.
var descriptionLine = lazy.Regexp(`^ +\S.*?  +\S`)

// FoldText folds each line of help or of a dialog to the width of a person's screen. The description of a word
// continues below its own beginning. Examples stay unchanged, so that they can be pasted.
func (s Options) FoldText(text string) string {
	if s.Columns < narrowest {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if columnsOf(line)-1 <= s.Columns || strings.HasPrefix(line, "Example:") || strings.Contains(line, `{"`) {
			continue
		}
		end := line[len(strings.TrimRight(line, "\n")):]
		lines[i] = s.Fold(strings.TrimSuffix(line, end), descriptionIndent(line, s.Columns)) + end
	}
	return strings.Join(lines, "")
}

// descriptionIndent returns the indent for the rows of a line after the first.
func descriptionIndent(line string, columns int) string {
	at := len(line) - len(strings.TrimLeft(line, " "))
	if found := descriptionLine().FindStringIndex(line); found != nil {
		if at = found[1] - 1; at > columns*3/5 {
			at = 8 // otherwise too little room is left next to the word
		}
	}
	return strings.Repeat(" ", at)
}
