package commands

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// inbox shows a person the threads that await them, one at a time, in the manner of git add -p: each key is followed by
// Enter, and nothing is drawn over. Every act is one verb, so that an end at any prompt leaves nothing half done.
type inbox struct {
	dialog
	project *session.Project
	caller  session.Caller

	visited []string          // threads that were shown, in order
	at      int               // the one of them that is on screen
	now     review.NextOutput // this thread
	cut     bool              // some of it is not on screen, for want of room
	given   *session.Session  // was handed the messages on screen, which count as read with the next key; nil once they do
	ended   bool
}

// session returns a session for one request.
func (in *inbox) session() *session.Session {
	s := in.project.Session(in.caller)
	s.Sent = in.a.env.Now()
	return s
}

func (in *inbox) print(p *page) error { return in.a.show(p.b.Bytes(), nil) }

func (in *inbox) say(format string, args ...any) error {
	p := in.a.page()
	p.line("%s", p.fold(p.phrase(format, args...), "  "))
	return in.print(p)
}

// report prints an error. Only an interrupt, Ctrl-D, and output that cannot be written end the inbox.
func (in *inbox) report(err error) error {
	if err == nil || in.ctx.Err() != nil {
		return in.ctx.Err()
	}
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	p := in.a.page()
	p.failure(fail.FailureOf(err).In(in.a.surface()))
	return in.print(p)
}

// ask asks for a line. Without one, as after Ctrl-D or if the terminal was closed, the error is io.EOF.
func (in *inbox) ask(question string) (string, error) {
	p := in.a.page()
	p.line("%s", p.fold(p.paint(bold, question), "  "))
	if _, err := io.WriteString(in.a.env.Stdout, strings.TrimSuffix(p.b.String(), "\n")+" "); err != nil {
		return "", err
	}
	line, err := in.line()
	switch line = strings.TrimSpace(line); {
	case in.ctx.Err() != nil:
		return "", in.ctx.Err()
	case err != nil && line == "":
		return "", io.EOF
	}
	return line, nil
}

// section is a part of a thread on screen, which is cut if there is no room for all.
type section struct {
	lines    []string
	messages []thread.Message // that it shows whole unless it is cut
	least    int              // rows that it keeps
}

const (
	inboxKeeps = 4 // rows that remain free on screen for the prompt and for the outcome of the last key
	leastRows  = 3 // of a section
	leastCode  = 9 // rows of code that are not cut: a line between those around it
)

// draw shows the thread, cut to the screen. Messages that are shown whole count as read with the next key.
func (in *inbox) draw(note string) error {
	width, height := in.a.size()
	sections := in.sections(false)
	in.cut = fit(sections, width, max(height-inboxKeeps, inboxKeeps)) || in.cut
	p := in.a.page()
	p.line("")
	if note != "" {
		p.line("%s", p.fold(p.paint(attention, note), "  "))
	}
	in.give(p, sections)
	return in.print(p)
}

// view shows the whole thread, in the pager if it is longer than the screen.
func (in *inbox) view() error {
	p := in.a.page()
	in.give(p, in.sections(true))
	return in.a.show(p.b.Bytes(), in.given)
}

// give prints sections, and hands over the messages that they show whole.
func (in *inbox) give(p *page, sections []section) {
	in.given = in.session()
	for _, s := range sections {
		for _, line := range s.lines {
			p.line("%s", line)
		}
		in.given.Hand(in.now.Thread.ID, s.messages...)
	}
}

// sections returns the parts of the thread on screen, in order. Unless all is set, of the messages that the person has
// read only the first and the last are among them.
func (in *inbox) sections(all bool) (out []section) {
	o, p := &in.now, in.a.page()
	add := func(least int, messages ...thread.Message) {
		if text := strings.TrimSuffix(p.b.String(), "\n"); text != "" {
			out = append(out, section{strings.Split(text, "\n"), messages, least})
		}
		p.b.Reset()
	}
	p.damaged(o.Damaged, o.Newer)
	p.line("%s", p.fold(p.headIn(&o.Thread.ThreadView, string(thread.Open), "all"), "  "))
	p.found(o.Thread)
	p.there(o.Thread.ThreadView, o.There)
	p.span(o.Thread.Span)
	add(0)
	messages, skipped := o.Thread.Stored.Messages(), 0
	for i, m := range messages {
		mark := ""
		if i >= o.Known && m.By.Kind != thread.Human {
			mark = "new: "
		}
		if !all && mark == "" && i > 0 && i < len(messages)-1 {
			skipped++
			continue
		}
		p.entry(o.Thread, i, mark)
		add(0, m)
	}
	if in.cut = skipped > 0; in.cut {
		p.line("  … %s (v: view all)", words.Plural(skipped, "message")+" that you have read")
	}
	p.images(o.Thread.Images)
	add(0)
	switch {
	case o.Proof != nil && len(o.Proof.Hunks) > 0 || len(in.fitting()) > 0:
	case o.Then != nil:
		p.compared(o.ThreadContext)
	default:
		p.code(o.Thread.Code, o.Thread.Placement)
	}
	add(leastCode)
	if o.Proof != nil {
		p.hunks(*o.Proof)
	}
	add(0)
	p.suggestions(o.Thread)
	add(0)
	return out
}

// fitting returns the suggestions of the thread on screen that can be applied.
func (in *inbox) fitting() (out []*place.Suggestion) {
	for i := range in.now.Thread.Suggestions {
		if s := &in.now.Thread.Suggestions[i]; s.Fits(false) {
			out = append(out, s)
		}
	}
	return out
}

// fit cuts the longest sections until all fit into so many rows, and reports whether it cut any.
func fit(sections []section, width, rows int) (cut bool) {
	has := make([]int, len(sections))
	for i, s := range sections {
		has[i] = rowsOf(s.lines, width)
	}
	need := func(most int) (sum int) {
		for i, s := range sections {
			sum += min(has[i], max(most, s.least))
		}
		return sum
	}
	most := rows
	for most > leastRows && need(most) > rows {
		most--
	}
	left := max(0, rows-need(most)) // rows that not all sections can have
	for i := range sections {
		s := &sections[i]
		gets := max(most, s.least)
		more := min(left, max(0, has[i]-gets))
		if gets, left = gets+more, left-more; has[i] > gets {
			s.cutTo(gets, width)
			cut = true
		}
	}
	return cut
}

// cutTo cuts a section to so many rows, of which the last says so. It then shows no message whole.
func (s *section) cutTo(rows, width int) {
	n := 0
	for n < len(s.lines) && rowsOf(s.lines[:n+1], width) < rows {
		n++
	}
	missing := words.Plural(len(s.lines)-n, "more line")
	if room := rows - 1 - rowsOf(s.lines[:n], width); room > 0 { // for the beginning of a line that is longer than the screen
		line := untab(s.lines[n])
		line = line[:min(len(line), room*width)]
		if s.lines[n] = strings.ToValidUTF8(line, ""); strings.Contains(line, "\x1b") {
			s.lines[n] += "\x1b[0m"
		}
		if n++; n == len(s.lines) {
			missing = "more"
		}
	}
	s.lines, s.messages = append(s.lines[:n:n], fmt.Sprintf("  … %s (v: view all)", missing)), nil
}
