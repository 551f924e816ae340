package commands

import (
	"context"

	"github.com/urfave/cli/v3"

	"consider/internal/review/feedback"
	"consider/internal/transcript"
)

func responsesWatchFlags() []cli.Flag {
	return append(commonFlags(), &cli.StringFlag{Name: "agent"}, &cli.IntFlag{Name: "last", Aliases: []string{"n"}})
}

// watchResponses prints each new answer, and again if its text has grown. Of the answers that exist at the start, it
// prints as many of the last as requested.
func (a *app) watchResponses(ctx context.Context, c *cli.Command) error {
	project, caller, err := a.opened(c)
	if err != nil {
		return err
	}
	defer project.Close()
	read, stop := a.readerContext(ctx)
	defer stop()
	told := map[string]int{}
	old := -1 // how many of the answers at the start are old
	return a.watchError(read, feedback.FollowResponses(read, project.Session(caller), c.String("agent"), func(f transcript.Found) error {
		if old < 0 {
			old = max(0, len(f.Responses)-c.Int("last"))
		}
		for i := len(f.Responses) - 1; i >= 0; i-- { // oldest first
			r := &f.Responses[i]
			if was, known := told[r.ID]; known && was == len(r.Text) {
				continue
			}
			told[r.ID] = len(r.Text)
			if old > 0 {
				old--
				continue
			}
			if err := a.printAnswer(r, c.Bool("json")); err != nil {
				return err
			}
		}
		old = 0
		return nil
	}))
}

func (a *app) printAnswer(r *transcript.Response, asJSON bool) error {
	v := feedback.ResponseView{
		ID: r.ID, Agent: r.Agent, Session: r.Session, Cwd: r.Cwd, At: r.At, Text: r.Text, Marks: []feedback.MarkView{},
	}
	if asJSON {
		return a.printLineJSON(v)
	}
	return a.printText(feedback.ResponseOutput{Response: v})
}
