package commands

import (
	"strings"

	"consider/internal/lazy"
	"consider/internal/printable"
)

// narrowest is the width below which folded lines are harder to read than the terminal's own breaks.
const narrowest = 30

var colours = lazy.Regexp("\x1b\\[[0-9]*m")

// fold breaks a line at blanks at the width of a person's screen, and puts the rest behind indent. The terminal would
// split words and continue in the first column, where the program's own words stand. A word wider than the screen stays
// whole.
func (s textOptions) fold(line, indent string) string {
	if s.columns < narrowest || columnsOf(line) <= s.columns {
		return line
	}
	body := strings.TrimLeft(line, " ")
	row := line[:len(line)-len(body)]
	var out strings.Builder
	colour, begun := "", false
	for word := range strings.SplitSeq(body, " ") {
		switch {
		case !begun:
			row, begun = row+word, true
		case columnsOf(row)+1+columnsOf(word) <= s.columns:
			row += " " + word
		default:
			out.WriteString(row)
			if colour != "" {
				out.WriteString("\x1b[0m") // a pager colours each line separately
			}
			out.WriteByte('\n')
			row = indent + colour + word
		}
		if all := colours().FindAllString(word, -1); len(all) > 0 {
			colour = all[len(all)-1]
			if colour == "\x1b[0m" {
				colour = ""
			}
		}
	}
	out.WriteString(row)
	return out.String()
}

// columnsOf returns how many columns a line with colours takes.
func columnsOf(line string) int {
	return printable.Width(colours().ReplaceAllString(line, ""))
}
