package apply

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/suggest"
	"consider/internal/thread"
)

// Undo puts lines back where steps remove the record of an applied suggestion, and applies the suggestion again where
// they restore the record. back reverses these changes; done is called when the store has the change. One of them must
// be called, and is the last call.
func Undo(ctx context.Context, s *session.Session, c *session.Change, steps []session.Step) (back, done func() error, err error) {
	j := &job{s: s}
	back = func() error { defer j.close(); return j.back() }
	done = func() error { defer j.close(); return j.forget() }
	away, again, err := notes(c, steps)
	if err != nil {
		return back, done, err
	}
	// Line numbers refer to the text with all suggestions applied: so the lower ones are removed first and applied
	// last.
	slices.SortStableFunc(away, func(a, b thread.Applied) int { return inOrder(b, a) })
	slices.SortStableFunc(again, inOrder)
	var todo []file
	for _, a := range away {
		if err := j.swap(&todo, a, a.After, a.Before); err != nil {
			return back, done, err
		}
	}
	for _, a := range again {
		a.Cut = ""
		if err := j.swap(&todo, a, a.Before, a.After); err != nil {
			return back, done, err
		}
	}
	return back, done, j.write(ctx, c, todo)
}

// inOrder compares the positions of notes. For two that left no lines, the lines of the text before decide.
func inOrder(a, b thread.Applied) int {
	return cmp.Or(cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(cmp.Or(a.FromLine, a.StartLine), cmp.Or(b.FromLine, b.StartLine)))
}

// notes returns the records of applied suggestions that steps remove, and those that they restore.
func notes(c *session.Change, steps []session.Step) (away, again []thread.Applied, err error) {
	for _, step := range steps {
		id := thread.IDOf(step.Path) // drafts and others are called after threads too
		if id == "" || step.Gone || !step.Back.IsZero() {
			continue
		}
		data, err := c.Tx.ReadFile(step.Path)
		if errors.Is(err, gitstore.ErrNotExist) || errors.Is(err, gitstore.ErrCorrupt) {
			continue // it was not there, or cannot be read
		}
		if err != nil {
			return nil, nil, err
		}
		was, err := appliedIn(data, id)
		if err != nil {
			return nil, nil, err
		}
		is, err := appliedIn(step.Data, id)
		if err != nil {
			return nil, nil, err
		}
		both := min(len(is), len(was))
		away, again = append(away, was[both:]...), append(again, is[both:]...)
	}
	return away, again, nil
}

// appliedIn returns the records in a stored thread.
func appliedIn(data []byte, id string) ([]thread.Applied, error) {
	t, err := thread.Decode(data, id)
	if err != nil {
		return nil, err
	}
	return t.Applied, nil
}

// swap replaces lines in a text, at their recorded place or, if they are not there, at the only place where they occur.
func (j *job) swap(todo *[]file, a thread.Applied, there, put []string) error {
	f, err := j.fileToWrite(todo, a.File)
	if err != nil {
		return err
	}
	start, ok := findLines(f.now, a.StartLine, there)
	if ok && len(there) == 0 { // only the rest of the file shows where the removed lines were
		ok = gitstore.HashBlob(f.data).String() == a.Blob
	}
	if !ok && j.isDone(f, a, put) {
		return nil
	}
	if !ok {
		return fail.Conflict("the lines of %q changed since the suggestion was applied", a.File).Hint("run 'git diff' to see the current lines, then change them by hand")
	}
	if f.now, err = suggest.PutBack(f.now, start, len(there), put, a.Cut); err != nil {
		return fail.Conflict("cannot change %q: %v", a.File, err)
	}
	return nil
}

// isDone reports whether the lines are already there: a person changed them back, or this was killed before it was
// recorded.
func (j *job) isDone(f *file, a thread.Applied, put []string) bool {
	if len(put) == 0 {
		return gitstore.HashBlob(f.data).String() == a.Blob
	}
	is, err := suggest.Lines(f.now, a.StartLine, a.StartLine+len(put)-1)
	return err == nil && slices.Equal(is, put)
}

// fileToWrite returns a file of todo. It opens the file if it is not there yet.
func (j *job) fileToWrite(todo *[]file, name string) (*file, error) {
	at := slices.IndexFunc(*todo, func(f file) bool { return f.name == name })
	if at < 0 {
		f, err := j.open(name)
		if err != nil {
			return nil, err
		}
		at, *todo = len(*todo), append(*todo, f)
	}
	return &(*todo)[at], nil
}

// findLines finds lines in a text: at line start or, if they are not there, where they occur exactly once.
func findLines(data []byte, start int, lines []string) (int, bool) {
	is, err := suggest.Lines(data, start, start+len(lines)-1)
	if err == nil && slices.Equal(is, lines) {
		return start, true
	}
	if len(lines) == 0 {
		return start, false
	}
	all, _ := suggest.Lines(data, 1, suggest.Count(data)) // a binary file has no lines
	found := 0
	for at := 0; at+len(lines) <= len(all); at++ {
		if slices.Equal(all[at:at+len(lines)], lines) {
			if found > 0 {
				return 0, false
			}
			found = at + 1
		}
	}
	return found, found > 0
}
