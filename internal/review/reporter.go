package review

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/suggest"
	"consider/internal/thread"
	"consider/internal/words"
)

// maxFindings is the largest number of open findings of one agent. More would bury those of others. All names that agents
// can choose count as one agent.
const maxFindings = 500

// Reporter stores findings, each once: the report of a known problem by another finder becomes a reply to the first one,
// and the same report again adds nothing.
type Reporter struct {
	held   bool              // agents get findings once the human accepts them
	free   bool              // the human imports a report, which has no limit
	rows   []thread.Row      // open findings
	places []place.Result    // where they are
	open   map[string]int    // number of open findings, by known agent; "" for all other finders
	merged map[string]string // threads of findings that became replies, by the ID that they had
}

// NewReporter reads the findings of the project.
func NewReporter(ctx context.Context, s *session.Session) (*Reporter, error) {
	r := &Reporter{free: s.Caller.IsPerson(), open: map[string]int{}, merged: map[string]string{}}
	set, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	r.held = set.Get(settings.FindingsSetting) == "triage"
	st, err := s.ReadIfAny(ctx)
	if st == nil || err != nil {
		return r, err
	}
	defer st.SaveView()
	for _, dir := range []string{thread.Archived, thread.Deleted} {
		rows, _, err := thread.ReadRows(st.Commit, dir, nil)
		if err != nil {
			return nil, err
		}
		r.recall(rows)
	}
	r.recall(st.View.Rows)
	for i := range st.View.Rows {
		row := &st.View.Rows[i]
		if row.Finding == nil || row.WorkflowState == thread.Resolved || !s.Owns(row.Worktree) {
			continue
		}
		r.rows = append(r.rows, *row)
		for i, name := range row.Finding.Finders {
			if i > 0 || !row.Linter {
				r.open[knownAgent(name)]++
			}
		}
	}
	r.places, err = st.Placer.PlaceAll(ctx, r.rows)
	return r, err
}

// recall notes which findings became replies in threads.
func (r *Reporter) recall(rows []thread.Row) {
	for i := range rows {
		for _, id := range rows[i].Merged {
			r.merged[id] = rows[i].ID
		}
	}
}

// knownAgent returns the name of a known agent, and "" for one that an agent can choose.
func knownAgent(name string) string {
	if session.IsAgents(name) {
		return name
	}
	return ""
}

// Begin returns a copy for one attempt at a change, nil for no reporter.
func (r *Reporter) Begin() *Reporter {
	if r == nil {
		return nil
	}
	return &Reporter{r.held, r.free, slices.Clone(r.rows), slices.Clip(r.places), maps.Clone(r.open), r.merged}
}

// id returns the ID of a finding of an agent. The same finding has the same ID again in its worktree, and another one on
// equal lines elsewhere the next.
func (r *Reporter) id(t *thread.Thread) string {
	seeds := []string{"finding", t.Worktree, t.AuthorName, t.Concern.Kind, t.File, t.Body}
	if t.Target == thread.OnLines {
		seeds = append(seeds, t.Anchor.TargetContent)
	}
	id := ""
	for attempt := range len(r.rows) + 1 {
		id = thread.DerivedID(thread.ThreadPrefix, attempt, seeds...)
		i := slices.IndexFunc(r.rows, func(row thread.Row) bool { return row.ID == id })
		if i < 0 || t.Target == thread.OnReview {
			break
		}
		if overlaps, _ := r.overlap(i, t); overlaps {
			break
		}
	}
	return id
}

// Reported is the result of storing a finding.
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
	if agent := knownAgent(by); !r.free && !t.Linter && r.open[agent] >= maxFindings {
		return Reported{}, fail.Denied("%s reached the limit of %d open findings", cmp.Or(agent, "agents with other names"), maxFindings).
			Hint("wait for replies to them before you report more")
	}
	t.Concern.Held = r.held
	i, into, err := r.sameProblem(c, t, by)
	if err != nil {
		return Reported{}, err
	}
	if !t.Linter {
		r.open[knownAgent(by)]++
	}
	if into != nil {
		reply := thread.Reply{
			ID: thread.ReplyPrefix + strings.TrimPrefix(t.ID, thread.ThreadPrefix), Author: t.Author, AuthorName: t.AuthorName, Body: t.Body,
			CreatedAt: t.CreatedAt, Fingerprint: t.Fingerprint, Concern: t.Concern, AuthorRead: new(int),
		}
		if into.Entry(reply.ID) > 0 { // a call at the same time stored it
			return Reported{Thread: into, Same: true}, nil
		}
		into.Replies = append(into.Replies, reply)
		if labels, err := CleanLabels(slices.Concat(into.Labels, t.Labels)); err == nil {
			into.Labels = labels
		}
		r.rows[i] = thread.RowOf(into, "") // with one more finder
		return Reported{Thread: into, Reply: reply.ID}, c.Save(thread.Active, into)
	}
	if base != nil {
		c.Tx.Put(thread.BaseFile(thread.Active, t.ID, 0), base)
	}
	row := thread.RowOf(t, "")
	r.rows, r.places = append(r.rows, row), append(r.places, place.Result{Place: originalPlacement(t), Quote: row.Quote})
	return Reported{Thread: t}, c.Save(thread.Active, t)
}

// sameProblem returns the open finding of another finder that is the same problem, and its index; nil if there is none. It
// is on the same lines, and has the same kind or begins with the same line. One that is held back is not the same as one
// that the human accepted, as other agents would get it.
func (r *Reporter) sameProblem(c *session.Change, t *thread.Thread, by string) (int, *thread.Thread, error) {
	replaces := len(suggest.In(t.Body)) > 0 // all lines of its thread
	for i := range r.rows {
		row := &r.rows[i]
		if row.Finding.Held != r.held || slices.Contains(row.Finding.Finders, by) {
			continue
		}
		if overlaps, equal := r.overlap(i, t); !overlaps || replaces && !equal {
			continue
		}
		sameKind := row.Finding.Kind == t.Concern.Kind && t.Concern.Kind != ""
		if !sameKind && !strings.EqualFold(beginning(row.Body), beginning(t.Body)) {
			continue
		}
		into, err := c.Load(thread.Active, row.ID)
		if err != nil && !session.IsGone(err) {
			return 0, nil, err
		}
		if err == nil && into.TakesConcern() {
			return i, into, nil
		}
	}
	return 0, nil, nil
}

// beginning returns how a report begins, which is the same in a longer report of the same problem.
func beginning(body string) string { return strings.TrimSuffix(words.FirstLine(body), "…") }

// overlap reports whether the lines of the i-th open finding and of a new one overlap, and whether they are the same: now,
// or in the text that both were made on.
func (r *Reporter) overlap(i int, t *thread.Thread) (overlaps, equal bool) {
	row, at, a := &r.rows[i], r.places[i].Place, t.Anchor
	if a == nil || row.Target != t.Target || row.Side != t.Side {
		return false, false
	}
	file, start, end := row.File, row.Start, row.End
	if row.Base.Blob != a.Base.Blob || a.Base.Blob == "" {
		if t.Concern.Tree != "" || at.AnchorState != thread.Anchored {
			return false, false
		}
		file, start, end = at.File, at.StartLine, at.EndLine
	}
	return file == t.File && start <= a.EndLine && end >= a.StartLine, start == a.StartLine && end == a.EndLine
}
