package commands

import (
	"strings"

	"consider/internal/printable"
)

// prose writes a thread's words as body does, but folded. Lines that look like code or a table stay whole.
func (p *page) prose(indent, text string) {
	if p.columns == 0 {
		p.body(indent, text)
		return
	}
	fenced := false
	for line := range strings.SplitSeq(strings.TrimRight(printable.Text(text), "\n"), "\n") {
		words := strings.TrimLeft(line, " ")
		fence := strings.HasPrefix(words, "```") || strings.HasPrefix(words, "~~~")
		if fence {
			fenced = !fenced
		}
		line = strings.TrimSuffix(printable.Indent(line+"\n", indent), "\n")
		if !fence && !fenced && !strings.Contains(words, "\t") && !strings.HasPrefix(words, "|") && len(line)-len(words) < len(indent)+4 {
			line = p.fold(line, indent+hanging(words))
		}
		p.line("%s", line)
	}
}

// hanging returns the indent below the mark of a list item.
func hanging(words string) string {
	if mark, _, ok := strings.Cut(words, " "); ok && (mark == "-" || mark == "*" || strings.HasSuffix(mark, ".") && len(mark) <= 3) {
		return strings.Repeat(" ", len(mark)+1)
	}
	return ""
}
