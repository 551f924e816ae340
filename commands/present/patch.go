package present

import "strings"

// patch prints a unified diff unchanged, except for what could act on a terminal.
func (p *Page) patch(text string) {
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		code := ""
		switch {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "diff "):
			code = Bold
		case strings.HasPrefix(line, "@@"):
			code = cyan
		case strings.HasPrefix(line, "+"):
			code = green
		case strings.HasPrefix(line, "-"):
			code = red
		}
		p.Line("%s", p.Paint(code, safeCode(line)))
	}
}
