package review

import (
	"context"
	"errors"
	"slices"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// ListInput filters threads. Zero fields do not filter, except Workflow, whose default is open.
type ListInput struct {
	Workflow thread.WorkflowState `json:"workflow,omitempty" flag:"workflow" enum:"all" help:"only threads in this workflow state (default: open)"`
	Anchor   thread.AnchorState   `json:"anchor,omitempty" rare:"true" flag:"anchor" enum:"all" help:"only threads in this anchor state (default: all)"`
	Status   string               `json:"status,omitempty" flag:"status" enum:"open,resolved,stale,orphaned,all" help:"deprecated: a workflow state or an anchor state" hidden:"true"`
	Unseen   bool                 `json:"unseen,omitempty" flag:"unseen" help:"only threads with unread messages"`
	Awaiting string               `json:"awaiting,omitempty" rare:"true" flag:"awaiting" enum:"me,agent" help:"only open threads that await a reply: yours (me) or an agent's"`
	File     string               `json:"file,omitempty" flag:"file,f" help:"only threads in this file or under this folder" placeholder:"PATH"`
	Labels   []string             `json:"labels,omitempty" rare:"true" flag:"label,l" help:"only threads with all of these labels" placeholder:"L"`
	Author   string               `json:"author,omitempty" rare:"true" flag:"author" help:"only threads by this author: human, agent, or part of a name (case-insensitive)" placeholder:"WHO"`
	Grep     string               `json:"grep,omitempty" flag:"grep,g" help:"only threads whose text matches this regular expression (case-insensitive)" placeholder:"PATTERN"`
	Since    string               `json:"since,omitempty" rare:"true" flag:"since" help:"only threads with messages after a cursor, a checkpoint (last: the latest round) or a time: 2h, '3 days ago', yesterday, 2026-11-20" placeholder:"CURSOR|NAME|TIME"`
	Archived bool                 `json:"archived,omitempty" rare:"true" flag:"archived" help:"archived threads instead of active ones"`
	Deleted  bool                 `json:"deleted,omitempty" rare:"true" flag:"deleted" help:"deleted threads instead of active ones"`

	AllWorktrees bool `json:"allWorktrees,omitempty" rare:"true" flag:"all-worktrees" help:"include threads from other worktrees, even removed ones"`

	Flag   bool   `json:"flag,omitempty" rare:"true" flag:"flag" help:"only lines that agents flagged in this round, in their order"`
	Change string `json:"change,omitempty" rare:"true" flag:"change" help:"for a review: also show what changed since this commit (HEAD: uncommitted changes), and resolved findings" placeholder:"REV"`

	Limit *int   `json:"limit,omitempty" flag:"limit,n" help:"show at most N threads (default: all; MCP: 30)" placeholder:"N"`
	After string `json:"after,omitempty" flag:"after" help:"continue after this ID, printed by the previous list" placeholder:"ID"`
}

// ListOutput is the requested threads, ordered for a person by questions first, then by what the caller has not read,
// then by their newest word. Findings come after other threads, the weightiest first; see [thread.Summary.Weight].
type ListOutput struct {
	Workflow string             `json:"workflow"` // the filters that applied
	Anchor   string             `json:"anchor"`
	Change   *ChangeToReview    `json:"change,omitempty"`
	Threads  []place.ThreadView `json:"threads"`
	More     int                `json:"more,omitempty"`     // how many come after these
	Next     string             `json:"next,omitempty"`     // the value of after that continues the list
	Stale    int                `json:"stale,omitempty"`    // how many threads of the whole list, not only of this part, are stale
	Orphaned int                `json:"orphaned,omitempty"` // likewise
	Unlisted int                `json:"unlisted,omitempty"` // with flag: flags of agents that have too many
	Hearing
	Damaged []thread.Damage `json:"damaged,omitempty"` // threads that could not be read, and newest states that were lost
	Newer   []thread.Damage `json:"newer,omitempty"`   // threads that a newer consider wrote, and that only a newer one reads
}

// normalise fills in the defaults and translates the older --status.
func (in *ListInput) normalise() error {
	if in.Status != "" && (in.Workflow != "" || in.Anchor != "") {
		return fail.Usage("{--status} cannot be combined with {--workflow} or {--anchor}").Hint("use {--workflow} and {--anchor}, not the deprecated {--status}")
	}
	switch in.Status {
	case "open", "resolved":
		in.Workflow = thread.WorkflowState(in.Status)
	case "stale", "orphaned":
		in.Workflow, in.Anchor = "all", thread.AnchorState(in.Status)
	case "all":
		in.Workflow = "all"
	}
	if in.Archived && in.Deleted {
		return fail.Usage("{--archived} and {--deleted} cannot be combined")
	}
	if in.Workflow == "" {
		in.Workflow = "open"
		if in.Archived || in.Deleted || in.Change != "" {
			in.Workflow = "all"
		}
	}
	if in.Anchor == "" {
		in.Anchor = "all"
	}
	return nil
}

// List returns the threads that in asks for: those that the caller has not read first, then by their newest word. For a
// person, those in which an agent asks come before all others. Nothing counts as seen by that.
func List(ctx context.Context, s *session.Session, in ListInput) (ListOutput, error) {
	out, found, st, err := findAt(ctx, s, in, nil)
	if in.Change != "" && errors.Is(err, fail.ErrNoStore) { // the first review of a project
		out.Threads = []place.ThreadView{}
		out.Change, err = changeSince(ctx, s, in.Change, in.File)
		return out, err
	}
	if err != nil {
		return ListOutput{}, err
	}
	if in.Change != "" {
		if out.Change, err = changeSince(ctx, s, in.Change, in.File); err != nil {
			return ListOutput{}, err
		}
	}
	if in.File != "" && len(found) == 0 && (in.Change == "" || len(out.Change.Files) == 0) && !in.AllWorktrees && !in.Archived && !in.Deleted {
		if err := checkFileExists(ctx, s, st, in.File); err != nil {
			return ListOutput{}, err
		}
	}
	if in.Flag {
		if found, out.Unlisted, err = flagged(st, found); err != nil {
			return ListOutput{}, err
		}
	}
	order, err := orderOf(ctx, st, in.After, found, s.Agent())
	if err != nil {
		return ListOutput{}, err
	}
	out.count(found)
	out.Hearing = hearing(s, found)
	if in.Flag { // the order of flags is their own
		found = found[1+slices.IndexFunc(found, func(v *place.ThreadView) bool { return v.ID == order.after.id }):]
	} else {
		found = order.sorted(found)
	}
	if most := in.limit(s); most > 0 && len(found) > most {
		out.More, out.Next = len(found)-most, order.next(found[most-1])
		found = found[:most]
	}
	out.Threads = copyViews(found)
	if in.Unseen || in.Awaiting == "me" && s.Caller.IsPerson() {
		addUnread(st, in.dir(), out.Threads)
	}
	return out, nil
}

// count counts the stale and the orphaned threads. It counts none when the list is limited to one anchor state.
func (out *ListOutput) count(found []*place.ThreadView) {
	for _, v := range found {
		switch {
		case out.Anchor != "all" || v.Foreign:
		case v.AnchorState == thread.Stale:
			out.Stale++
		case v.AnchorState == thread.Orphaned:
			out.Orphaned++
		}
	}
}

// limit returns the maximum number of threads to show, 0 for all.
func (in *ListInput) limit(s *session.Session) int {
	switch {
	case in.Limit != nil:
		return *in.Limit
	case s.Caller.Bounded, in.Change != "":
		return boundedList
	}
	return 0
}

// listAt returns all threads that in asks for, by file and line: only those with these ids, unless ids is nil. It also
// returns the state of the store here that it read.
func listAt(ctx context.Context, s *session.Session, in ListInput, ids []string) (ListOutput, *session.Snapshot, error) {
	out, found, st, err := findAt(ctx, s, in, ids)
	slices.SortFunc(found, byPlace)
	out.Threads = copyViews(found)
	return out, st, err
}

func copyViews(views []*place.ThreadView) []place.ThreadView {
	out := make([]place.ThreadView, len(views))
	for i, v := range views {
		out[i] = *v
	}
	return out
}

// findAt is listAt without an order; the threads of its ListOutput are not filled in. It returns pointers, as sorting
// and cutting would copy each thread many times.
func findAt(ctx context.Context, s *session.Session, in ListInput, ids []string) (ListOutput, []*place.ThreadView, *session.Snapshot, error) {
	if err := in.normalise(); err != nil {
		return ListOutput{}, nil, nil, err
	}
	if in.Limit != nil && *in.Limit < 1 {
		return ListOutput{}, nil, nil, fail.Usage("{--limit} must be 1 or more")
	}
	st, err := s.Read(ctx)
	if in.File != "" {
		rel, err := below(s, st, in.File, in.Change != "")
		if err != nil {
			return ListOutput{}, nil, nil, err
		}
		in.File = rel
	}
	if err != nil {
		return ListOutput{}, nil, nil, err
	}
	filter, err := newMessageFilter(ctx, st, in.Author, in.Grep, in.Since)
	if err != nil {
		return ListOutput{}, nil, nil, err
	}
	found, damaged, err := list(ctx, st, &in, filter, ids)
	damaged = append(session.LostTips(st.Store), damaged...)
	if err = st.Uninstalled(err, damaged); err != nil {
		return ListOutput{}, nil, nil, err
	}
	out := ListOutput{Workflow: string(in.Workflow), Anchor: string(in.Anchor)}
	out.Damaged, out.Newer = thread.SplitNewer(damaged)
	return out, found, st, nil
}

// list returns the threads that in asks for: only those with these ids, unless ids is nil.
func list(ctx context.Context, st *session.Snapshot, in *ListInput, filter messageFilter, ids []string) ([]*place.ThreadView, []thread.Damage, error) {
	defer st.SaveView()
	rows, damaged, err := rowsFor(st, in, ids)
	if err != nil {
		return nil, nil, err
	}
	if len(rows) == 0 {
		return nil, damaged, nil
	}
	box, agent := inboxOf(st.Session, st.Store), st.Session.Agent()
	receipts := receiptsOf(st.Session, st.Store)
	all := in.AllWorktrees || ids != nil
	rows = filtered(rows, func(r *thread.Row) bool {
		return !st.Session.Hides(r.Finding) && (all || st.Session.MayShow(r) || receipts.leases.HasPart(r)) && in.wants(r, box, agent, receipts.leases) && in.wantsLabels(r) && filter.wants(st, in.dir(), r)
	})
	places, err := st.Placer.PlaceAll(ctx, rows)
	if err != nil {
		return nil, nil, err
	}
	out := make([]*place.ThreadView, 0, len(rows))
	plans := place.NewPlans(st.Commit)
	for i := range rows {
		v := place.ViewOf(&rows[i], places[i], agent, in.dir())
		v.PlanNow = plans.Now(v.Response, func() string { return quoteOf(st, in.dir(), v.ID) })
		v.Foreign, v.Unread = !st.Session.Owns(v.Worktree), box.unread(&rows[i])
		v.Receipt, v.Busy = receipts.of(&rows[i]), receipts.leases.Busy(v.ID)
		v.Elsewhere = !receipts.leases.HasPart(&rows[i]) &&
			(!st.Session.MayShow(&rows[i]) || v.AnchorState == thread.Orphaned && !st.Session.MadeHere(v.Worktree))
		if in.wantsPlace(&v) && (all || !v.Elsewhere) {
			out = append(out, &v)
		}
	}
	return out, damaged, nil
}

// quoteOf reads the text that a thread on a plan is on; a list knows only its beginning.
func quoteOf(st *session.Snapshot, dir, id string) string {
	t, _, err := st.Thread(dir, id)
	if err != nil || t.Span == nil {
		return ""
	}
	return t.Span.Quote
}

// dir is the folder of the store's tree that in asks for.
func (in *ListInput) dir() string {
	switch {
	case in.Archived:
		return thread.Archived
	case in.Deleted:
		return thread.Deleted
	}
	return thread.Active
}

// filtered returns the rows that are wanted. The rows belong to the view and are not changed; when all are wanted, they are
// not copied, as the copy of ten thousand rows would be slow.
func filtered(rows []thread.Row, wants func(*thread.Row) bool) []thread.Row {
	var out []thread.Row
	all := 0
	for all < len(rows) && wants(&rows[all]) {
		all++
	}
	if all == len(rows) {
		return rows
	}
	out = append(out, rows[:all]...)
	for i := all + 1; i < len(rows); i++ {
		if wants(&rows[i]) {
			out = append(out, rows[i])
		}
	}
	return out
}

// rowsFor returns the rows of the folder that in asks for: all, or those of ids. The caller must not change them.
func rowsFor(st *session.Snapshot, in *ListInput, ids []string) ([]thread.Row, []thread.Damage, error) {
	if in.dir() == thread.Active {
		return wanted(st.View.Rows, ids), slices.Clone(st.View.Damaged), nil
	}
	rows, damaged, err := thread.ReadRows(st.Commit, in.dir(), nil)
	return wanted(rows, ids), damaged, err
}

// wanted returns the rows of ids, or all if ids is nil.
func wanted(rows []thread.Row, ids []string) []thread.Row {
	if ids == nil {
		return rows
	}
	return filtered(rows, func(r *thread.Row) bool { return slices.Contains(ids, r.ID) })
}

// wants applies the filters on the state of a thread.
func (in *ListInput) wants(r *thread.Row, box inbox, agent string, leases history.Leases) bool {
	switch {
	case in.Workflow != "all" && (in.Workflow == thread.Resolved) != (r.WorkflowState == thread.Resolved):
		return false
	case in.Unseen && (!unseen(box, r, agent) || leases.Busy(r.ID)):
		return false
	case in.Change != "" && r.WorkflowState == thread.Resolved && r.Finding == nil:
		return false
	}
	return in.Awaiting == "" || r.IsDue() && r.AwaitsPerson() == (in.Awaiting == "me" && box != nil)
}

func (in *ListInput) wantsLabels(r *thread.Row) bool {
	return !slices.ContainsFunc(in.Labels, func(l string) bool { return !slices.Contains(r.Labels, l) })
}

// wantsPlace applies the filters that need the placement. A thread is on a file if it was put there or is there now.
func (in *ListInput) wantsPlace(v *place.ThreadView) bool {
	if in.Anchor != "all" && in.Anchor != v.AnchorState {
		return false
	}
	return in.File == "" || words.Within(v.File, in.File) || words.Within(v.Placement.File, in.File)
}
