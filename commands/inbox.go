package commands

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
	"consider/internal/printable"
	"consider/internal/review"
	"consider/internal/settings"
	"consider/internal/thread"
	"consider/internal/words"
)

// inbox opens the inbox if the caller is a person at a terminal, and reports whether it did.
func (a *app) inbox(ctx context.Context, c *cli.Command) (opened bool, err error) {
	caller, err := a.caller(c)
	if err != nil || !a.isInteractive(caller) {
		return false, err
	}
	project, err := a.projectShown(c.String("store"))
	if err != nil {
		return false, err
	}
	defer project.Close()
	in := &inbox{dialog: dialog{a: a, ctx: ctx, in: bufio.NewReader(a.env.Stdin)}, project: project, caller: caller}
	s := in.session()
	if set, err := s.Settings(ctx); err != nil || set.Get(settings.InboxSetting) == "off" || s.StoreAbsent() {
		return false, nil // the overview reports the error
	}
	a.inherit(ctx, s)
	a.renew(ctx, s)
	err = in.first()
	if errors.Is(err, fail.ErrTimeout) {
		return true, in.nothing()
	}
	return true, in.run(err)
}

// nothing says that no thread waits.
func (in *inbox) nothing() error {
	o, err := review.Summary(in.ctx, in.session(), review.SummaryInput{AllWorktrees: true})
	if err != nil {
		return err
	}
	p := in.a.page()
	p.Damaged(o.Damaged, o.Newer)
	p.Advise("Nothing awaits you. Open threads: %d ({list}); to start one: {add FILE:LINE -m TEXT}", o.Open)
	return in.print(p)
}

// run does what the keys say, until the person ends it.
func (in *inbox) run(err error) error {
	for err == nil && !in.ended {
		var line string
		if line, err = in.ask(in.keys()); err == nil {
			err = in.key(line)
		}
	}
	if errors.Is(err, io.EOF) || in.ctx.Err() != nil {
		_, _ = io.WriteString(in.a.env.Stdout, "\n")
		return in.ctx.Err()
	}
	return err
}

// keys is the prompt: the keys that make sense for the thread on screen.
func (in *inbox) keys() string {
	t := &in.now.Thread
	var keys []string
	if q := t.Question; q != nil {
		keys = append(keys, "1-"+strconv.Itoa(len(q.Choices))+" choose")
	}
	if len(in.fitting()) > 0 {
		keys = append(keys, "a apply")
	}
	if t.Finding != nil && t.WorkflowState != thread.Resolved {
		keys = append(keys, "y accept", "x dismiss")
	}
	if t.WorkflowState == thread.Resolved {
		keys = append(keys, "o reopen")
	} else {
		keys = append(keys, "r reply", "d resolve", "rd both")
	}
	if in.cut {
		keys = append(keys, "v view all")
	}
	return fmt.Sprintf("(%d/%d) %s, n next, q quit, ? help:", in.at+1, len(in.visited)+in.now.More, strings.Join(keys, ", "))
}

const inboxHelp = `r          reply: on a line here, or in your editor if you leave it empty
d          resolve the thread
rd         reply and resolve
1 to 5     choose this option of an agent's question
a          apply the suggestion; a 2: the second one
y          accept the finding: an agent gets it
x          dismiss the finding, and resolve the thread
o          reopen the thread, or decline the proposal to resolve it
e          open the file at the line in your editor
v          view all of the thread, in the pager
n, Enter   next thread
p          previous thread
s          skip: next thread, and this one stays unread
q          quit; so do Ctrl-D and Ctrl-C`

// key does what a key says.
func (in *inbox) key(line string) error {
	key, number, _ := strings.Cut(strings.ToLower(line), " ")
	if key == "s" {
		return in.move(1)
	}
	in.read()
	here := fields{"ids": in.visited[in.at : in.at+1]}
	switch key {
	case "q":
		in.ended = true
		return nil
	case "n", "":
		return in.move(1)
	case "p":
		return in.move(-1)
	case "v":
		return in.view()
	case "e":
		return in.report(in.edit())
	case "r", "rd":
		return in.reply(key == "rd")
	case "d":
		return in.act("resolve", here)
	case "o":
		return in.act("unresolve", here)
	case "y", "x":
		if in.now.Thread.Finding != nil {
			here["dismiss"] = key == "x"
			return in.act("triage", here)
		}
	case "a":
		return in.apply(strings.TrimSpace(number))
	case "?", "h":
		p := in.a.page()
		p.Body("  ", inboxHelp)
		return in.print(p)
	}
	if q := in.now.Thread.Question; q != nil && words.AllDigits(key) {
		return in.act("reply", fields{"id": in.visited[in.at], "choose": key, "version": q.Version})
	}
	return in.say("%s is not a key here; ? lists them.", printable.Line(strconv.Quote(line)))
}
