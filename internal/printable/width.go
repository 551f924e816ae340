package printable

import "github.com/clipperhouse/displaywidth"

// Width returns how many terminal columns Line(s) takes: two for East Asian wide
// and full-width characters and for emoji, none for combining marks. Characters
// whose width depends on the terminal's language count as narrow, whatever the
// environment says, so that the same input gives the same output everywhere.
func Width(s string) int { return displaywidth.String(Line(s)) }
