package words

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// OneLine makes s fit for a commit's header, where git gives a meaning to <, > and line ends.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '<' || r == '>' || r == '\n' || r == '\r' || r == 0 {
			return ' '
		}
		return r
	}, s)
}

// MaxHeadline bounds a body in an event, in bytes.
const MaxHeadline = 200

// Headline returns the first line of a message.
func Headline(body string) string {
	line, _, more := strings.Cut(body, "\n")
	line = strings.TrimRight(line, "\r")
	if len(line) > MaxHeadline-len("…") {
		line, more = strings.ToValidUTF8(line[:MaxHeadline-len("…")], ""), true
	}
	if more {
		line += "…"
	}
	return line
}

// LineRange returns FILE:12 or FILE:12-14.
func LineRange(file string, start, end int) string {
	if end > start {
		return fmt.Sprintf("%s:%d-%d", file, start, end)
	}
	return fmt.Sprintf("%s:%d", file, start)
}

// Lines returns "line 12" or "lines 12-14".
func Lines(start, end int) string {
	if end > start {
		return fmt.Sprintf("lines %d-%d", start, end)
	}
	return fmt.Sprintf("line %d", start)
}

// FirstLine returns the beginning of a text, cut to one short line.
func FirstLine(s string) string {
	s, _, more := strings.Cut(s, "\n")
	s = strings.TrimRight(s, "\r")
	const longest = 80
	if r := []rune(s); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	if more {
		s += "…"
	}
	return s
}

// IsHex reports whether s consists of lower-case hexadecimal digits, at least one.
func IsHex(s string) bool {
	return s != "" && strings.Trim(s, "0123456789abcdef") == ""
}

// HasControl reports whether s has a character that does not belong in one line of text.
func HasControl(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || r == unicode.ReplacementChar })
}

// AllDigits reports whether s consists of decimal digits, at least one.
func AllDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// Stamp is the format of times in texts.
const Stamp = "2006-01-02 15:04"

// Plural returns a count with its noun: "1 thread", "2 threads", "2 replies".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if start, ok := strings.CutSuffix(noun, "y"); ok && !strings.HasSuffix(start, "a") {
		return fmt.Sprintf("%d %sies", n, start)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Within reports whether file is path or lies below it; "." is the whole project.
func Within(file, path string) bool {
	return path == "." || file == path || strings.HasPrefix(file, path+"/")
}

// Count returns how many threads a commit is about, or "" for one.
func Count(ids []string) string {
	if len(ids) == 1 {
		return ""
	}
	return fmt.Sprintf("%d threads", len(ids))
}

// ParseRange reads lines as a person types them: "12", "12-14", or "12-" with -1 as its end.
func ParseRange(s string) (start, end int, ok bool) {
	first, last, isRange := strings.Cut(s, "-")
	start, err := strconv.Atoi(first)
	switch {
	case err != nil || !AllDigits(first):
		return 0, 0, false
	case !isRange:
		return start, start, true
	case last == "":
		return start, -1, true
	}
	end, err = strconv.Atoi(last)
	return start, end, err == nil && AllDigits(last)
}

// Fence returns a Markdown code fence that no line of the text closes.
func Fence(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

// Quoted returns a text as a quotation in Markdown, with a mark before each line, so that none of its lines can pass
// for a part of the document around it. A carriage return ends a line there too.
func Quoted(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString(strings.TrimRight("> "+line, " \t") + "\n")
	}
	return b.String()
}

// Unmarked returns the words of a Markdown text without white space and the marks that a page does not show. lines
// has the line number of each byte.
func Unmarked(text string) (out string, lines []int) {
	var b strings.Builder
	line := 1
	for _, r := range text {
		switch {
		case r == '\n':
			line++
		case unicode.IsSpace(r), strings.ContainsRune("*_`", r):
		default:
			n, _ := b.WriteRune(r)
			for range n {
				lines = append(lines, line)
			}
		}
	}
	return b.String(), lines
}
