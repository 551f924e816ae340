package review

import (
	"fmt"
	"slices"
)

// ThreadChange is a thread that is not as it was.
type ThreadChange struct {
	ID    string   `json:"id"`
	Place string   `json:"place"` // where it is, or was put
	Body  string   `json:"body"`  // its beginning
	What  []string `json:"what"`  // new, 2 replies, resolved, reopened, edited, moved, stale, orphaned, anchored, archived, …
}

// threadChanges says what became of the threads from a to b: all, or those on paths then or now.
func threadChanges(a, b *sight, paths []string) ([]ThreadChange, error) {
	before, err := threadsIn(a.threads)
	if err != nil {
		return nil, err
	}
	after, err := threadsIn(b.threads)
	if err != nil {
		return nil, err
	}
	out := []ThreadChange{}
	on := func(id string, s stored) bool {
		return len(paths) == 0 || slices.ContainsFunc(paths, func(path string) bool {
			return within(s.row.File, path) || within(a.places[id].File, path) || within(b.places[id].File, path)
		})
	}
	for _, id := range sortedIDs(after) {
		was, is := before[id], after[id]
		if !on(id, is) {
			continue
		}
		what := is.since(was)
		if was.dir == activeDir && is.dir == activeDir {
			what = append(what, moved(a.places[id], b.places[id])...)
		}
		if len(what) > 0 {
			out = append(out, is.change(what, b.places[id]))
		}
	}
	for _, id := range sortedIDs(before) {
		if _, ok := after[id]; !ok && on(id, before[id]) {
			out = append(out, before[id].change([]string{"not there"}, a.places[id]))
		}
	}
	return out, nil
}

func (s stored) change(what []string, at Placement) ThreadChange {
	place := s.row.place()
	if at.StartLine > 0 {
		place = lineRange(at.File, at.StartLine, at.EndLine)
	}
	return ThreadChange{ID: s.row.ID, Place: place, Body: firstLine(s.row.Body), What: what}
}

// since says what was done to a thread since an earlier state of it.
func (s stored) since(was stored) []string {
	var what []string
	if was.dir == "" {
		what = append(what, "new")
	} else if s.dir != was.dir {
		what = append(what, map[string]string{activeDir: "back in the list", archiveDir: "archived", deletedDir: "deleted"}[s.dir])
	}
	if s.row.Blob == was.row.Blob {
		return what
	}
	if n := s.row.Replies - was.row.Replies; n > 0 {
		what = append(what, counted(n, "reply", "replies"))
	} else if n < 0 {
		what = append(what, counted(-n, "reply fewer", "replies fewer"))
	}
	switch {
	case s.row.Workflow == Resolved && was.row.Workflow != Resolved:
		what = append(what, "resolved")
	case s.row.Workflow != Resolved && was.row.Workflow == Resolved:
		what = append(what, "reopened")
	case s.row.Proposed != "" && was.row.Proposed == "":
		what = append(what, "proposed to resolve")
	}
	if was.dir != "" && s.row.Body != was.row.Body {
		what = append(what, "edited")
	}
	return what
}

// moved says what became of a thread's place.
func moved(was, is Placement) []string {
	switch {
	case was.AnchorState == "" || is.AnchorState == "":
		return nil
	case is.AnchorState != was.AnchorState:
		return []string{string(is.AnchorState)}
	case is.File != was.File || is.StartLine != was.StartLine || is.EndLine != was.EndLine:
		return []string{"moved from " + lineRange(was.File, was.StartLine, was.EndLine)}
	case is.Edited && !was.Edited:
		return []string{"its code was edited"}
	}
	return nil
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
