package plan

import (
	"strings"
	"unicode/utf8"

	"consider/anchor"
	"consider/internal/fail"
	"consider/internal/words"
)

const maxQuote = 16 << 10 // bytes of a quote

// passage is a part of a text: lines, and which words in them are meant.
type passage struct {
	start, end int // 1-based, inclusive; 0, 0 for the text as a whole
	quote      string
}

// passageIn finds the passage that lines and quote name in a text.
func passageIn(text []byte, lines, quote string) (passage, error) {
	at := passage{quote: strings.TrimSpace(quote)}
	count := anchor.Lines(text)
	switch {
	case len(quote) > maxQuote:
		return at, fail.Denied("a quote can have at most %d bytes", maxQuote)
	case !utf8.ValidString(quote) || strings.ContainsRune(quote, 0):
		return at, fail.Usage("the quote must be plain text")
	case lines != "":
		start, end, ok := words.ParseRange(lines)
		if end < 0 {
			end = count
		}
		if !ok || start < 1 || end < start {
			return at, fail.Usage("invalid line or range %q", lines).Hint("write 12 or 12-14")
		}
		if end > count {
			return at, fail.Usage("the text has %s, so there is no line %d", words.Plural(count, "line"), end)
		}
		at.start, at.end = start, end
	case at.quote != "":
		if err := at.find(text); err != nil {
			return at, err
		}
	}
	if at.start > 0 && at.quote == "" {
		at.quote = strings.TrimSpace(cut(strings.Join(anchor.LinesOf(text, at.start, at.end), "\n")))
	}
	return at, nil
}

// cut shortens a quote that was not typed by a person.
func cut(quote string) string {
	if len(quote) <= maxQuote {
		return quote
	}
	return strings.ToValidUTF8(quote[:maxQuote], "")
}

// find finds the lines with the quote, in the source or as it is rendered.
func (p *passage) find(text []byte) error {
	source, lines := words.Unmarked(string(text))
	quote, _ := words.Unmarked(p.quote)
	first := -1
	if quote != "" {
		first = strings.Index(source, quote)
	}
	if first < 0 {
		return fail.NotFound("the quoted text does not occur in the plan").Hint("quote the plan exactly, or use line numbers")
	}
	if again := strings.Index(source[first+1:], quote); again >= 0 {
		return fail.New(fail.ErrNotFound, "the quoted text occurs %d times in the plan", strings.Count(source, quote)).
			Hint("quote more text, or use line numbers")
	}
	p.start, p.end = lines[first], lines[first+len(quote)-1]
	return nil
}
