package commands

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
)

// step is a command to type next, and what it does.
type step struct{ command, text string }

var (
	firstSteps = []step{
		{"add FILE:LINE -m TEXT", "comment on a line"},
		{"review", "comment on the changes, in a browser"},
		{"setup", "set up your coding agents"},
	}
	humanSteps = []step{
		{"list", "list threads, unread first"},
		{"review", "review the changes in a browser"},
		{"checkpoint", "end the review round"},
	}
	agentSteps = []step{
		{"list", "list threads, unread first"},
		{"show ID", "show a thread with its current code"},
		{"reply ID -m TEXT", "reply to a thread"},
	}
)

// overview runs if no command is named. A person at a terminal gets the inbox, everybody else a summary of the project and
// the commands to type next.
func (a *app) overview(ctx context.Context, c *cli.Command) error {
	if opened, err := a.inbox(ctx, c); opened || err != nil {
		return err
	}
	who := a.whoRuns()
	next := agentSteps
	if who.IsPerson() {
		next = humanSteps
	}
	err := a.call(ctx, verbNamed("summary"), c)
	p := a.page()
	switch {
	case err == nil:
		p.Line("")
	case fail.FailureOf(err).Kind == fail.KindNoStore:
		for _, hint := range fail.FailureOf(err).In(a.surface()).Hints[1:] { // the first hint is among the steps
			p.Line("%s\n", hint)
		}
		p.Line("No threads in this project yet. Start with one of these:\n")
		if next = firstSteps; !who.IsPerson() {
			next = next[:1]
		}
	default:
		return err
	}
	columns := tabwriter.NewWriter(&p.Text, 0, 0, 3, ' ', 0)
	for _, s := range next {
		fmt.Fprintf(columns, "  %s\t%s\n", a.surface().Command(s.command), s.text)
	}
	_ = columns.Flush() // into memory
	p.Line("\n%s", p.Phrase("Run '{help}' to list the verbs."))
	return a.show(p.Text.Bytes(), nil)
}
