package suggest

import (
	"slices"
	"strings"
	"unicode"
)

// Near is what stood around some lines, the lines above in their order, and those below.
type Near struct{ Above, Below []string }

// nearLines is how far around a place is looked.
const nearLines = 3

// Sure reports whether lines start to end (1-based) of a text are those that had near around them, and no others that are
// alike: they are the only ones, or a line around them that says something is the same, or all around them is.
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

// lineAt is a line of a text, "" where it has none.
func lineAt(text []string, i int) string {
	if i < 0 || i >= len(text) {
		return ""
	}
	return text[i]
}
