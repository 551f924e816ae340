package commands

import (
	"errors"
	"io"
	"strings"

	"consider/commands/present"
	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/session"
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

func (in *inbox) print(p *present.Page) error { return in.a.show(p.Text.Bytes(), nil) }

func (in *inbox) say(format string, args ...any) error {
	p := in.a.page()
	p.Line("%s", p.Fold(p.Phrase(format, args...), "  "))
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
	p.Failure(fail.FailureOf(err).In(in.a.surface()))
	return in.print(p)
}

// ask asks for a line. Without one, as after Ctrl-D or if the terminal was closed, the error is io.EOF.
func (in *inbox) ask(question string) (string, error) {
	p := in.a.page()
	p.Line("%s", p.Fold(p.Paint(present.Bold, question), "  "))
	if _, err := io.WriteString(in.a.env.Stdout, strings.TrimSuffix(p.Text.String(), "\n")+" "); err != nil {
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

// inboxKeeps is how many rows remain free on screen for the prompt and for the outcome of the last key.
const inboxKeeps = 4

// draw shows the thread, cut to the screen. Messages that are shown whole count as read with the next key.
func (in *inbox) draw(note string) error {
	width, height := in.a.size()
	sections := in.sections(false)
	in.cut = present.Fit(sections, width, max(height-inboxKeeps, inboxKeeps)) || in.cut
	p := in.a.page()
	p.Line("")
	if note != "" {
		p.Line("%s", p.Fold(p.Paint(present.Attention, note), "  "))
	}
	in.give(p, sections)
	return in.print(p)
}

// view shows the whole thread, in the pager if it is longer than the screen.
func (in *inbox) view() error {
	p := in.a.page()
	in.give(p, in.sections(true))
	return in.a.show(p.Text.Bytes(), in.given)
}

// give prints sections, and hands over the messages that they show whole.
func (in *inbox) give(p *present.Page, sections []present.Section) {
	in.given = in.session()
	for _, s := range sections {
		for _, line := range s.Lines {
			p.Line("%s", line)
		}
		in.given.Hand(in.now.Thread.ID, s.Messages...)
	}
}

// sections returns the parts of the thread on screen. Unless all is set, some of it may be omitted.
func (in *inbox) sections(all bool) []present.Section {
	sections, skipped := in.a.page().Sections(&in.now, all)
	in.cut = skipped > 0
	return sections
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
