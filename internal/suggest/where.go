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
// are equal: they occur only once, or a line of the context that has a letter is the same, or all of the context is. If
// the lines may be alone there, without their neighbors, others that are equal must have less of the context, and its lines
// that the text repeats do not count: every function has "return err".
func Sure(text []string, start, end int, near Near, alone bool) bool {
	lines := text[start-1 : end]
	var repeated map[string]bool
	if alone {
		repeated = repeatedLines(text)
	}
	here, all := near.matches(text, start-1, end, repeated)
	for at := 0; at+len(lines) <= len(text); at++ {
		if at == start-1 || !slices.Equal(text[at:at+len(lines)], lines) {
			continue
		}
		if here == 0 && !all {
			return false
		}
		if there, _ := near.matches(text, at, at+len(lines), repeated); alone && there >= here {
			return false
		}
	}
	return true
}

func repeatedLines(text []string) map[string]bool {
	repeated := make(map[string]bool, len(text))
	for _, line := range text {
		_, repeated[line] = repeated[line]
	}
	return repeated
}

// matches counts the lines of the context with a letter, and not repeated, that are around lines lo to hi (exclusive) of a
// text; all: every line of the context is.
func (n Near) matches(text []string, lo, hi int, repeated map[string]bool) (count int, all bool) {
	all = true
	for k := 1; k <= nearLines; k++ {
		for _, pair := range [][2]string{
			{lineAt(n.Above, len(n.Above)-k), lineAt(text, lo-k)}, {lineAt(n.Below, k-1), lineAt(text, hi-1+k)},
		} {
			all = all && pair[0] == pair[1]
			if pair[0] == pair[1] && !repeated[pair[0]] && strings.ContainsFunc(pair[0], unicode.IsLetter) {
				count++
			}
		}
	}
	return count, all
}

// lineAt returns a line of a text, or "" if the text does not have it.
func lineAt(text []string, i int) string {
	if i < 0 || i >= len(text) {
		return ""
	}
	return text[i]
}
