package feedback

import (
	"html"
	"strings"
	"unicode/utf8"

	"consider/internal/lazy"
)

// searchText is a text in which quotes are searched. It is a Markdown text as it is rendered, close enough to a page:
// without Markdown's marks and, for each byte, with its source. It recognizes lists, quotations, fences, tables, links
// and emphasis by their form, line by line. Words in other constructs are still found, see [answerText.find].
type searchText struct {
	source   string
	text     []byte
	from, to []int
	fence    string    // the mark that ends the current code block
	links    []stretch // from the end of a link's text to the end of the link, innermost last
	passed   int       // end of the last link, perhaps on a later line
}

// Anything longer or deeper than these bounds is not prose, and would take time quadratic in its length.
const (
	maxWithin = 16      // nesting depth of quotations and lists
	maxAcross = 1 << 10 // bytes between two matching brackets or backticks
)

// renderedText returns a text to search without its Markdown.
func renderedText(source string) *searchText {
	r := &searchText{source: source}
	table := false
	start := 0
	for line := range strings.Lines(source) {
		end := start + len(strings.TrimRight(line, "\r\n"))
		next, _, _ := strings.Cut(source[start+len(line):], "\n")
		table = strings.Contains(line, "|") && (table || isRule(next) && strings.Contains(next, "-") && strings.ContainsAny(next, "|:"))
		r.line(start, end, table)
		start += len(line)
	}
	return r
}

// place returns where in the source a stretch of the words is.
func (r *searchText) place(at stretch) stretch { return stretch{r.from[at.start], r.to[at.end-1]} }

func (r *searchText) put(from, to int, text string) {
	for i := range len(text) {
		r.text, r.from, r.to = append(r.text, text[i]), append(r.from, from), append(r.to, to)
	}
}

func (r *searchText) line(start, end int, table bool) {
	at := max(r.inner(start, end), min(r.passed, end))
	text := strings.TrimSpace(r.source[at:end])
	switch run := fenceOf(text); {
	case r.fence != "" && strings.HasPrefix(text, r.fence) && strings.Trim(text, r.fence[:1]) == "":
		r.fence = ""
		return
	case r.fence != "":
		at = start
	case run != "":
		r.fence = run
		return
	case isRule(text) || definition().MatchString(text):
		return
	}
	for at < end {
		if r.fence != "" {
			at = r.letter(at)
		} else {
			at = r.word(at, end, table)
		}
	}
	if text == "" {
		r.links = nil
	}
	r.put(end, end, "\n")
}

// definition matches the address of a link, on a line of its own.
var definition = lazy.Regexp(`^\[[^\]]+\]:\s*\S+`)

// container matches what may precede the text of a line: a quotation mark, a list item's mark with its box, or a
// heading's mark.
var container = lazy.Regexp(`^[ \t]*(?:>|[-*+](?:[ \t]+\[[ xX]\])?(?:[ \t]|$)|[0-9]{1,9}[.)](?:[ \t]+\[[ xX]\])?(?:[ \t]|$)|#{1,6}(?:[ \t]|$))`)

// inner returns where the text of a line begins.
func (r *searchText) inner(at, end int) int {
	for range maxWithin {
		if at >= end || isRule(r.source[at:end]) {
			break
		}
		n := len(container().FindString(r.source[at:end]))
		if n == 0 {
			break
		}
		at += n
	}
	return at
}

// isRule reports whether a line only draws: below a heading, between paragraphs, or below the head of a table.
func isRule(line string) bool {
	return strings.ContainsAny(line, "-=*_") && strings.Trim(line, "-=*_|: \t\r") == "" && len(strings.TrimSpace(line)) > 1
}

// fenceOf returns the marks that a fence begins with, or "".
func fenceOf(text string) string {
	for _, mark := range []string{"`", "~"} {
		rest := strings.TrimLeft(text, mark)
		if n := len(text) - len(rest); n >= 3 && (mark == "~" || !strings.Contains(rest, mark)) {
			return text[:n]
		}
	}
	return ""
}

// letter copies one character unchanged.
func (r *searchText) letter(at int) int {
	_, n := utf8.DecodeRuneInString(r.source[at:])
	r.put(at, at+n, r.source[at:at+n])
	return at + n
}

// word reads one token of a line, and returns where the next begins.
func (r *searchText) word(at, end int, table bool) int {
	line := r.source[:end]
	if n := len(r.links); n > 0 && at >= r.links[n-1].start {
		r.passed, r.links = max(at, r.links[n-1].end), r.links[:n-1]
		return r.passed
	}
	switch c := line[at]; {
	case c == '\\' && at+1 < end && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", line[at+1]) >= 0:
		r.put(at, at+2, line[at+1:at+2])
		return at + 2
	case c == '\\' && at+1 == end:
		return end
	case c == '|' && table:
		r.put(at, at+1, "\n")
		return at + 1
	case c == '`':
		return r.code(at, end)
	case c == '*' || c == '_' || c == '~':
		return r.emphasis(at, end)
	case c == '[' || c == '!' && strings.HasPrefix(line[at:], "!["):
		return r.link(at, end)
	case c == '<':
		if address := autolink().FindString(line[at:]); address != "" {
			r.put(at, at+len(address), address[1:len(address)-1])
			return at + len(address)
		}
	case c == '&':
		if name := entity().FindString(line[at:]); name != "" && html.UnescapeString(name) != name {
			r.put(at, at+len(name), html.UnescapeString(name))
			return at + len(name)
		}
	}
	return r.letter(at)
}

var (
	autolink = lazy.Regexp(`^<(?:[A-Za-z][A-Za-z0-9+.-]+:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>`)
	entity   = lazy.Regexp(`^&(?:[A-Za-z][A-Za-z0-9]*|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});`)
)

// code reads code between backticks, with the same number of them on both sides.
func (r *searchText) code(at, end int) int {
	n := len(r.source[at:end]) - len(strings.TrimLeft(r.source[at:end], "`"))
	for i := at + n; i < min(end, at+maxAcross); i++ {
		size := len(r.source[i:end]) - len(strings.TrimLeft(r.source[i:end], "`"))
		if size == n {
			r.put(at, at+n, "")
			for k := at + n; k < i; k++ {
				r.put(k, k+1, r.source[k:k+1])
			}
			return i + n
		}
		i += size
	}
	r.put(at, at+n, r.source[at:at+n])
	return at + n
}

// emphasis skips marks that touch a word; an underscore inside a word is a letter of it.
func (r *searchText) emphasis(at, end int) int {
	mark := r.source[at : at+1]
	next := end - len(strings.TrimLeft(r.source[at:end], mark))
	before, after := at > 0 && isWordy(r.source[at-1]), next < len(r.source) && isWordy(r.source[next])
	switch {
	case mark == "_" && before && after, mark == "~" && next-at != 2, !before && !after:
		r.put(at, next, r.source[at:next])
	}
	return next
}

// isWordy reports whether a byte is neither white space nor the bar of a table.
func isWordy(c byte) bool { return c > ' ' && c != '|' }

// link skips the marks of a link or an image whose text begins here, and records where its address is.
func (r *searchText) link(at, end int) int {
	paragraph, _, _ := strings.Cut(r.source[end:min(len(r.source), max(end, at+maxAcross))], "\n\n")
	line, text := r.source[:end+len(paragraph)], at
	if line[at] == '!' {
		text++
	}
	middle := closing(line, text, '[', ']')
	if middle < 0 || middle+1 >= len(line) {
		return r.letter(at)
	}
	last := -1
	switch line[middle+1] {
	case '(':
		last = closing(line, middle+1, '(', ')')
	case '[':
		last = closing(line, middle+1, '[', ']')
	}
	if last < 0 {
		return r.letter(at)
	}
	r.links = append(r.links, stretch{middle, last + 1})
	return text + 1
}

// closing returns where the bracket opened at a position is closed, or -1.
func closing(line string, at int, open, shut byte) int {
	depth := 0
	for i := at; i < min(len(line), at+maxAcross); i++ {
		switch line[i] {
		case '\\':
			i++
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
