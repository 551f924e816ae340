package suggest

import (
	"slices"
	"strings"
	"unicode"
)

// Near is the context of some lines: the lines above them in their order, and those below.
type Near struct{ Above, Below []string }

// nearLines is the number of lines of context on each side.
const nearLines = 3

// Sure reports whether lines start to end (1-based) of a text are those that had near around them, and not others that
// are equal: they occur only once, or a line of the context that has a letter is the same, or all of the context is.
func Sure(text []string, start, end int, near Near) bool {
	lines := text[start-1 : end]
	alike := 0
	for at := 0; at+len(lines) <= len(text); at++ {
		if slices.Equal(text[at:at+len(lines)], lines) {
			alike++
		}
	}
	if alike < 2 {
		return true
	}
	all := true
	for k := 1; k <= nearLines; k++ {
		for _, pair := range [][2]string{
			{lineAt(near.Above, len(near.Above)-k), lineAt(text, start-1-k)}, {lineAt(near.Below, k-1), lineAt(text, end-1+k)},
		} {
			if all = all && pair[0] == pair[1]; pair[0] == pair[1] && strings.ContainsFunc(pair[0], unicode.IsLetter) {
				return true
			}
		}
	}
	return all
}

// lineAt returns a line of a text, or "" if the text does not have it.
func lineAt(text []string, i int) string {
	if i < 0 || i >= len(text) {
		return ""
	}
	return text[i]
}
