package review

import (
	"context"
	"errors"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// typedPlace is one way to read a place as a person types or pastes it: a file, and what follows its name.
type typedPlace struct {
	file, lines string
	whole       bool // all of it is the file's name
}

// possiblePlaces returns the ways to read a place, in the order in which they are tried: all of it is a file's name;
// "file#L12-L14", as code hosts write it; "file:12-14"; and "file:12:5", as compilers write a line and a column.
func possiblePlaces(place string) []typedPlace {
	out := []typedPlace{{file: place, whole: true}}
	if file, lines, ok := cutLast(place, "#L"); ok {
		out = append(out, typedPlace{file: file, lines: strings.ReplaceAll(lines, "-L", "-")})
	}
	file, lines, ok := cutLast(strings.TrimSuffix(place, ":"), ":")
	if !ok {
		return out
	}
	out = append(out, typedPlace{file: file, lines: lines})
	if file, line, ok := cutLast(file, ":"); ok {
		if !words.AllDigits(lines) {
			line += ":" + lines // not a column: the error then names both parts
		}
		out = append(out, typedPlace{file: file, lines: line})
	}
	return out
}

// findPlace finds the file and the lines that place names. read reads a file, and decides which names the system
// allows: on Windows no file is called "f.go:3", so that name is refused there and not missing.
func findPlace(place string, read func(file string) (string, []byte, error)) (Position, error) {
	var failed error
	for _, r := range possiblePlaces(place) {
		at, wrong := Position{}, error(nil)
		if !r.whole {
			at.Start, at.End, wrong = linesIn(r.lines)
		}
		var err error
		at.File, at.Text, err = read(r.file)
		switch {
		case errors.Is(err, fail.ErrNotFound) || errors.Is(err, worktree.ErrOutside):
			if wrong == nil {
				failed = err
			}
		case wrong != nil:
			failed = wrong
		default:
			return at, err
		}
	}
	return Position{}, failed
}

// atPlaces returns refs with the threads that are on a place now instead of the place, such as f.go:12; of those only
// these that are in a state of the filter workflow.
func atPlaces(ctx context.Context, s *session.Session, refs []string, workflow thread.WorkflowState) (out []string, err error) {
	for _, ref := range refs {
		found := false
		for _, r := range possiblePlaces(ref)[1:] {
			start, end, err := linesIn(r.lines)
			if err != nil {
				continue
			}
			list, _, err := listAt(ctx, s, ListInput{Workflow: workflow, File: r.file}, nil)
			if err != nil {
				return nil, err
			}
			for i := range list.Threads {
				if p := &list.Threads[i].Placement; p.StartLine > 0 && p.StartLine <= end && start <= p.EndLine {
					if found = true; !slices.Contains(out, list.Threads[i].ID) {
						out = append(out, list.Threads[i].ID)
					}
				}
			}
		}
		if !found && strings.Contains(ref, ":") {
			return nil, fail.NotFound("no thread on %q", ref).Hint("run '{list}' to see all threads")
		}
		if !found {
			out = append(out, ref)
		}
	}
	return out, nil
}

// linesIn parses "12" and "12-14".
func linesIn(lines string) (start, end int, err error) {
	start, end, ok := words.ParseRange(lines)
	switch {
	case !ok || end < 0:
		return 0, 0, fail.Usage("%q is not a line number", lines).Hint("write FILE:12 or FILE:12-14")
	case start < 1:
		return 0, 0, fail.Usage("invalid line %d: lines start at 1", start).Hint("write FILE:12 or FILE:12-14")
	}
	return start, end, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// Position is a place in a text: a whole file, or lines in it.
type Position struct {
	File       string
	Text       []byte
	Start, End int // 0, 0 for the whole file
	Unread     bool
}
