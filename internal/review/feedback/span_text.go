package feedback

import "consider/internal/thread"

const leastEnd = 8 // letters at a beginning and an end that identify a span

// found is the place of a span in an answer.
type found struct {
	at             stretch // in the source
	words          string  // as they are rendered
	prefix, suffix string
	start          int // start of the words in the reading
	equals         int // places that match equally well; 0: it was not found
	sure           bool
}

// answerText is an answer in which spans are searched. Its readings are made on first use.
type answerText struct {
	source        string
	read, written *reading
}

// find finds a span. It searches the rendered text, then the source as written, then the letters of both, ignoring
// Markdown's marks and the blanks between them. The page's rendering is authoritative; one of these searches finds its
// quotes.
func (a *answerText) find(s *thread.Span) found {
	if a.read == nil {
		a.read = read(a.source)
	}
	if f := a.read.find(s, false); f.equals > 0 {
		f.sure = true
		return f
	}
	quoted := *s
	quoted.Quote = string(read(s.Quote).text)
	if f := a.read.find(&quoted, false); f.equals > 0 {
		f.sure = true
		return f
	}
	if f := a.read.find(s, true); f.equals > 0 {
		return f
	}
	if a.written == nil {
		a.written = written(a.source)
	}
	if f := a.written.find(s, true); f.equals > 0 || s.Start == 0 && s.Prefix == "" {
		return f
	}
	return a.read.ends(s)
}

// ends finds a span by its beginning and its end, when the text between them is rendered differently from this reading,
// as the address of a link that spans two lines.
func (r *reading) ends(s *thread.Span) found {
	letters := []rune(newSmooth(s.Quote, true).text)
	if len(letters) < 3*leastEnd {
		return found{}
	}
	part := min(max(len(letters)/4, leastEnd), 3*leastEnd)
	head := r.find(&thread.Span{Quote: string(letters[:part]), Prefix: s.Prefix, Start: s.Start}, true)
	tail := r.find(&thread.Span{Quote: string(letters[len(letters)-part:]), Suffix: s.Suffix, Start: s.Start + len(s.Quote) - part}, true)
	size := tail.at.end - head.at.start
	if head.equals == 0 || tail.equals == 0 || size <= 0 || size > 4*len(s.Quote)+spanContext {
		return found{}
	}
	return found{at: stretch{head.at.start, tail.at.end}, equals: max(head.equals, tail.equals)}
}

func (r *reading) find(s *thread.Span, bare bool) found {
	text := string(r.text)
	at, n := findSpan(text, s, bare)
	if n == 0 {
		return found{}
	}
	f := found{at: r.place(at), words: text[at.start:at.end], start: at.start, equals: n}
	f.prefix, f.suffix = around(text, at)
	return f
}
