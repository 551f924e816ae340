package feedback

import "consider/internal/thread"

const leastEnd = 8 // letters at a beginning and an end that identify a span

// spanMatch is the place of a span in an answer.
type spanMatch struct {
	at             stretch // in the source
	words          string  // as they are rendered
	prefix, suffix string
	start          int // start of the words in the text to search
	equals         int // places that match equally well; 0: it was not found
	sure           bool
}

// answerText is an answer in which spans are searched. Its text to search is made on first use.
type answerText struct {
	source   string
	rendered *searchText
}

// find finds a span. It searches the rendered text, then the source as written, then the letters of both, ignoring
// Markdown's marks and the blanks between them. The page's rendering is authoritative; one of these searches finds its
// quotes.
func (a *answerText) find(s *thread.Span) spanMatch {
	if a.rendered == nil {
		a.rendered = renderedText(a.source)
	}
	if f := a.rendered.find(s, false); f.equals > 0 {
		f.sure = true
		return f
	}
	quoted := *s
	quoted.Quote = string(renderedText(s.Quote).text)
	if f := a.rendered.find(&quoted, false); f.equals > 0 {
		f.sure = true
		return f
	}
	if f := a.rendered.find(s, true); f.equals > 0 {
		return f
	}
	if f := findIn(a.source, s, true); f.equals > 0 || s.Start == 0 && s.Prefix == "" {
		return f
	}
	return a.rendered.ends(s)
}

// ends finds a span by its beginning and its end, when the page renders the text between them differently from this
// one, as the address of a link that spans two lines.
func (r *searchText) ends(s *thread.Span) spanMatch {
	letters := []rune(newCollapsedText(s.Quote, true).text)
	if len(letters) < 3*leastEnd {
		return spanMatch{}
	}
	part := min(max(len(letters)/4, leastEnd), 3*leastEnd)
	head := r.find(&thread.Span{Quote: string(letters[:part]), Prefix: s.Prefix, Start: s.Start}, true)
	tail := r.find(&thread.Span{Quote: string(letters[len(letters)-part:]), Suffix: s.Suffix, Start: s.Start + len(s.Quote) - part}, true)
	size := tail.at.end - head.at.start
	if head.equals == 0 || tail.equals == 0 || size <= 0 || size > 4*len(s.Quote)+spanContext {
		return spanMatch{}
	}
	return spanMatch{at: stretch{head.at.start, tail.at.end}, equals: max(head.equals, tail.equals)}
}

func (r *searchText) find(s *thread.Span, bare bool) spanMatch {
	f := findIn(string(r.text), s, bare)
	if f.equals > 0 {
		f.at = r.place(f.at)
	}
	return f
}

// findIn finds a span in a text that is its own source.
func findIn(text string, s *thread.Span, bare bool) spanMatch {
	at, n := findSpan(text, s, bare)
	if n == 0 {
		return spanMatch{}
	}
	f := spanMatch{at: at, words: text[at.start:at.end], start: at.start, equals: n}
	f.prefix, f.suffix = around(text, at)
	return f
}
