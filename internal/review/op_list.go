package review

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
)

// ListInput filters threads. Zero fields do not filter, but for Workflow, which is open.
type ListInput struct {
	Workflow string   `json:"workflow,omitempty" flag:"workflow" enum:"open,resolved,all" help:"only threads in this workflow state (default open)"`
	Anchor   string   `json:"anchor,omitempty" flag:"anchor" enum:"anchored,stale,orphaned,all" help:"only threads in this anchor state (default all)"`
	Status   string   `json:"status,omitempty" flag:"status" enum:"open,resolved,stale,orphaned,all" help:"older name for both: a workflow state or an anchor state" hidden:"true"`
	Unseen   bool     `json:"unseen,omitempty" flag:"unseen" help:"only threads with human words that you have not read"`
	File     string   `json:"file,omitempty" flag:"file,f" help:"only threads on this file, or below this folder" placeholder:"PATH"`
	Labels   []string `json:"labels,omitempty" flag:"label,l" help:"only threads with this label (can be repeated: all of them)" placeholder:"L"`
	Archived bool     `json:"archived,omitempty" flag:"archived" help:"the archived threads instead of the active ones"`
	Deleted  bool     `json:"deleted,omitempty" flag:"deleted" help:"the deleted threads instead of the active ones"`

	AllWorktrees bool `json:"allWorktrees,omitempty" flag:"all-worktrees" help:"also the threads of the other worktrees of the repository, and of removed ones"`
}

// ListOutput is the threads that were asked for, by file and line.
type ListOutput struct {
	Workflow string       `json:"workflow"` // the filters that applied
	Anchor   string       `json:"anchor"`
	Threads  []ThreadView `json:"threads"`
	Damaged  []Damage     `json:"damaged,omitempty"` // threads that could not be read, and newest states that were lost
	Newer    []Damage     `json:"newer,omitempty"`   // threads that a newer consider wrote, and that only such a one reads
}

// normalise resolves the defaults and the older --status.
func (in *ListInput) normalise() error {
	if in.Status != "" && (in.Workflow != "" || in.Anchor != "") {
		return Usage("--status goes without --workflow and --anchor").Hint("--status is the older name for both")
	}
	switch in.Status {
	case "open", "resolved":
		in.Workflow = in.Status
	case "stale", "orphaned":
		in.Workflow, in.Anchor = "all", in.Status
	case "all":
		in.Workflow = "all"
	}
	if in.Archived && in.Deleted {
		return Usage("--archived and --deleted exclude each other")
	}
	if in.Workflow == "" {
		in.Workflow = "open"
		if in.Archived || in.Deleted {
			in.Workflow = "all"
		}
	}
	if in.Anchor == "" {
		in.Anchor = "all"
	}
	return nil
}

// List returns the threads that in asks for.
func (s *Service) List(ctx context.Context, in ListInput) (ListOutput, error) {
	if err := in.normalise(); err != nil {
		return ListOutput{}, err
	}
	if in.File != "" {
		rel, err := s.below(in.File)
		if err != nil {
			return ListOutput{}, err
		}
		in.File = rel
	}
	if in.AllWorktrees && !s.atHome() {
		return ListOutput{}, Usage("--all-worktrees goes without --store")
	}
	out := ListOutput{Workflow: in.Workflow, Anchor: in.Anchor}
	var found []*ThreadView // by pointer: sorting copies what it sorts many times
	st, err := s.read(ctx)
	if err == nil {
		found, out.Damaged, err = st.list(ctx, &in, s.agent())
		out.Damaged = append(lostTips(st.store), out.Damaged...)
	} else if in.AllWorktrees && errors.Is(err, ErrNoStore) {
		err = nil // the others may have one
	}
	if err != nil {
		return ListOutput{}, err
	}
	if in.AllWorktrees {
		others, damaged, err := s.listOthers(ctx, &in)
		if err != nil {
			return ListOutput{}, err
		}
		found, out.Damaged = append(found, others...), append(out.Damaged, damaged...)
	}
	out.Damaged, out.Newer = apart(out.Damaged)
	slices.SortFunc(found, byPlace)
	out.Threads = make([]ThreadView, len(found))
	for i, v := range found {
		out.Threads[i] = *v
	}
	return out, nil
}

// list returns the threads of one store that in asks for.
func (st *state) list(ctx context.Context, in *ListInput, agent string) ([]*ThreadView, []Damage, error) {
	if err := st.needView(); err != nil {
		return nil, nil, err
	}
	defer st.done()
	rows, damaged, err := st.rowsFor(in)
	if err != nil {
		return nil, nil, err
	}
	rows = slices.DeleteFunc(rows, func(r row) bool { return !in.wants(&r, agent) })
	places, err := st.placer.placeAll(ctx, rows)
	if err != nil {
		return nil, nil, err
	}
	out := make([]*ThreadView, 0, len(rows))
	for i := range rows {
		v := viewOf(&rows[i], places[i], agent, in.dir())
		v.Worktree = st.svc.Place.WorktreeName
		if in.wantsPlace(&v) {
			out = append(out, &v)
		}
	}
	return out, damaged, nil
}

// below returns the stored form of a file or folder to filter by, "." for the project's root.
func (s *Service) below(arg string) (string, error) {
	dir := arg
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(s.Caller.Dir, dir)
	}
	if dir, err := filepath.EvalSymlinks(dir); err == nil && dir == s.Place.Root {
		return ".", nil
	}
	rel, err := s.Tree.Rel(s.Caller.Dir, arg)
	if err != nil {
		return "", pathError(arg, err)
	}
	return rel, nil
}

// agent is the name that seen marks of the caller are kept under, "" for a human.
func (s *Service) agent() string {
	if a, err := s.Caller.author(Human); err == nil && a.Kind == Agent {
		return a.markName()
	}
	return ""
}

// dir is the folder of the tree that in asks for.
func (in *ListInput) dir() string {
	switch {
	case in.Archived:
		return archiveDir
	case in.Deleted:
		return deletedDir
	}
	return activeDir
}

// rowsFor returns a copy of the rows of the folder that in asks for.
func (st *state) rowsFor(in *ListInput) ([]row, []Damage, error) {
	if in.dir() == activeDir {
		return slices.Clone(st.view.Rows), slices.Clone(st.view.Damaged), nil
	}
	return readRows(st.snap, in.dir(), nil)
}

// wants applies the filters that need no placement.
func (in *ListInput) wants(r *row, agent string) bool {
	if in.Workflow != "all" && (in.Workflow == string(Resolved)) != (r.Workflow == Resolved) {
		return false
	}
	if in.Unseen && !r.unseen(agent) {
		return false
	}
	for _, l := range in.Labels {
		if !slices.Contains(r.Labels, l) {
			return false
		}
	}
	return true
}

// wantsPlace applies the filters that need the placement. A thread is on a file if it was put there or is
// there now.
func (in *ListInput) wantsPlace(v *ThreadView) bool {
	if in.Anchor != "all" && in.Anchor != string(v.AnchorState) {
		return false
	}
	return in.File == "" || within(v.File, in.File) || within(v.Placement.File, in.File)
}

// within reports whether file is path or lies below it; "." is the whole project.
func within(file, path string) bool {
	return path == "." || file == path || strings.HasPrefix(file, path+"/")
}

// byPlace orders threads as a reader meets them: by file, by line, then by age.
func byPlace(a, b *ThreadView) int {
	return cmp.Or(
		cmp.Compare(a.Placement.File, b.Placement.File),
		cmp.Compare(a.Placement.StartLine, b.Placement.StartLine),
		a.CreatedAt.Compare(b.CreatedAt),
		cmp.Compare(a.ID, b.ID),
		cmp.Compare(a.Worktree, b.Worktree),
	)
}
