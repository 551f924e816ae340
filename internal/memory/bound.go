package memory

import (
	"fmt"
	"strconv"
	"strings"

	"consider/internal/words"
)

// maxView is how many bytes of a view a caller gets whose answers are bounded: clients refuse what is much longer.
const maxView = 48 << 10

// boundView cuts a view behind its last line that fits, and says how to go on. Lines of a file begin with their number.
func boundView(text string) string {
	if len(text) <= maxView {
		return text
	}
	at := strings.LastIndexByte(text[:maxView], '\n') + 1
	if strings.Count(text[:at], "\n") < 2 { // beside the head there is one line, which is too long by itself
		whole := strings.ToValidUTF8(text[:maxView], "") // without the half of a letter
		return fmt.Sprintf("%s\n[cut here: %s more]", whole, words.Plural(len(text)-len(whole), "byte"))
	}
	rest := text[at:]
	more := words.Plural(strings.Count(strings.TrimSuffix(rest, "\n"), "\n")+1, "line") + " more"
	if n := lineNumber(rest); n > 0 {
		return fmt.Sprintf("%s[cut here: %s; the range from line %d on shows them]", text[:at], more, n)
	}
	return fmt.Sprintf("%s[cut here: %s; view a folder in it]", text[:at], more)
}

// lineNumber is the number that a line of a view begins with, 0 for none.
func lineNumber(line string) int {
	digits, _, found := strings.Cut(strings.TrimLeft(line, " "), "\t")
	n, err := strconv.Atoi(digits)
	if !found || err != nil {
		return 0
	}
	return n
}
