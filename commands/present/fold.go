package present

import (
	"strings"

	"consider/internal/lazy"
	"consider/internal/printable"
)

// narrowest is the width below which folded lines are harder to read than the terminal's own breaks.
const narrowest = 30

var colours = lazy.Regexp("\x1b\\[[0-9]*m")

// Fold breaks a line at blanks at the width of a person's screen, and puts the rest behind indent. The terminal would
// split words and continue in the first column, where the program's own words stand. A word wider than the screen stays
// whole.
func (s Options) Fold(line, indent string) string {
	if s.Columns < narrowest || columnsOf(line) <= s.Columns {
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
		case columnsOf(row)+1+columnsOf(word) <= s.Columns:
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

// RowsOf is how many rows of the screen lines take.
func RowsOf(lines []string, width int) (rows int) {
	for _, line := range lines {
		rows++
		if width > 0 && len(untab(line)) > width {
			rows += (columnsOf(untab(line)) - 1) / width
		}
	}
	return rows
}

// untab replaces tabs by as many columns as they may take.
func untab(line string) string { return strings.ReplaceAll(line, "\t", "        ") }
