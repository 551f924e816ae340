package present

import (
	"strings"

	"consider/internal/printable"
)

// prose writes a thread's words as body does, but folded. Lines that look like code or a table stay whole.
func (p *Page) prose(indent, text string) {
	if p.Columns == 0 {
		p.Body(indent, text)
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
			line = p.Fold(line, indent+listItemIndent(words))
		}
		p.Line("%s", line)
	}
}

// listItemIndent returns the indent below the mark of a list item.
func listItemIndent(words string) string {
	if mark, _, ok := strings.Cut(words, " "); ok && (mark == "-" || mark == "*" || strings.HasSuffix(mark, ".") && len(mark) <= 3) {
		return strings.Repeat(" ", len(mark)+1)
	}
	return ""
}

// Of a message, a list shows this much to a reader that pays for each word.
const (
	maxExcerpt      = 400 // bytes
	maxExcerptLines = 3
)

// excerpt prints a message between quotes. A reader that pays for each word gets its beginning.
func (p *Page) excerpt(indent, text, quote string) {
	more := 0
	if p.Terse {
		text, more = beginning(text)
	}
	p.prose(indent, quote+text+quote)
	p.more(more, indent)
}

// beginning returns a text up to the bounds of an excerpt, and how many lines follow.
func beginning(text string) (string, int) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	n := min(len(lines), maxExcerptLines)
	out := strings.Join(lines[:n], "\n")
	if len(out) > maxExcerpt {
		out = strings.ToValidUTF8(out[:maxExcerpt], "")
		n = strings.Count(out, "\n") + 1
		out += "…"
	}
	return out, len(lines) - n
}
