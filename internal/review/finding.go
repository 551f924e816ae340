package review

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/suggest"
	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// maxFindings is the largest number of open findings of one agent. More would bury those of others.
const maxFindings = 500

// checkFinding checks the fields of a finding.
func (in *AddInput) checkFinding(who thread.Author) error {
	switch {
	case in.Kind == "" && (in.Confidence != 0 || in.Tree != ""):
		return fail.Usage("{--confidence} and {--tree} require {--kind}")
	case in.Kind == "":
		return nil
	case in.Ask != "":
		return fail.Usage("{--kind} and {--ask} cannot be combined").Hint("report the finding, and ask in a reply")
	case who.Kind == thread.Human:
		return fail.Usage("only an agent can report a finding").Hint("to comment, omit {--kind}")
	case !thread.IsWord(in.Kind):
		return fail.Usage("invalid kind %q", in.Kind).Hint("use one word, such as bug or security")
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
	id, err := s.Tree.CommitOf(ctx, in.Tree)
	if errors.Is(err, worktree.ErrNotExist) {
		return "", fail.NotFound("unknown revision %q", in.Tree).Hint("use a branch, tag or commit")
	}
	return id, err
}

// concernOn returns the concern of a finding on a file of a commit, which has the text of a blob. It names the commit if
// the file has another text now.
func concernOn(s *session.Session, commit, file, blob string) *thread.Concern {
	now, _, err := s.Tree.ReadFile(file, thread.MaxText)
	if err == nil && gitstore.HashBlob(now).String() == blob {
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
	st, err := s.Read(ctx)
	if err != nil {
		return AddOutput{}, err
	}
	_, dir, err := thread.Find(st.Commit, out.Thread.ID)
	if err != nil {
		return AddOutput{}, err
	}
	l, err := subjectAt(ctx, st, thread.Ref{Dir: dir, ID: out.Thread.ID})
	if err != nil {
		return AddOutput{}, err
	}
	return AddOutput{Thread: place.ViewOf(&l.row, l.p, s.Agent(), l.at.Dir), Same: out.Same, Reply: out.Reply}, nil
}

// judge checks a reply with a stance, and resolves the thread if it settles the finding. The human may always judge it, a
// finder once there is an outcome, and insist only once.
func (item *replyRequest) judge(t *thread.Thread, who thread.Author) error {
	may, judged := t.MayInsist()
	switch {
	case item.Stance == "":
		return nil
	case t.Concern == nil:
		return fail.Conflict("thread %s is not a finding", t.ID).Hint("reply without a stance: {reply %s -m TEXT}", t.ID)
	case item.Outcome != "":
		return fail.Usage("a stance cannot be combined with an outcome")
	case who.Kind == thread.Human:
		item.resolve = item.Stance == thread.Confirm
		return nil
	case !t.IsFinder(who.MarkName()):
		return fail.Denied("%s did not report %s", who, t.ID).Hint("reply with an outcome: {reply %s --outcome answered -m TEXT}", t.ID)
	case !judged:
		return fail.Conflict("no agent has replied to %s with an outcome yet", t.ID).Hint("wait for a reply: {wait --thread %s}", t.ID)
	case item.Stance == thread.Insist && !may:
		return fail.Conflict("the human decides on %s, because the agents disagree", t.ID).Hint("wait for the decision: {wait --thread %s}", t.ID)
	}
	item.resolve = item.Stance == thread.Confirm && len(t.Unconfirmed(who.MarkName())) == 0
	return nil
}

// Reporter stores findings, each once: the report of a known problem by another finder becomes a reply to the first one,
// and the same report again adds nothing.
type Reporter struct {
	held   bool              // agents get findings once the human accepts them
	rows   []thread.Row      // open findings
	places []place.Result    // where they are
	open   map[string]int    // number of open findings, by finder
	merged map[string]string // threads of findings that became replies, by the ID that they had
}

// NewReporter reads the findings of the project.
func NewReporter(ctx context.Context, s *session.Session) (*Reporter, error) {
	r := &Reporter{open: map[string]int{}, merged: map[string]string{}}
	set, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	r.held = set.Get(settings.FindingsSetting) == settings.FindingsTriaged
	st, err := s.ReadIfAny(ctx)
	if st == nil || err != nil {
		return r, err
	}
	defer st.SaveView()
	for i := range st.View.Rows {
		row := st.View.Rows[i]
		for _, id := range row.Merged {
			r.merged[id] = row.ID
		}
		if row.Finding == nil || row.WorkflowState == thread.Resolved || !s.Owns(row.Worktree) {
			continue
		}
		r.rows = append(r.rows, row)
		for _, name := range row.Finding.Finders {
			r.open[name]++
		}
	}
	r.places, err = st.Placer.PlaceAll(ctx, r.rows)
	return r, err
}

// Begin returns a copy for one attempt at a change.
func (r *Reporter) Begin() *Reporter {
	return &Reporter{r.held, slices.Clip(r.rows), slices.Clip(r.places), maps.Clone(r.open), maps.Clone(r.merged)}
}

// id returns the ID of a finding of an agent. The same finding has the same ID again, and another one on equal lines
// elsewhere the next.
func (r *Reporter) id(t *thread.Thread) string {
	seeds := []string{"finding", t.AuthorName, t.Concern.Kind, t.File, t.Body}
	if t.Target == thread.OnLines {
		seeds = append(seeds, t.Anchor.TargetContent)
	}
	for attempt := 0; ; attempt++ {
		id := thread.DerivedID(thread.ThreadPrefix, attempt, seeds...)
		i := slices.IndexFunc(r.rows, func(row thread.Row) bool { return row.ID == id })
		if i < 0 || t.Target == thread.OnReview || r.overlap(i, t) != apart {
			return id
		}
	}
}

// Reported is what became of a finding.
type Reported struct {
	Thread *thread.Thread
	Same   bool   // it had been reported before
	Reply  string // the reply that it became
}

// Store stores a finding, which has its ID, author and time, in a change under way.
func (r *Reporter) Store(c *session.Change, t *thread.Thread, base []byte) (Reported, error) {
	known, _, err := thread.Find(c.Tx, cmp.Or(r.merged[t.ID], t.ID))
	if err != nil || known != nil {
		return Reported{Thread: known, Same: true}, err
	}
	by := thread.Author{Kind: t.Author, Name: t.AuthorName}.MarkName()
	if !t.Concern.Report && r.open[by] >= maxFindings {
		return Reported{}, fail.Denied("%s has %d open findings, which is the limit", by, maxFindings).
			Hint("wait for replies to them before you report more")
	}
	r.open[by]++
	t.Concern.Held = r.held
	into, err := r.sameProblem(c, t, by)
	if err != nil {
		return Reported{}, err
	}
	if into != nil {
		reply := thread.Reply{
			ID: thread.ReplyPrefix + strings.TrimPrefix(t.ID, thread.ThreadPrefix), Author: t.Author, AuthorName: t.AuthorName, Body: t.Body,
			CreatedAt: t.CreatedAt, Fingerprint: t.Fingerprint, Concern: t.Concern, AuthorRead: new(int),
		}
		into.Replies, r.merged[t.ID] = append(into.Replies, reply), into.ID
		if labels, err := CleanLabels(slices.Concat(into.Labels, t.Labels)); err == nil {
			into.Labels = labels
		}
		return Reported{Thread: into, Reply: reply.ID}, c.Save(thread.Active, into)
	}
	if base != nil {
		c.Tx.Put(thread.BaseFile(thread.Active, t.ID, 0), base)
	}
	row := thread.RowOf(t, "")
	r.rows, r.places = append(r.rows, row), append(r.places, place.Result{Place: originalPlacement(t), Quote: row.Quote})
	return Reported{Thread: t}, c.Save(thread.Active, t)
}

// sameProblem returns the open finding of another finder that is the same problem, nil if there is none: it is on the
// same lines, and has the same kind or begins with the same line.
func (r *Reporter) sameProblem(c *session.Change, t *thread.Thread, by string) (*thread.Thread, error) {
	for i := range r.rows {
		row := &r.rows[i]
		claim := row.Finding.Kind == t.Concern.Kind && t.Concern.Kind != "" || strings.EqualFold(words.FirstLine(row.Body), words.FirstLine(t.Body))
		near := r.overlap(i, t)
		if !claim || near == apart || near == partly && len(suggest.In(t.Body)) > 0 || slices.Contains(row.Finding.Finders, by) {
			continue
		}
		into, err := c.Load(thread.Active, row.ID)
		if err != nil && !session.IsGone(err) {
			return nil, err
		}
		if err == nil && into.TakesConcern() {
			return into, nil
		}
	}
	return nil, nil
}

// overlap says how the lines of an open finding and those of a new one are to each other.
type overlap int

const (
	apart overlap = iota
	partly
	same
)

// overlap compares the i-th open finding with a new one: their places, or the lines of the text that both were made on.
func (r *Reporter) overlap(i int, t *thread.Thread) overlap {
	row, at := &r.rows[i], r.places[i].Place
	if t.Anchor == nil || row.Target != t.Target || row.Side != t.Side {
		return apart
	}
	start, end := t.Anchor.StartLine, t.Anchor.EndLine
	between := func(file string, from, to int) overlap {
		switch {
		case file != t.File || from > end || to < start:
			return apart
		case from == start && to == end:
			return same
		}
		return partly
	}
	if row.Base.Blob == t.Anchor.Base.Blob && row.Base.Blob != "" {
		return between(row.File, row.Start, row.End)
	}
	if t.Concern.Tree != "" || at.AnchorState != thread.Anchored {
		return apart
	}
	return between(at.File, at.StartLine, at.EndLine)
}
