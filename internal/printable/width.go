package printable

import "github.com/clipperhouse/displaywidth"

// ellipsis ends a line that was cut. It takes one column.
const ellipsis = "…"

// Width returns how many terminal columns Line(s) takes: two for East Asian wide
// and full-width characters and for emoji, none for combining marks. Characters
// whose width depends on the terminal's language count as narrow, whatever the
// environment says, so that the same input gives the same output everywhere.
func Width(s string) int { return displaywidth.String(Line(s)) }

// Truncate returns Line(s), cut to at most the given number of columns. A
// shortened text ends in an ellipsis. No character is cut in two, so the result
// can be one column short. With no columns it is empty.
func Truncate(s string, columns int) string {
	if columns <= 0 {
		return ""
	}
	line := Line(s)
	if displaywidth.String(line) <= columns {
		return line
	}
	return Line(displaywidth.TruncateString(line, columns, ellipsis))
}
