package memory

import (
	"fmt"
	"strconv"
	"strings"

	"consider/internal/words"
)

// maxView is the largest view, in bytes, for a caller whose answers are bounded: clients refuse much longer answers.
const maxView = 48 << 10

// boundView cuts a view after the last line that fits, and says how to continue. Lines of a file begin with their
// number.
func boundView(text string) string {
	if len(text) <= maxView {
		return text
	}
	at := strings.LastIndexByte(text[:maxView], '\n') + 1
	if strings.Count(text[:at], "\n") < 2 { // below the head there is a single line, which alone is too long
		whole := strings.ToValidUTF8(text[:maxView], "") // without a letter that was cut in two
		return fmt.Sprintf("%s\n[truncated; %s omitted]", whole, words.Plural(len(text)-len(whole), "byte"))
	}
	rest := text[at:]
	more := words.Plural(strings.Count(strings.TrimSuffix(rest, "\n"), "\n")+1, "line")
	if n := lineNumber(rest); n > 0 {
		return fmt.Sprintf("%s[truncated; %s omitted: view from line %d to see them]", text[:at], more, n)
	}
	return fmt.Sprintf("%s[truncated; %s omitted: view a subfolder]", text[:at], more)
}

// lineNumber returns the number at the beginning of a view's line, or 0.
func lineNumber(line string) int {
	digits, _, found := strings.Cut(strings.TrimLeft(line, " "), "\t")
	n, err := strconv.Atoi(digits)
	if !found || err != nil {
		return 0
	}
	return n
}
