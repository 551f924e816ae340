package suggest

import (
	"slices"
	"strings"
	"unicode"

	"consider/internal/words"
)

// In returns the suggestions of a comment, in their order, each as the lines that it puts in place of the thread's. A
// block whose fence is never closed is not a suggestion.
func In(body string) [][]string {
	if !strings.Contains(body, "suggestion") {
		return nil
	}
	var out [][]string
	var open fence
	var lines []string
	for line := range strings.SplitSeq(strings.ReplaceAll(body, "\r\n", "\n"), "\n") {
		switch {
		case open.mark == 0:
			open, lines = opening(line), []string{}
		case !open.closes(line):
			lines = append(lines, open.strip(line))
		default:
			if open.suggests {
				out = append(out, lines)
			}
			open = fence{}
		}
	}
	return out
}

// Block returns the block that suggests lines.
func Block(lines []string) string {
	fence := words.Fence(strings.Join(lines, "\n"))
	return strings.Join(slices.Concat([]string{fence + "suggestion"}, lines, []string{fence}), "\n")
}

// fence is the line that began a fenced block of Markdown.
type fence struct {
	mark     byte // '`' or '~'; 0 outside of a block
	length   int
	indent   int
	suggests bool
}

// maxIndent is the indentation from which a line is code and not a fence.
const maxIndent = 3

func opening(line string) fence {
	text := strings.TrimLeft(line, " ")
	f := fence{indent: len(line) - len(text)}
	if f.indent > maxIndent || text == "" || text[0] != '`' && text[0] != '~' {
		return fence{}
	}
	info := strings.TrimLeft(text, text[:1])
	f.length = len(text) - len(info)
	if f.length < 3 || text[0] == '`' && strings.Contains(info, "`") {
		return fence{}
	}
	f.mark = text[0]
	word, _, _ := strings.Cut(strings.TrimSpace(info), " ")
	f.suggests = word == "suggestion"
	return f
}

func (f fence) closes(line string) bool {
	text := strings.TrimLeft(line, " ")
	if len(line)-len(text) > maxIndent {
		return false
	}
	rest := strings.TrimLeft(text, string(f.mark))
	return len(text)-len(rest) >= f.length && strings.TrimSpace(rest) == ""
}

// strip takes the fence's own indentation off a line.
func (f fence) strip(line string) string {
	for range f.indent {
		line = strings.TrimPrefix(line, " ")
	}
	return line
}

// Hidden returns the first character of lines that a reader does not see as it is: a control character, or one that
// turns the direction of what follows. 0 if there is none.
func Hidden(lines []string) rune {
	for _, line := range lines {
		for _, c := range line {
			if c != '\t' && unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) || c == unicode.ReplacementChar {
				return c
			}
		}
	}
	return 0
}
