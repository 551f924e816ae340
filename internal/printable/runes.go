package printable

import "unicode/utf8"

// loudRanges are the runes that are never printed, in order. Line feed, tab and
// carriage return are inside the first range: the callers decide about them.
var loudRanges = [...][2]rune{
	{0x00, 0x1F},       // C0
	{0x7F, 0x9F},       // DEL and C1
	{0x061C, 0x061C},   // Arabic letter mark
	{0x200E, 0x200F},   // left-to-right and right-to-left marks
	{0x2028, 0x202E},   // separators, bidirectional embeddings and overrides
	{0x2061, 0x2064},   // invisible operators
	{0x2066, 0x206F},   // bidirectional isolates, deprecated formatting
	{0xFEFF, 0xFEFF},   // byte order mark
	{0xFFF9, 0xFFFB},   // interlinear annotation
	{0x1BCA0, 0x1BCA3}, // shorthand formats
	{0x1D173, 0x1D17A}, // musical formats
	{0xE0000, 0xE0FFF}, // tags, variation selectors supplement, the rest of their block
}

func isLoud(r rune) bool {
	for _, span := range loudRanges {
		if r <= span[1] {
			return r >= span[0]
		}
	}
	return false
}

func isSelector(r rune) bool { return r >= 0xFE00 && r <= 0xFE0F }

func isQuiet(r rune) bool {
	switch r {
	case 0x00AD, 0x034F, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060:
		return true
	}
	return isSelector(r)
}

// scanner walks text rune by rune and remembers what the quiet runes depend on.
// The zero value is at the start of a text.
type scanner struct {
	// room is how many quiet runes the visible rune before still carries.
	room quietRoom
}

type quietRoom int

const (
	noQuiet     quietRoom = iota // nothing visible before, or its room is used
	anyQuiet                     // a visible rune before
	joinerQuiet                  // a visible rune and one variation selector before
)

// next decodes the first rune of s and says whether it may be printed as it is.
// A byte that is not UTF-8 comes back as utf8.RuneError of size 1, not plain.
// Blanks are plain, and have no room for quiet runes after them.
func (sc *scanner) next(s string) (r rune, size int, plain bool) {
	r, size = utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && size <= 1, isLoud(r):
		sc.room = noQuiet
		return r, size, r == '\n' || r == '\t'
	case isQuiet(r):
		plain = sc.room == anyQuiet || sc.room == joinerQuiet && !isSelector(r)
		if plain && isSelector(r) {
			sc.room = joinerQuiet
		} else {
			sc.room = noQuiet
		}
		return r, size, plain
	case r == ' ':
		sc.room = noQuiet
	default:
		sc.room = anyQuiet
	}
	return r, size, true
}
