package commands

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
	"consider/internal/hook"
	"consider/internal/presence"
	"consider/internal/printable"
	"consider/internal/review"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// watchBrief prints a line for each burst of persons' actions, for the agent that the line wakes.
func (a *app) watchBrief(ctx context.Context, c *cli.Command, project *session.Project, caller session.Caller) error {
	switch {
	case c.String("for") != "" && c.String("for") != string(thread.Agent):
		return fail.Usage("{--brief} is for agents and requires {--for} agent").Hint("{watch --for agent --brief}")
	case c.Bool("all"):
		return fail.Usage("{--all} cannot be combined with {--brief}")
	}
	emit := func(b review.Brief) error {
		_, err := fmt.Fprintln(a.env.Stdout, printable.Line(briefLine(b, a.listUnseen(project))))
		return err
	}
	if c.Bool("json") {
		emit = func(b review.Brief) error { return a.printLineJSON(b) }
	}
	id := cmp.Or(c.String("session"), a.agentSession().ID)
	caller.InSession = a.inSession(id)
	s := project.Session(caller)
	in := review.BriefInput{Since: c.String("since"), Quiet: c.Duration("coalesce")}
	if id != "" {
		in.Claim, _ = a.claimNews(ctx, s, id)
	}
	return review.Briefs(ctx, s, in, emit)
}

// claimNews returns two functions. claim selects the news that neither the session's hooks nor its other watches have
// shown, and marks it as shown. unclaim reverts the last claim, for news that could not be delivered.
func (a *app) claimNews(ctx context.Context, s *session.Session, id string) (claim func(waiting, news []presence.Message) []presence.Message, unclaim func()) {
	open := func() (*hook.Notified, error) {
		who, err := s.Author(ctx)
		if err != nil {
			return nil, err
		}
		return hook.OpenNotifiedTo(s.Place.StoreDir, who.Name, id, a.env.Now())
	}
	var last []presence.Message
	claim = func(waiting, news []presence.Message) []presence.Message {
		told, err := open()
		if err != nil {
			return news // showing news twice does less harm than not showing it
		}
		defer told.Close()
		last = told.Claim(waiting, news)
		return last
	}
	unclaim = func() {
		if told, err := open(); err == nil {
			told.Forget(last)
			_ = told.Close()
		}
	}
	return claim, unclaim
}

// listUnseen returns the command with which the listener reads its news. It uses the agents' wrapper if setup made one.
func (a *app) listUnseen(project *session.Project) string {
	if wrapperIn(project) != "" {
		return wrapperFrom(project, a.env.Dir)
	}
	return a.programName()
}

// maxBriefIDs is how many threads a line names.
const maxBriefIDs = 10

// briefLine is the line that wakes an agent: how much is new, where, and how to read it. It quotes no thread, because
// the reader does not know yet who wrote the words.
func briefLine(b review.Brief, program string) string {
	var parts []string
	if len(b.Threads) > 0 {
		var counts []string
		if b.Started > 0 {
			counts = append(counts, fmt.Sprintf("%d new", b.Started))
		}
		if b.Replied > 0 {
			counts = append(counts, fmt.Sprintf("%d with a reply", b.Replied))
		}
		parts = append(parts, hook.NewsText(len(b.Threads), program), fmt.Sprintf("(%s: %s)", strings.Join(counts, ", "), someIDs(b.Threads)))
	}
	if n := len(b.Reopened); n > 0 {
		parts = append(parts, fmt.Sprintf("Consider: the developer reopened %s in this project: %s. `%s context %s` shows the messages.",
			words.Plural(n, "thread"), someIDs(b.Reopened), program, b.Reopened[0]))
	}
	if b.Verdict != "" {
		parts = append(parts, fmt.Sprintf("Consider: the developer reviewed the changes in this project; the verdict: %s.",
			strings.ToLower(b.Verdict.Enum().Value(string(b.Verdict)).Word)))
	}
	return strings.Join(parts, " ")
}

func someIDs(ids []string) string {
	if len(ids) > maxBriefIDs {
		return strings.Join(ids[:maxBriefIDs], ", ") + " and " + words.Plural(len(ids)-maxBriefIDs, "other")
	}
	return strings.Join(ids, ", ")
}
