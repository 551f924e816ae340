package round

import (
	"cmp"
	"slices"

	"consider/gitstore"
	"consider/internal/thread"
	"consider/internal/treediff"
	"consider/internal/words"
)

// ThreadChange is a thread that changed.
type ThreadChange struct {
	ID    string   `json:"id"`
	Place string   `json:"place"`         // where it was at the second state, which may be now
	File  string   `json:"-"`             // the file of Place
	Now   string   `json:"now,omitempty"` // where it is now; absent if that is the same place, or if the thread is not active
	In    string   `json:"-"`             // the file of Now
	Body  string   `json:"body"`          // its first line
	Was   string   `json:"-"`             // the file it was in, when What says where it was
	What  []string `json:"what"`          // new, 2 replies, resolved, reopened, edited, moved, stale, orphaned, anchored, archived, …
}

// threadChanges says how the threads changed from a to b: all threads, or those on paths in either state. If a thread's
// current place differs from its place in b, it is given too, as other verbs use the current place.
func threadChanges(a, b *state, today map[string]thread.Placement, paths []string) ([]ThreadChange, error) {
	before, err := thread.All(a.threads)
	if err != nil {
		return nil, err
	}
	after, err := thread.All(b.threads)
	if err != nil {
		return nil, err
	}
	out := []ThreadChange{}
	on := func(id string, s thread.Stored) bool {
		return len(paths) == 0 || slices.ContainsFunc(paths, func(path string) bool {
			return words.Within(s.Row.File, path) || words.Within(a.places[id].File, path) || words.Within(b.places[id].File, path)
		})
	}
	for _, id := range thread.SortedIDs(after) {
		was, is := before[id], after[id]
		if !on(id, is) {
			continue
		}
		what := since(is, was)
		if was.Dir == thread.Active && is.Dir == thread.Active {
			what = append(what, moved(a.places[id], b.places[id])...)
		}
		if len(what) > 0 {
			c := change(is, what, b.places[id])
			c.Was = a.places[id].File
			if now := whereIn(is, today[id]); today[id].AnchorState != "" && now.String() != c.Place {
				c.Now, c.In = now.String(), now.File
			}
			out = append(out, c)
		}
	}
	for _, id := range thread.SortedIDs(before) {
		if _, ok := after[id]; !ok && on(id, before[id]) {
			out = append(out, change(before[id], []string{"missing"}, a.places[id]))
		}
	}
	return out, nil
}

func change(s thread.Stored, what []string, at thread.Placement) ThreadChange {
	place := whereIn(s, at)
	return ThreadChange{ID: s.Row.ID, Place: place.String(), File: place.File, Body: words.FirstLine(s.Row.Body), What: what}
}

// whereIn returns where a placement puts a thread, in the form that lists use; without a placement, where the thread
// was put.
func whereIn(s thread.Stored, at thread.Placement) thread.Where {
	put := s.Row.Where()
	if at.AnchorState == "" {
		return put
	}
	is := at.Where(s.Row.Target, s.Row.Side)
	is.File, is.Response = cmp.Or(is.File, put.File), put.Response
	return is
}

// since says what was done to a thread since an earlier state.
func since(s, was thread.Stored) []string {
	var what []string
	if was.Dir == "" {
		what = append(what, "new")
	} else if s.Dir != was.Dir {
		what = append(what, map[string]string{thread.Active: "active again", thread.Archived: "archived", thread.Deleted: "deleted"}[s.Dir])
	}
	if s.Row.Blob == was.Row.Blob {
		return what
	}
	if n := s.Row.Replies - was.Row.Replies; n > 0 {
		what = append(what, words.Plural(n, "reply"))
	} else if n < 0 {
		what = append(what, words.Plural(-n, "fewer reply"))
	}
	switch {
	case s.Row.WorkflowState == thread.Resolved && was.Row.WorkflowState != thread.Resolved:
		what = append(what, "resolved")
	case s.Row.WorkflowState != thread.Resolved && was.Row.WorkflowState == thread.Resolved:
		what = append(what, "reopened")
	case s.Row.ProposedBy != "" && was.Row.ProposedBy == "":
		what = append(what, "resolution proposed")
	}
	if was.Dir != "" && s.Row.Body != was.Row.Body {
		what = append(what, "edited")
	}
	return what
}

// MovedFrom precedes the former place of a thread that is elsewhere; WasAt precedes that of a thread that has got or
// lost its lines.
const (
	MovedFrom = "moved from "
	WasAt     = "was "
)

// moved says how a thread's place changed.
func moved(was, is thread.Placement) []string {
	if was.AnchorState == "" || is.AnchorState == "" {
		return nil
	}
	var what []string
	from := words.LineRange(was.File, was.StartLine, was.EndLine)
	elsewhere := is.File != was.File || is.StartLine != was.StartLine || is.EndLine != was.EndLine
	switch {
	case is.AnchorState != was.AnchorState:
		what = append(what, string(is.AnchorState))
		if elsewhere && was.StartLine > 0 {
			what = append(what, WasAt+from)
		}
	case elsewhere && was.StartLine > 0:
		what = append(what, MovedFrom+from)
	case elsewhere:
		what = append(what, MovedFrom+was.File)
	}
	if is.Edited && !was.Edited {
		what = append(what, thread.CodeEdited.Name)
	}
	return what
}

// state is the project at a checkpoint, or now.
type state struct {
	name    string
	side    treediff.Side
	threads *gitstore.Snapshot
	places  map[string]thread.Placement
	skipped []string
}
