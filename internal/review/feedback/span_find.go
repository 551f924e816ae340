package feedback

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"consider/internal/thread"
)

const spanContext = 64 // bytes before and after a quote that are kept with it

// collapsedText is a text in which every run of white space is one space, with the origin of each byte: rendering
// changes the line breaks of a text, but not its words. A bare one has neither white space nor marks of Markdown.
type collapsedText struct {
	text string
	from []int // offset in the original of each byte, and of the end
}

// marksOfMarkdown are the characters that Markdown uses as marks.
const marksOfMarkdown = "*_~`#>|[]()!<\\-+=:&;"

func newCollapsedText(text string, bare bool) collapsedText {
	var b strings.Builder
	from := make([]int, 0, len(text)+1)
	blank := true // drop white space at the beginning
	for i, r := range text {
		if bare && (unicode.IsSpace(r) || strings.ContainsRune(marksOfMarkdown, r)) {
			continue
		}
		if unicode.IsSpace(r) {
			if !blank {
				b.WriteByte(' ')
				from = append(from, i)
			}
			blank = true
			continue
		}
		blank = false
		_, width := utf8.DecodeRuneInString(text[i:]) // 1 for a byte that is not UTF-8
		b.WriteString(text[i : i+width])
		for k := range width {
			from = append(from, i+k)
		}
	}
	return collapsedText{text: b.String(), from: append(from, len(text))}
}

// stretch is a place in a page's text, in bytes.
type stretch struct{ start, end int }

func (s stretch) overlaps(t stretch) bool { return s.start < t.end && t.start < s.end }

// findSpan finds a span in a text. Of all places with its quote, it returns the one whose surroundings most resemble
// those that were kept. equals is the number of places that resemble them equally; the result is certain if it is 1.
func findSpan(page string, s *thread.Span, bare bool) (best stretch, equals int) {
	text, quote := newCollapsedText(page, bare), strings.TrimSpace(newCollapsedText(s.Quote, bare).text)
	if quote == "" {
		return stretch{}, 0
	}
	prefix, suffix := newCollapsedText(s.Prefix, bare).text, newCollapsedText(s.Suffix, bare).text
	score, near := -1, 0
	for at := 0; ; {
		i := strings.Index(text.text[at:], quote)
		if i < 0 {
			return best, equals
		}
		start := at + i
		end := start + len(quote)
		got := commonSuffix(text.text[:start], prefix) + commonPrefix(text.text[end:], suffix)
		place := stretch{text.from[start], text.from[end-1] + 1}
		far := abs(place.start - s.Start)
		switch {
		case got > score:
			best, equals, score, near = place, 1, got, far
		case got == score:
			equals++
			if far < near {
				best, near = place, far
			}
		}
		_, width := utf8.DecodeRuneInString(text.text[start:])
		at = start + width
	}
}

// commonSuffix counts the bytes at the ends of two texts that are the same, ignoring white space at the ends.
func commonSuffix(text, want string) int {
	text, want = strings.TrimRight(text, " "), strings.TrimRight(want, " ")
	n := 0
	for n < len(text) && n < len(want) && text[len(text)-1-n] == want[len(want)-1-n] {
		n++
	}
	return n
}

func commonPrefix(text, want string) int {
	text, want = strings.TrimLeft(text, " "), strings.TrimLeft(want, " ")
	n := 0
	for n < len(text) && n < len(want) && text[n] == want[n] {
		n++
	}
	return n
}

func abs(n int) int { return max(n, -n) }

// around returns up to spanContext bytes of whole characters before and after a place.
func around(page string, at stretch) (prefix, suffix string) {
	before := max(0, at.start-spanContext)
	for before < at.start && !utf8.RuneStart(page[before]) {
		before++
	}
	after := min(len(page), at.end+spanContext)
	for after > at.end && after < len(page) && !utf8.RuneStart(page[after]) {
		after--
	}
	return page[before:at.start], page[at.end:after]
}

// units returns the length of a text in UTF-16 units, as browsers count.
func units(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}
