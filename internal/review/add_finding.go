package review

import (
	"bytes"
	"cmp"
	"context"
	"strings"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/thread"
)

// checkFinding checks the fields of a finding.
func (in *AddInput) checkFinding(who thread.Author) error {
	switch {
	case in.Kind == "" && (in.Confidence != 0 || in.Tree != ""):
		return fail.Usage("{--confidence} and {--tree} require {--kind}")
	case in.Kind == "":
		return nil
	case in.Ask != "":
		return fail.Usage("{--kind} and {--ask} cannot be combined").Hint("report the finding, and ask in a reply")
	case in.Flag != "" || in.Step != 0:
		return fail.Usage("{--kind} and {--flag} cannot be combined").Hint("to mark lines for the human only, omit {--kind}")
	case who.Kind == thread.Human:
		return fail.Usage("only an agent can report a finding").Hint("to comment, omit {--kind}")
	case !thread.IsWord(in.Kind):
		return fail.Usage("invalid kind %q", in.Kind).Hint("use a name without spaces, such as bug or security")
	case in.Confidence < 0 || in.Confidence > 100:
		return fail.Usage("{--confidence} must be between 1 and 100, not %d", in.Confidence)
	}
	return nil
}

// treeOf returns the ID of the commit that a finder read, "" for the current files.
func treeOf(ctx context.Context, s *session.Session, in AddInput) (string, error) {
	if in.Tree == "" {
		return "", nil
	}
	if in.Side == thread.Old || in.Text != "" {
		return "", fail.Usage("{--tree} cannot be combined with {--side} old or {--text}")
	}
	return compare.CommitOf(ctx, s, in.Tree)
}

// concernOn returns the concern of a finding on a file of a commit, where it has this text. It names the commit if the file
// has another text now. Line ends do not count, as git may convert them.
func concernOn(s *session.Session, commit, file string, text []byte) *thread.Concern {
	unix := func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")) }
	now, _, err := s.Tree.ReadFile(file, thread.MaxText)
	if err == nil && bytes.Equal(unix(now), unix(text)) {
		return &thread.Concern{}
	}
	return &thread.Concern{Tree: commit}
}

// report stores a finding of an agent.
func report(ctx context.Context, s *session.Session, in AddInput, t *thread.Thread, base []byte) (AddOutput, error) {
	t.Concern = cmp.Or(t.Concern, &thread.Concern{})
	t.Concern.Kind, t.Concern.Confidence, t.Concern.Report = strings.ToLower(in.Kind), in.Confidence, s.Agent() == ""
	t.Fingerprint = s.Fingerprint(ctx, t.File)
	all, err := NewReporter(ctx, s)
	if err != nil {
		return AddOutput{}, err
	}
	var out Reported
	err = s.Update(ctx, true, func(c *session.Change) error {
		r := all.Begin()
		t.CreatedAt, t.ID = c.Now, r.id(t)
		if out, err = r.Store(c, t, base); err != nil {
			return err
		}
		row := thread.RowOf(out.Thread, "")
		op := map[bool]string{true: "reply", false: "add"}[out.Reply != ""]
		c.Record(op, thread.Author{Kind: t.Author, Name: t.AuthorName}, row.Where().Subject(), row.ID)
		return nil
	})
	if err != nil {
		return AddOutput{}, err
	}
	at := s.At
	defer func() { s.At = at }() // events that come meanwhile are not in this answer
	l, err := findSubject(ctx, s, out.Thread.ID)
	if err != nil {
		return AddOutput{}, err
	}
	return AddOutput{Thread: place.ViewOf(&l.row, l.p, s.Agent(), l.at.Dir), Same: out.Same, Reply: out.Reply}, nil
}
